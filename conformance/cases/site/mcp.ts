import assert from "node:assert/strict";
import { skip, type Exchange, type Exchanges } from "../../case.ts";
import { fails, gives } from "./mcp-answers.ts";
import { malformedExchanges } from "./mcp-malformed.ts";
import { LEGACY, legacy, MODERN, modern, posted } from "./mcp-messages.ts";
import { toolExchanges } from "./mcp-tools.ts";

const search = (q: unknown) => ({ name: "search_pages", arguments: { q } });

const notPost = (method: string): Exchange => ({
  it: `answers ${method} with 405: there is no stream to open and no session to end`,
  ask: { method, path: "/mcp", headers: { accept: "text/event-stream" } },
  status: 405,
  headers: { allow: /POST/ },
});

const accepting = (accept: string): Exchange =>
  gives(`answers JSON to Accept ${accept || "missing"}`, withAccept(accept), ({ tools }) => assert.ok(tools.length > 0));

function withAccept(accept: string) {
  const asking = legacy("tools/list");
  const { accept: _, ...headers } = asking.headers!;
  return { ...asking, headers: accept ? { ...headers, accept } : headers };
}

/** Refused while no page of that origin may call; an operator may let every origin in, and says so in the answer. */
const EVIL_ORIGIN: Exchange = {
  it: "refuses a page of another origin",
  ask: async ({ ask }) => {
    const asking = legacy("ping", {}, { origin: "https://evil.example" });
    if ((await ask(asking)).status === 200) skip("this deployment lets the pages of every origin in");
    return asking;
  },
  status: 403,
};

/** The protocol of /mcp, both eras (MCP 2025-11-25 and 2026-07-28, Streamable HTTP). */
export const mcpExchanges: Exchanges = {
  "/mcp": [
    notPost("GET"),
    notPost("DELETE"),
    notPost("HEAD"),
    notPost("PUT"),
    {
      it: "answers a preflight before anything else",
      ask: async ({ info }) => ({
        method: "OPTIONS",
        path: "/mcp",
        headers: { origin: new URL(info.url).origin, "access-control-request-method": "POST", "access-control-request-headers": "mcp-protocol-version" },
      }),
      status: 204,
      headers: { "access-control-allow-methods": /POST/, "access-control-allow-headers": /authorization.*mcp-protocol-version.*mcp-method/, "access-control-allow-origin": /^https?:/ },
    },
    {
      it: "lets the site's own pages read its answers, failures too",
      ask: ({ info }) => posted("{", { origin: new URL(info.url).origin }),
      status: 400,
      headers: { "access-control-allow-origin": /^https?:/, vary: /origin/i },
    },
    EVIL_ORIGIN,
    { it: "refuses a sandboxed page", ask: legacy("ping", {}, { origin: "null" }), status: 403, needs: "rig" },
    { it: "refuses a host that is not its own", needs: "rig", ask: legacy("ping", {}, { host: "evil.example" }), status: 403 },
    { it: "takes a request without Origin", ask: legacy("ping"), status: 200 },

    accepting("*/*"),
    accepting("application/json"),
    accepting("text/event-stream"),
    accepting("text/html"),
    accepting(""),

    fails("refuses a body that is not JSON", posted("{"), 400, -32700),
    fails("refuses an empty body", posted(""), 400, -32700),
    fails("refuses a batch, which the protocol no longer has", posted("[]"), 400, -32600),
    fails("refuses a batch of requests", posted(JSON.stringify([{ jsonrpc: "2.0", id: 1, method: "ping" }])), 400, -32600),
    fails("refuses a message that is no object", posted("7"), 400, -32600),
    fails("refuses a message without jsonrpc", posted('{"id":1,"method":"ping"}'), 400, -32600),
    fails("refuses an id that is null", posted('{"jsonrpc":"2.0","id":null,"method":"ping"}'), 400, -32600),
    fails("refuses params that are no object", posted('{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}'), 400, -32600),
    { it: "refuses text/plain", ask: posted("{}", { "content-type": "text/plain" }), status: 415 },
    { it: "refuses application/jsonp", ask: posted("{}", { "content-type": "application/jsonp" }), status: 415 },
    { it: "takes application/json with a charset", ask: legacy("ping", {}, { "content-type": "Application/JSON; charset=utf-8" }), status: 200 },
    { it: "refuses a body of over one MiB", ask: () => legacy("tools/call", search("a".repeat(1 << 20))), status: 413 },
    { it: "takes a body of just under one MiB, and refuses only what is in it", ask: () => legacy("tools/call", search("a".repeat((1 << 20) - 300))), status: 200 },
    { it: "takes a notification without a word", ask: posted('{"jsonrpc":"2.0","method":"notifications/initialized"}'), status: 202 },
    { it: "takes a response without a word", ask: posted('{"jsonrpc":"2.0","id":1,"result":{}}'), status: 202 },
    gives("ignores a session id", legacy("ping", {}, { "mcp-session-id": "made-up" }), (result, { headers }) => {
      assert.deepEqual(result, {});
      assert.equal(headers["mcp-session-id"], undefined);
    }),
    gives("gives an answer the id of its request", legacy("ping"), (_, { text }) => assert.equal(JSON.parse(text).id, 7)),

    gives("answers initialize with the revision that was asked for", initialize(LEGACY), (result) => {
      assert.equal(result.protocolVersion, LEGACY);
      assert.ok(result.capabilities.tools);
      assert.ok(result.instructions.length > 50 && result.instructions.length < 2000);
      assert.equal(typeof result.serverInfo.name, "string");
    }),
    gives("answers initialize with an older revision too", initialize("2025-06-18"), ({ protocolVersion }) => assert.equal(protocolVersion, "2025-06-18")),
    gives("answers initialize with its own revision where it does not know the one asked for", initialize("1999-01-01"), ({ protocolVersion }) =>
      assert.equal(protocolVersion, LEGACY)),
    gives("answers without a protocol header as 2025-03-26 did", posted('{"jsonrpc":"2.0","id":7,"method":"ping"}'), (result) => assert.deepEqual(result, {})),
    fails("answers an unknown method with 200 in the handshake's era", legacy("nothing/here"), 200, -32601),
    fails("refuses a protocol header that it does not know", legacy("ping", {}, { "mcp-protocol-version": "1999-01-01" }), 400, -32022, saysWhatIsSupported),
    fails("refuses a modern header without an envelope", legacy("tools/list", {}, { "mcp-protocol-version": MODERN }), 400, -32602),

    gives("answers server/discover", modern("server/discover"), (result) => {
      assert.deepEqual(result.supportedVersions, [MODERN]);
      assert.ok(result.capabilities.tools);
      assert.ok(result.instructions.length > 50);
      assert.deepEqual([result.resultType, typeof result.ttlMs, result.cacheScope], ["complete", "number", "public"]);
    }),
    gives("says in each modern result who answers and that it is complete", modern("tools/call", search("a")), (result) => {
      assert.equal(result.resultType, "complete");
      assert.equal(typeof result._meta["io.modelcontextprotocol/serverInfo"].name, "string");
    }),
    fails("answers an unknown method with 404 in the stateless era", modern("nothing/here"), 404, -32601),
    fails("has no initialize in the stateless era", modern("initialize", { protocolVersion: MODERN, capabilities: {}, clientInfo: { name: "a", version: "1" } }), 404, -32601),
    fails("has no ping in the stateless era", modern("ping"), 404, -32601),
    fails("refuses an envelope of a revision that it does not know", modern("ping", {}, { "mcp-protocol-version": "2099-01-01" }, { "io.modelcontextprotocol/protocolVersion": "2099-01-01" }), 400, -32022, saysWhatIsSupported),
    fails("refuses a version header that says something else", modern("tools/list", {}, { "mcp-protocol-version": LEGACY }), 400, -32020),
    fails("refuses a missing version header", modern("tools/list", {}, { "mcp-protocol-version": "" }), 400, -32020),
    fails("refuses a method header that says something else", modern("tools/list", {}, { "mcp-method": "tools/call" }), 400, -32020),
    fails("refuses a missing method header", modern("tools/list", {}, { "mcp-method": "" }), 400, -32020),
    fails("minds the case of a method header's value", modern("tools/list", {}, { "mcp-method": "Tools/List" }), 400, -32020),
    fails("refuses a name header that says something else", modern("tools/call", search("a"), { "mcp-name": "read_page" }), 400, -32020),
    fails("refuses a missing name header", modern("tools/call", search("a"), { "mcp-name": "" }), 400, -32020),
    gives("takes a name header in base64", modern("tools/call", search("a"), { "mcp-name": "=?base64?c2VhcmNoX3BhZ2Vz?=" }), (result) => assert.ok(!result.isError)),
    fails("refuses an envelope without the client's capabilities", modern("tools/list", {}, {}, { "io.modelcontextprotocol/clientCapabilities": undefined }), 400, -32602),
    ...malformedExchanges,
    ...toolExchanges,
  ],
};

function initialize(protocolVersion: string) {
  return posted(JSON.stringify({ jsonrpc: "2.0", id: 7, method: "initialize", params: { protocolVersion, capabilities: {}, clientInfo: { name: "conformance", version: "1" } } }));
}

function saysWhatIsSupported(error: any): void {
  assert.deepEqual(error.data.supported, [MODERN]);
  assert.match(error.data.requested, /-01-01$/);
}
