import assert from "node:assert/strict";
import type { Exchange, TestContext } from "../case.ts";
import { expectRpcError, expectRpcResult } from "./mcp-checks.ts";
import { legacyRequest, modernRequest, postMessage } from "./mcp-messages.ts";

const ping = (members: string) => postMessage(`{"jsonrpc":"2.0","id":7,"method":"ping"${members}}`);
const call = (params: object) => legacyRequest("tools/call", params);

/** Fails if the message contains validator output instead of prose. */
const assertReadableMessage = ({ message }: { message: string }) =>
  assert.doesNotMatch(message, /[{}[\]]|zod/i);

const invalidMessage = (
  it: string,
  request: Exchange<TestContext>["request"],
  status = 400,
): Exchange<TestContext> => expectRpcError(it, request, status, -32602, assertReadableMessage);

/** Malformed messages. Each must get a response, and none may cause an internal error. */
export const malformedExchanges: readonly Exchange<TestContext>[] = [
  expectRpcResult(
    "ignores unknown members of a message",
    ping(',"foo":1,"result":{},"__proto__":{}'),
    (result) => assert.deepEqual(result, {}),
  ),
  invalidMessage("rejects a null _meta", ping(',"params":{"_meta":null}')),
  invalidMessage("rejects a _meta that is a string", ping(',"params":{"_meta":"x"}')),
  invalidMessage(
    "rejects a progress token that is an object",
    ping(',"params":{"_meta":{"progressToken":{}}}'),
  ),
  invalidMessage(
    "rejects a protocol version in the envelope that isn't a string",
    modernRequest(
      "tools/list",
      {},
      {},
      { "io.modelcontextprotocol/protocolVersion": { toString: null } },
    ),
  ),
  invalidMessage("rejects a tool name that is a number", call({ name: 5 })),
  invalidMessage(
    "rejects a tool name that is an object",
    call({ name: { toString: null, valueOf: null } }),
  ),
  invalidMessage("rejects a tool call without a name", call({})),
  invalidMessage(
    "rejects a tool call without a name in the modern era",
    modernRequest("tools/call", {}),
  ),
  invalidMessage("rejects null arguments", call({ name: "site_info", arguments: null })),
  invalidMessage("rejects arguments that are an array", call({ name: "site_info", arguments: [] })),
  invalidMessage(
    "rejects a cursor that is a number",
    legacyRequest("tools/list", { cursor: 5 }),
    200,
  ),
  invalidMessage(
    "rejects initialize without params",
    postMessage('{"jsonrpc":"2.0","id":7,"method":"initialize"}'),
    200,
  ),
];
