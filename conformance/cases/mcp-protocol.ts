import assert from "node:assert/strict";
import type { Exchange, TestContext } from "../case.ts";
import {
  expectRpcError,
  expectRpcResult,
  LEGACY_VERSION,
  legacyRequest,
  MODERN_VERSION,
  malformedExchanges,
  modernRequest,
  postMessage,
} from "./mcp-messages.ts";

const rejectedMethod = (method: string): Exchange<TestContext> => ({
  it: `returns 405 for ${method}, because it has no streams and no sessions`,
  request: { method, path: "/mcp", headers: { accept: "text/event-stream" } },
  status: 405,
  headers: { allow: /POST/ },
});

/** Returns the body of a tool call with these arguments, as JSON. */
const toolCallWith = (argumentsJson: string) =>
  `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"none","arguments":${argumentsJson}}}`;

/**
 * The exchanges that apply to any MCP server, in both eras (MCP 2025-11-25 and 2026-07-28,
 * Streamable HTTP).
 */
export const protocolExchanges: readonly Exchange<TestContext>[] = [
  rejectedMethod("GET"),
  rejectedMethod("DELETE"),
  rejectedMethod("HEAD"),
  rejectedMethod("PUT"),
  { it: "accepts a request without Origin", request: legacyRequest("ping"), status: 200 },
  expectRpcError("rejects an empty body", postMessage(""), 400, -32700),
  expectRpcError("rejects an empty batch", postMessage("[]"), 400, -32600),
  expectRpcError(
    "rejects a batch of requests",
    postMessage(JSON.stringify([{ jsonrpc: "2.0", id: 1, method: "ping" }])),
    400,
    -32600,
  ),
  expectRpcError("rejects a message that isn't an object", postMessage("7"), 400, -32600),
  expectRpcError(
    "rejects a message without jsonrpc",
    postMessage('{"id":1,"method":"ping"}'),
    400,
    -32600,
  ),
  expectRpcError(
    "rejects a null ID",
    postMessage('{"jsonrpc":"2.0","id":null,"method":"ping"}'),
    400,
    -32600,
  ),
  expectRpcError(
    "rejects params that are an array",
    postMessage('{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}'),
    400,
    -32600,
  ),
  expectRpcError(
    "rejects arguments with 5,000 levels",
    postMessage(toolCallWith(`{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`)),
    400,
    -32602,
  ),
  expectRpcError(
    "rejects arguments with 100,000 members",
    postMessage(toolCallWith(`{"a":[${Array(100_000).fill(0).join(",")}]}`)),
    400,
    -32602,
  ),
  {
    it: "rejects text/plain",
    request: postMessage("{}", { "content-type": "text/plain" }),
    status: 415,
  },
  {
    it: "rejects application/jsonp",
    request: postMessage("{}", { "content-type": "application/jsonp" }),
    status: 415,
  },
  {
    it: "accepts application/json with a charset",
    request: legacyRequest("ping", {}, { "content-type": "Application/JSON; charset=utf-8" }),
    status: 200,
  },
  {
    it: "acknowledges a notification with an empty 202",
    request: postMessage('{"jsonrpc":"2.0","method":"notifications/initialized"}'),
    status: 202,
  },
  {
    it: "acknowledges a response with an empty 202",
    request: postMessage('{"jsonrpc":"2.0","id":1,"result":{}}'),
    status: 202,
  },
  expectRpcResult(
    "returns the ID of the request with the response",
    legacyRequest("ping"),
    (_, { text }) => assert.equal(JSON.parse(text).id, 7),
  ),
  expectRpcResult(
    "supports an older revision in initialize",
    initializeParams("2025-06-18"),
    ({ protocolVersion }) => assert.equal(protocolVersion, "2025-06-18"),
  ),
  expectRpcResult(
    "accepts a request without a protocol version header, as revision 2025-03-26 requires",
    postMessage('{"jsonrpc":"2.0","id":7,"method":"ping"}'),
    (result) => assert.deepEqual(result, {}),
  ),
  expectRpcError(
    "returns 200 for an unknown method in the legacy era",
    legacyRequest("nothing/here"),
    200,
    -32601,
  ),
  expectRpcError(
    "rejects an unknown protocol version in the header",
    legacyRequest("ping", {}, { "mcp-protocol-version": "1999-01-01" }),
    400,
    -32022,
    assertSupportedVersions,
  ),
  expectRpcError(
    "rejects a modern protocol version header without an envelope",
    legacyRequest("tools/list", {}, { "mcp-protocol-version": MODERN_VERSION }),
    400,
    -32602,
  ),
  expectRpcError(
    "rejects a cursor that it did not issue",
    legacyRequest("tools/list", { cursor: "bmV4dA" }),
    200,
    -32602,
  ),
  expectRpcError(
    "returns 404 for an unknown method in the modern era",
    modernRequest("nothing/here"),
    404,
    -32601,
  ),
  expectRpcError(
    "returns 404 for initialize in the modern era",
    modernRequest("initialize", {
      protocolVersion: MODERN_VERSION,
      capabilities: {},
      clientInfo: { name: "a", version: "1" },
    }),
    404,
    -32601,
  ),
  expectRpcError("returns 404 for ping in the modern era", modernRequest("ping"), 404, -32601),
  expectRpcError(
    "rejects an unknown protocol version in the envelope",
    modernRequest(
      "ping",
      {},
      { "mcp-protocol-version": "2099-01-01" },
      { "io.modelcontextprotocol/protocolVersion": "2099-01-01" },
    ),
    400,
    -32022,
    assertSupportedVersions,
  ),
  expectRpcError(
    "rejects a protocol version header that contradicts the envelope",
    modernRequest("tools/list", {}, { "mcp-protocol-version": LEGACY_VERSION }),
    400,
    -32020,
  ),
  expectRpcError(
    "rejects a missing protocol version header",
    modernRequest("tools/list", {}, { "mcp-protocol-version": "" }),
    400,
    -32020,
  ),
  expectRpcError(
    "rejects a method header that contradicts the body",
    modernRequest("tools/list", {}, { "mcp-method": "tools/call" }),
    400,
    -32020,
  ),
  expectRpcError(
    "rejects a missing method header",
    modernRequest("tools/list", {}, { "mcp-method": "" }),
    400,
    -32020,
  ),
  expectRpcError(
    "compares the method header case-sensitively",
    modernRequest("tools/list", {}, { "mcp-method": "Tools/List" }),
    400,
    -32020,
  ),
  expectRpcError(
    "rejects an envelope without client capabilities",
    modernRequest(
      "tools/list",
      {},
      {},
      { "io.modelcontextprotocol/clientCapabilities": undefined },
    ),
    400,
    -32602,
  ),
  ...malformedExchanges,
];

/** Returns an `initialize` request with this protocol version. */
export function initializeParams(protocolVersion: string) {
  return postMessage(
    JSON.stringify({
      jsonrpc: "2.0",
      id: 7,
      method: "initialize",
      params: {
        protocolVersion,
        capabilities: {},
        clientInfo: { name: "conformance", version: "1" },
      },
    }),
  );
}

function assertSupportedVersions(error: any): void {
  assert.deepEqual(error.data.supported, [MODERN_VERSION]);
  assert.match(error.data.requested, /-01-01$/);
}
