#!/usr/bin/env node
/** What `npm start` and the command `jackfield` run. */
import module from "node:module";
import process from "node:process";
import { fileURLToPath } from "node:url";

// From source, Node reads nearly a hundred .ts files: what it made of them is kept, and a second start takes a third of
// the time. Not in the system's shared temporary folder, where another user could put something else in its place.
if (import.meta.url.endsWith(".ts"))
  module.enableCompileCache?.(
    fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url)),
  );

const { main } = await import("./main.ts");
await main(process.argv.slice(2), process.env);
