import assert from "node:assert/strict";
import type { Table } from "../../generated/table.ts";
import type { Exchange, TestContext } from "../case.ts";
import type { TestRequest, TestResponse } from "../targets/target.ts";

/** The MCP revisions in which the cases send requests, one for each era. */
export const LEGACY_VERSION = "2025-11-25";
export const MODERN_VERSION = "2026-07-28";

const META = "io.modelcontextprotocol/";

/** The headers that clients of both eras send with each request. */
const HEADERS = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

/** Returns a POST to /mcp with this body. */
export const postMessage = (
  body: string,
  headers: Readonly<Record<string, string>> = {},
): TestRequest => ({
  method: "POST",
  path: "/mcp",
  headers: { ...HEADERS, ...headers },
  body,
});

/** Returns a JSON-RPC request of the legacy era, which begins with `initialize`. */
export const legacyRequest = (
  method: string,
  params: object = {},
  headers: Readonly<Record<string, string>> = {},
): TestRequest =>
  postMessage(JSON.stringify({ jsonrpc: "2.0", id: 7, method, params }), {
    "mcp-protocol-version": LEGACY_VERSION,
    ...headers,
  });

/**
 * Returns a JSON-RPC request of the modern era, with its envelope and the headers that repeat the
 * envelope. The value `""` omits a header.
 */
export function modernRequest(
  method: string,
  params: object = {},
  headers: Readonly<Record<string, string>> = {},
  claim: object = {},
): TestRequest {
  const name = (params as { name?: string }).name;
  const _meta = {
    [`${META}protocolVersion`]: MODERN_VERSION,
    [`${META}clientCapabilities`]: {},
    [`${META}clientInfo`]: { name: "conformance", version: "1" },
    ...claim,
  };
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: "seven",
    method,
    params: { ...params, _meta },
  });
  const allHeaders = {
    "mcp-protocol-version": MODERN_VERSION,
    "mcp-method": method,
    ...(name !== undefined && { "mcp-name": name }),
    ...headers,
  };
  return postMessage(
    body,
    Object.fromEntries(Object.entries(allHeaders).filter(([, value]) => value !== "")),
  );
}

const JSON_TYPE = "application/json";

/** An exchange whose response is a JSON-RPC error with this code. */
export const expectRpcError = <Finds extends TestContext = TestContext>(
  it: string,
  request: Exchange<Finds>["request"],
  status: number,
  code: number,
  check?: (error: any) => void,
): Exchange<Finds> => ({
  it,
  request,
  status,
  mediaType: JSON_TYPE,
  check(response) {
    const { jsonrpc, error, result } = JSON.parse(response.text);
    assert.deepEqual([jsonrpc, error?.code, result], ["2.0", code, undefined], response.text);
    assert.ok(error.message.length > 10);
    check?.(error);
  },
});

/** An exchange whose response is a JSON-RPC result. */
export const expectRpcResult = <Finds extends TestContext = TestContext>(
  it: string,
  request: Exchange<Finds>["request"],
  check: (result: any, response: TestResponse) => void,
): Exchange<Finds> => ({
  it,
  request,
  status: 200,
  mediaType: JSON_TYPE,
  check: (response) => {
    const { result } = JSON.parse(response.text);
    assert.ok(result, response.text);
    check(result, response);
  },
});

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

/** Returns an entry of the operations table with the names of tools in place of operations. */
export function withToolNames<Entry>(entry: Entry, { operations }: Table): Entry {
  let json = JSON.stringify(entry);
  for (const [operation, { tool }] of Object.entries(operations))
    if (tool) json = json.replaceAll(`\`${operation}\``, `\`${tool.name}\``);
  return JSON.parse(json) as Entry;
}
