// Shows everything that a program could log of the JavaScript client: its objects, errors and hook
// events. `show-secrets.mjs MODULE URL`. The server answers as the path of the call says.
import { inspect } from "node:util";

const [moduleUrl, baseUrl] = process.argv.slice(2);
const { Jackfield, JackfieldError } = await import(moduleUrl);
const apiKey = process.env.PLANTED_KEY;
const header = process.env.PLANTED_HEADER;
const text = process.env.PLANTED_ARGUMENT;

function show(label, value) {
  console.log(label, value);
  console.error(label, value);
  console.log(inspect(value, { showHidden: true, depth: 20, getters: true }));
  console.log(globalThis.Bun?.inspect(value, { depth: 20 }));
  console.log(globalThis.Deno?.inspect(value, { depth: 20, showHidden: true, getters: true }));
  console.log(String(value), `${JSON.stringify(value)}`, JSON.stringify(readAll(value)));
  if (value instanceof Error) console.log(value.stack, structuredClone(value));
  if (value?.cause) show(`${label}, cause`, value.cause);
}

/** Reads own properties, also those that JSON leaves out. */
const readAll = (value) =>
  Object.fromEntries(Object.getOwnPropertyNames(value).map((name) => [name, String(value[name])]));

const hooks = {};
for (const name of ["onRequest", "onResponse", "onRetry"])
  hooks[name] = (event) => show(name, event);

const headers = { "x-tenant": header };
const client = new Jackfield({ apiKey, baseUrl, headers, hooks, timeout: 500, retries: 1 });
show("client", client);
show("resource", client.tools);
show("list", client.apps.search("calendar"));

for (const reply of ["problem", "html", "redirect", "drop", "cut", "hang", "refused"]) {
  const url = reply === "refused" ? "http://127.0.0.1:9" : `${baseUrl}/${reply}`;
  const failing = new Jackfield({ apiKey, baseUrl: url, headers, hooks, timeout: 500, retries: 1 });
  const call = failing.tools.run("a.b", { text }, {}, { timeout: 500 });
  show("call", call);
  const error = await call.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof JackfieldError)) throw new Error(`${reply} succeeded`);
  show(`${reply}: ${error.code}`, error);
}
const signal = AbortSignal.timeout(100);
const aborted = await new Jackfield({ apiKey, baseUrl: `${baseUrl}/hang`, headers }).tools
  .run("a.b", { text }, {}, { signal })
  .catch((error) => error);
show(`aborted: ${aborted.code}`, aborted);

const invalid = [
  { apiKey: `${apiKey}\n` },
  { apiKey: `${apiKey} ` },
  { apiKey, baseUrl: `https://user:${apiKey}@tools.example` },
  { apiKey, baseUrl: `https://:${apiKey}@tools.example` },
  { apiKey, headers: { "x-tenant": `${header}\r\n` } },
  { apiKey, timeout: -1 },
];
for (const options of invalid)
  try {
    new Jackfield(options);
    throw new Error("An invalid option was accepted.");
  } catch (error) {
    show(`invalid: ${error.code}`, error);
  }
process.exit(0);
