import { execFile } from "node:child_process";
import { resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const SOURCES = resolve(import.meta.dirname, "../../../generated/clients/js/src");
const run = promisify(execFile);

/** Prints the globals and environment variables that an import changes or reads. */
const createProgram = (url: string) => `
const { env } = process;
const read = [];
// Node.js reads variables of its own to load a module.
const note = (name) => new Error().stack.includes(${JSON.stringify(SOURCES)}) && read.push(name);
process.env = new Proxy(env, {
  get: (target, name) => (note(name), target[name]),
  has: (target, name) => (note(name), name in target),
  ownKeys: (target) => (note("*"), Reflect.ownKeys(target)),
});
const PROTOTYPES = [Object, Array, Promise, Error, Headers, AbortSignal, URL].map((each) => each.prototype);
const snapshot = () => [globalThis, ...PROTOTYPES].map((each) => Reflect.ownKeys(each).map(String).join());
const before = snapshot();
await import(${JSON.stringify(url)});
console.log(JSON.stringify({ read, isUnchanged: String(snapshot()) === String(before) }));
`;

it.each([
  "platform",
  "site",
  "runtime/agents",
  "runtime/webhooks",
  "runtime/webhooks-node",
  "runtime/connect",
])("importing %s.ts changes no global and reads no environment variable", async (name) => {
  const program = createProgram(pathToFileURL(resolve(SOURCES, `${name}.ts`)).href);
  const args = ["--input-type=module", "--eval", program];
  const { stdout, stderr } = await run(process.execPath, args);
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual({ read: [], isUnchanged: true });
});
