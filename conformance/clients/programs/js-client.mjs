// Calls the JavaScript client on behalf of the suite. Plain JavaScript, because Node.js 18 and 20
// run it too. Reads a request as a JSON line, and writes the outcome as one.
// `js-client.mjs MODULE CLASS`: the URL of the client's module, and the class that it exports.

import process from "node:process";
import { createInterface } from "node:readline";

const [moduleUrl, className] = process.argv.slice(2);
const { [className]: Client, JackfieldError } = await import(moduleUrl);

for await (const line of createInterface({ input: process.stdin })) {
  const { id, options, call } = JSON.parse(line);
  const outcome = await run(options, call).then(
    (value) => ({ value }),
    (error) => ({ error: describe(error) }),
  );
  process.stdout.write(`${JSON.stringify({ id, ...outcome })}\n`);
}
process.exit(0);

async function run(options, { resource, method, positional, named, callOptions }) {
  const client = new Client(options);
  const receiver = resource === undefined ? client : client[resource];
  return await receiver[method](...positional, ...(named ? [named] : []), callOptions);
}

/** The properties of an error, and everything that a log could contain of it. */
function describe(error) {
  const { name, code, message, status, requestId, hint, retryable, retryAfter } = error;
  const { problem, attempts, sent, idempotencyKey } = error;
  return {
    isJackfieldError: error instanceof JackfieldError,
    ...{ name, code, message, status, requestId, hint, retryable, retryAfter },
    ...{ problem, attempts, sent, idempotencyKey },
    printed: `${error.stack} ${error.cause?.stack ?? ""}`,
  };
}
