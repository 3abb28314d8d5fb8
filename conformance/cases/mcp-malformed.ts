import assert from "node:assert/strict";
import type { Asker, Exchange } from "../case.ts";
import { fails, gives } from "./mcp-answers.ts";
import { legacy, modern, posted } from "./mcp-messages.ts";

const ping = (members: string) => posted(`{"jsonrpc":"2.0","id":7,"method":"ping"${members}}`);
const call = (params: object) => legacy("tools/call", params);

/** Says what is wrong with the params in words: no dump of a validator's, nothing of what is inside. */
const inWords = ({ message }: { message: string }) => assert.doesNotMatch(message, /[{}[\]]|zod/i);

const unfit = (it: string, ask: Exchange<Asker>["ask"], status = 400): Exchange<Asker> =>
  fails(it, ask, status, -32602, inWords);

/** Messages that are nearly right: each gets an answer, none waits for ever, none is a fault of the service. */
export const malformedExchanges: readonly Exchange<Asker>[] = [
  gives(
    "passes over members that a message does not have",
    ping(',"foo":1,"result":{},"__proto__":{}'),
    (result) => assert.deepEqual(result, {}),
  ),
  unfit("refuses a _meta that is null", ping(',"params":{"_meta":null}')),
  unfit("refuses a _meta that is a word", ping(',"params":{"_meta":"x"}')),
  unfit(
    "refuses a progress token that is an object",
    ping(',"params":{"_meta":{"progressToken":{}}}'),
  ),
  unfit(
    "refuses a version in the envelope that is no string",
    modern("tools/list", {}, {}, { "io.modelcontextprotocol/protocolVersion": { toString: null } }),
  ),
  unfit("refuses a tool name that is no string", call({ name: 5 })),
  unfit("refuses a tool name that is an object", call({ name: { toString: null, valueOf: null } })),
  unfit("refuses a call without a name", call({})),
  unfit("refuses a modern call without a name", modern("tools/call", {})),
  unfit("refuses arguments that are null", call({ name: "site_info", arguments: null })),
  unfit("refuses arguments that are a list", call({ name: "site_info", arguments: [] })),
  unfit("refuses a cursor that is a number", legacy("tools/list", { cursor: 5 }), 200),
  unfit(
    "refuses initialize without its params",
    posted('{"jsonrpc":"2.0","id":7,"method":"initialize"}'),
    200,
  ),
];
