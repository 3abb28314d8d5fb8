#!/usr/bin/env node
/** The entry point of `npm start` and of the `jackfield` command. */
import module from "node:module";
import process from "node:process";
import { fileURLToPath } from "node:url";

// The compile cache cuts the time of later starts. It isn't in the shared temporary folder of the
// system, where another user could replace it. In the package it is in `dist/`.
module.enableCompileCache?.(
  fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url)),
);

const { main } = await import("./main.ts");
await main(process.argv.slice(2), process.env);
