import assert from "node:assert/strict";
import type { Exchange, TestContext } from "../case.ts";
import { expectRpcError, expectRpcResult } from "./mcp-checks.ts";
import { legacyRequest, modernRequest, postMessage } from "./mcp-messages.ts";

const ping = (members: string) => postMessage(`{"jsonrpc":"2.0","id":7,"method":"ping"${members}}`);
const call = (params: object) => legacyRequest("tools/call", params);

/** Says what is wrong with the params in words: no dump of a validator's, nothing of what is inside. */
const assertReadableMessage = ({ message }: { message: string }) =>
  assert.doesNotMatch(message, /[{}[\]]|zod/i);

const invalidMessage = (
  it: string,
  request: Exchange<TestContext>["request"],
  status = 400,
): Exchange<TestContext> => expectRpcError(it, request, status, -32602, assertReadableMessage);

/** Messages that are nearly right: each gets an answer, none waits for ever, none is a fault of the service. */
export const malformedExchanges: readonly Exchange<TestContext>[] = [
  expectRpcResult(
    "passes over members that a message does not have",
    ping(',"foo":1,"result":{},"__proto__":{}'),
    (result) => assert.deepEqual(result, {}),
  ),
  invalidMessage("refuses a _meta that is null", ping(',"params":{"_meta":null}')),
  invalidMessage("refuses a _meta that is a word", ping(',"params":{"_meta":"x"}')),
  invalidMessage(
    "refuses a progress token that is an object",
    ping(',"params":{"_meta":{"progressToken":{}}}'),
  ),
  invalidMessage(
    "refuses a version in the envelope that is no string",
    modernRequest(
      "tools/list",
      {},
      {},
      { "io.modelcontextprotocol/protocolVersion": { toString: null } },
    ),
  ),
  invalidMessage("refuses a tool name that is no string", call({ name: 5 })),
  invalidMessage(
    "refuses a tool name that is an object",
    call({ name: { toString: null, valueOf: null } }),
  ),
  invalidMessage("refuses a call without a name", call({})),
  invalidMessage("refuses a modern call without a name", modernRequest("tools/call", {})),
  invalidMessage("refuses arguments that are null", call({ name: "site_info", arguments: null })),
  invalidMessage("refuses arguments that are a list", call({ name: "site_info", arguments: [] })),
  invalidMessage(
    "refuses a cursor that is a number",
    legacyRequest("tools/list", { cursor: 5 }),
    200,
  ),
  invalidMessage(
    "refuses initialize without its params",
    postMessage('{"jsonrpc":"2.0","id":7,"method":"initialize"}'),
    200,
  ),
];
