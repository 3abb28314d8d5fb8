#!/usr/bin/env node
/**
 * The entry point of `npm start` and of the `jackfield` command. On an old version of Node it only
 * explains that, because everything else would end with a syntax error.
 */
import module from "node:module";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { explainOldNode } from "./runtime/node/node-version.ts";

const explanation = explainOldNode(process.versions);
if (explanation !== undefined) {
  console.error(explanation);
  process.exit(1);
}

// The compile cache cuts the time of later starts. It isn't in the shared temporary folder of the
// system, where another user could replace it. In the package it is in `dist/`.
module.enableCompileCache?.(
  fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url)),
);

const { main } = await import("./main.ts");
await main(process.argv.slice(2), process.env);
