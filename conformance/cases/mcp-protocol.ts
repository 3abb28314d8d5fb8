import assert from "node:assert/strict";
import type { Exchange, TestContext } from "../case.ts";
import { expectRpcError, expectRpcResult } from "./mcp-checks.ts";
import { malformedExchanges } from "./mcp-malformed.ts";
import {
  LEGACY_VERSION,
  legacyRequest,
  MODERN_VERSION,
  modernRequest,
  postMessage,
} from "./mcp-messages.ts";

const refusesMethod = (method: string): Exchange<TestContext> => ({
  it: `answers ${method} with 405: there is no stream to open and no session to end`,
  request: { method, path: "/mcp", headers: { accept: "text/event-stream" } },
  status: 405,
  headers: { allow: /POST/ },
});

/** What holds of /mcp whatever the server's tools are, in both eras (MCP 2025-11-25 and 2026-07-28, Streamable HTTP). */
export const protocolExchanges: readonly Exchange<TestContext>[] = [
  refusesMethod("GET"),
  refusesMethod("DELETE"),
  refusesMethod("HEAD"),
  refusesMethod("PUT"),
  { it: "takes a request without Origin", request: legacyRequest("ping"), status: 200 },
  expectRpcError("refuses an empty body", postMessage(""), 400, -32700),
  expectRpcError(
    "refuses a batch, which the protocol no longer has",
    postMessage("[]"),
    400,
    -32600,
  ),
  expectRpcError(
    "refuses a batch of requests",
    postMessage(JSON.stringify([{ jsonrpc: "2.0", id: 1, method: "ping" }])),
    400,
    -32600,
  ),
  expectRpcError("refuses a message that is no object", postMessage("7"), 400, -32600),
  expectRpcError(
    "refuses a message without jsonrpc",
    postMessage('{"id":1,"method":"ping"}'),
    400,
    -32600,
  ),
  expectRpcError(
    "refuses an id that is null",
    postMessage('{"jsonrpc":"2.0","id":null,"method":"ping"}'),
    400,
    -32600,
  ),
  expectRpcError(
    "refuses params that are no object",
    postMessage('{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}'),
    400,
    -32600,
  ),
  {
    it: "refuses text/plain",
    request: postMessage("{}", { "content-type": "text/plain" }),
    status: 415,
  },
  {
    it: "refuses application/jsonp",
    request: postMessage("{}", { "content-type": "application/jsonp" }),
    status: 415,
  },
  {
    it: "takes application/json with a charset",
    request: legacyRequest("ping", {}, { "content-type": "Application/JSON; charset=utf-8" }),
    status: 200,
  },
  {
    it: "takes a notification without a word",
    request: postMessage('{"jsonrpc":"2.0","method":"notifications/initialized"}'),
    status: 202,
  },
  {
    it: "takes a response without a word",
    request: postMessage('{"jsonrpc":"2.0","id":1,"result":{}}'),
    status: 202,
  },
  expectRpcResult("gives an answer the id of its request", legacyRequest("ping"), (_, { text }) =>
    assert.equal(JSON.parse(text).id, 7),
  ),
  expectRpcResult(
    "answers initialize with an older revision too",
    initializeParams("2025-06-18"),
    ({ protocolVersion }) => assert.equal(protocolVersion, "2025-06-18"),
  ),
  expectRpcResult(
    "answers without a protocol header as 2025-03-26 did",
    postMessage('{"jsonrpc":"2.0","id":7,"method":"ping"}'),
    (result) => assert.deepEqual(result, {}),
  ),
  expectRpcError(
    "answers an unknown method with 200 in the handshake's era",
    legacyRequest("nothing/here"),
    200,
    -32601,
  ),
  expectRpcError(
    "refuses a protocol header that it does not know",
    legacyRequest("ping", {}, { "mcp-protocol-version": "1999-01-01" }),
    400,
    -32022,
    assertSupportedVersions,
  ),
  expectRpcError(
    "refuses a modern header without an envelope",
    legacyRequest("tools/list", {}, { "mcp-protocol-version": MODERN_VERSION }),
    400,
    -32602,
  ),
  expectRpcError(
    "answers an unknown method with 404 in the stateless era",
    modernRequest("nothing/here"),
    404,
    -32601,
  ),
  expectRpcError(
    "has no initialize in the stateless era",
    modernRequest("initialize", {
      protocolVersion: MODERN_VERSION,
      capabilities: {},
      clientInfo: { name: "a", version: "1" },
    }),
    404,
    -32601,
  ),
  expectRpcError("has no ping in the stateless era", modernRequest("ping"), 404, -32601),
  expectRpcError(
    "refuses an envelope of a revision that it does not know",
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
    "refuses a version header that says something else",
    modernRequest("tools/list", {}, { "mcp-protocol-version": LEGACY_VERSION }),
    400,
    -32020,
  ),
  expectRpcError(
    "refuses a missing version header",
    modernRequest("tools/list", {}, { "mcp-protocol-version": "" }),
    400,
    -32020,
  ),
  expectRpcError(
    "refuses a method header that says something else",
    modernRequest("tools/list", {}, { "mcp-method": "tools/call" }),
    400,
    -32020,
  ),
  expectRpcError(
    "refuses a missing method header",
    modernRequest("tools/list", {}, { "mcp-method": "" }),
    400,
    -32020,
  ),
  expectRpcError(
    "minds the case of a method header's value",
    modernRequest("tools/list", {}, { "mcp-method": "Tools/List" }),
    400,
    -32020,
  ),
  expectRpcError(
    "refuses an envelope without the client's capabilities",
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

/** How a client of the handshake's era begins. */
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
