import assert from "node:assert/strict";
import type { Asker, Exchange } from "../case.ts";
import { fails, gives } from "./mcp-answers.ts";
import { malformedExchanges } from "./mcp-malformed.ts";
import { LEGACY, legacy, MODERN, modern, posted } from "./mcp-messages.ts";

const notPost = (method: string): Exchange<Asker> => ({
  it: `answers ${method} with 405: there is no stream to open and no session to end`,
  ask: { method, path: "/mcp", headers: { accept: "text/event-stream" } },
  status: 405,
  headers: { allow: /POST/ },
});

/** What holds of /mcp whatever the server's tools are, in both eras (MCP 2025-11-25 and 2026-07-28, Streamable HTTP). */
export const protocolExchanges: readonly Exchange<Asker>[] = [
  notPost("GET"),
  notPost("DELETE"),
  notPost("HEAD"),
  notPost("PUT"),
  { it: "takes a request without Origin", ask: legacy("ping"), status: 200 },
  fails("refuses an empty body", posted(""), 400, -32700),
  fails("refuses a batch, which the protocol no longer has", posted("[]"), 400, -32600),
  fails(
    "refuses a batch of requests",
    posted(JSON.stringify([{ jsonrpc: "2.0", id: 1, method: "ping" }])),
    400,
    -32600,
  ),
  fails("refuses a message that is no object", posted("7"), 400, -32600),
  fails("refuses a message without jsonrpc", posted('{"id":1,"method":"ping"}'), 400, -32600),
  fails(
    "refuses an id that is null",
    posted('{"jsonrpc":"2.0","id":null,"method":"ping"}'),
    400,
    -32600,
  ),
  fails(
    "refuses params that are no object",
    posted('{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}'),
    400,
    -32600,
  ),
  { it: "refuses text/plain", ask: posted("{}", { "content-type": "text/plain" }), status: 415 },
  {
    it: "refuses application/jsonp",
    ask: posted("{}", { "content-type": "application/jsonp" }),
    status: 415,
  },
  {
    it: "takes application/json with a charset",
    ask: legacy("ping", {}, { "content-type": "Application/JSON; charset=utf-8" }),
    status: 200,
  },
  {
    it: "takes a notification without a word",
    ask: posted('{"jsonrpc":"2.0","method":"notifications/initialized"}'),
    status: 202,
  },
  {
    it: "takes a response without a word",
    ask: posted('{"jsonrpc":"2.0","id":1,"result":{}}'),
    status: 202,
  },
  gives("gives an answer the id of its request", legacy("ping"), (_, { text }) =>
    assert.equal(JSON.parse(text).id, 7),
  ),
  gives(
    "answers initialize with an older revision too",
    initialize("2025-06-18"),
    ({ protocolVersion }) => assert.equal(protocolVersion, "2025-06-18"),
  ),
  gives(
    "answers without a protocol header as 2025-03-26 did",
    posted('{"jsonrpc":"2.0","id":7,"method":"ping"}'),
    (result) => assert.deepEqual(result, {}),
  ),
  fails(
    "answers an unknown method with 200 in the handshake's era",
    legacy("nothing/here"),
    200,
    -32601,
  ),
  fails(
    "refuses a protocol header that it does not know",
    legacy("ping", {}, { "mcp-protocol-version": "1999-01-01" }),
    400,
    -32022,
    saysWhatIsSupported,
  ),
  fails(
    "refuses a modern header without an envelope",
    legacy("tools/list", {}, { "mcp-protocol-version": MODERN }),
    400,
    -32602,
  ),
  fails(
    "answers an unknown method with 404 in the stateless era",
    modern("nothing/here"),
    404,
    -32601,
  ),
  fails(
    "has no initialize in the stateless era",
    modern("initialize", {
      protocolVersion: MODERN,
      capabilities: {},
      clientInfo: { name: "a", version: "1" },
    }),
    404,
    -32601,
  ),
  fails("has no ping in the stateless era", modern("ping"), 404, -32601),
  fails(
    "refuses an envelope of a revision that it does not know",
    modern(
      "ping",
      {},
      { "mcp-protocol-version": "2099-01-01" },
      { "io.modelcontextprotocol/protocolVersion": "2099-01-01" },
    ),
    400,
    -32022,
    saysWhatIsSupported,
  ),
  fails(
    "refuses a version header that says something else",
    modern("tools/list", {}, { "mcp-protocol-version": LEGACY }),
    400,
    -32020,
  ),
  fails(
    "refuses a missing version header",
    modern("tools/list", {}, { "mcp-protocol-version": "" }),
    400,
    -32020,
  ),
  fails(
    "refuses a method header that says something else",
    modern("tools/list", {}, { "mcp-method": "tools/call" }),
    400,
    -32020,
  ),
  fails(
    "refuses a missing method header",
    modern("tools/list", {}, { "mcp-method": "" }),
    400,
    -32020,
  ),
  fails(
    "minds the case of a method header's value",
    modern("tools/list", {}, { "mcp-method": "Tools/List" }),
    400,
    -32020,
  ),
  fails(
    "refuses an envelope without the client's capabilities",
    modern("tools/list", {}, {}, { "io.modelcontextprotocol/clientCapabilities": undefined }),
    400,
    -32602,
  ),
  ...malformedExchanges,
];

/** How a client of the handshake's era begins. */
export function initialize(protocolVersion: string) {
  return posted(
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

function saysWhatIsSupported(error: any): void {
  assert.deepEqual(error.data.supported, [MODERN]);
  assert.match(error.data.requested, /-01-01$/);
}
