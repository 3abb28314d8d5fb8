#!/usr/bin/env node
/** The entry point of `npm start` and of the `jackfield` command. */
import module from "node:module";
import process from "node:process";
import { fileURLToPath } from "node:url";

// Node loads nearly a hundred .ts files from source. The compile cache cuts the time of later
// starts to a third. It isn't in the shared temporary folder of the system, where another user
// could replace it.
if (import.meta.url.endsWith(".ts"))
  module.enableCompileCache?.(
    fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url)),
  );

const { main } = await import("./main.ts");
await main(process.argv.slice(2), process.env);
