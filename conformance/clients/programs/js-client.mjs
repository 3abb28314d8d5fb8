// Calls the JavaScript client on behalf of the suite. Plain JavaScript, because Node.js 18 and 20
// run it too. Reads a request as a JSON line, and writes the outcome as one.
// `js-client.mjs MODULE CLASS`: the URL of the client's module, and the class that it exports.

import process from "node:process";
import { createInterface } from "node:readline";
import { runCall } from "./run-call.mjs";

const [moduleUrl, className] = process.argv.slice(2);
const { [className]: Client, JackfieldError } = await import(moduleUrl);

for await (const line of createInterface({ input: process.stdin })) {
  const { id, ...request } = JSON.parse(line);
  const outcome = await runCall({ Client, JackfieldError }, request);
  process.stdout.write(`${JSON.stringify({ id, ...outcome })}\n`);
}
process.exit(0);
