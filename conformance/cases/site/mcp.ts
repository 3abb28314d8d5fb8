import assert from "node:assert/strict";
import { type Exchange, type Exchanges, skip } from "../../case.ts";
import {
  expectRpcError,
  expectRpcResult,
  LEGACY_VERSION,
  legacyRequest,
  MODERN_VERSION,
  modernRequest,
  postMessage,
} from "../mcp-messages.ts";
import { initializeParams, protocolExchanges } from "../mcp-protocol.ts";
import { toolExchanges } from "./mcp-tools.ts";

const searchCall = (q: unknown) => ({ name: "search_pages", arguments: { q } });

const acceptExchange = (accept: string): Exchange =>
  expectRpcResult(
    `returns JSON for ${accept ? `Accept: ${accept}` : "a missing Accept"}`,
    searchRequest(accept),
    ({ tools }) => assert.ok(tools.length > 0),
  );

function searchRequest(accept: string) {
  const request = legacyRequest("tools/list");
  const { accept: _, ...headers } = request.headers!;
  return { ...request, headers: accept ? { ...headers, accept } : headers };
}

/** Skipped if the deployment allows requests from every origin. */
const FOREIGN_ORIGIN_EXCHANGE: Exchange = {
  it: "rejects a page of another origin",
  request: async ({ send }) => {
    const request = legacyRequest("ping", {}, { origin: "https://evil.example" });
    if ((await send(request)).status === 200) skip("this deployment allows pages of every origin");
    return request;
  },
  status: 403,
};

/** The MCP endpoint, in both eras (MCP 2025-11-25 and 2026-07-28, Streamable HTTP). */
export const mcpExchanges: Exchanges = {
  "/mcp": [
    {
      it: "answers a preflight without further checks",
      request: async ({ info }) => ({
        method: "OPTIONS",
        path: "/mcp",
        headers: {
          origin: new URL(info.url).origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "mcp-protocol-version",
        },
      }),
      status: 204,
      headers: {
        "access-control-allow-methods": /POST/,
        "access-control-allow-headers": /authorization.*mcp-protocol-version.*mcp-method/,
        "access-control-allow-origin": /^https?:/,
      },
    },
    {
      it: "lets pages of the site read its responses, even errors",
      request: ({ info }) => postMessage("{", { origin: new URL(info.url).origin }),
      status: 400,
      headers: { "access-control-allow-origin": /^https?:/, vary: /origin/i },
    },
    FOREIGN_ORIGIN_EXCHANGE,
    ...protocolExchanges,
    {
      it: "rejects a sandboxed page",
      request: legacyRequest("ping", {}, { origin: "null" }),
      status: 403,
      requires: "fixture",
    },
    {
      it: "rejects a wrong host",
      requires: "fixture",
      request: legacyRequest("ping", {}, { host: "evil.example" }),
      status: 403,
    },

    acceptExchange("*/*"),
    acceptExchange("application/json"),
    acceptExchange("text/event-stream"),
    acceptExchange("text/html"),
    acceptExchange(""),

    expectRpcError("rejects a body that isn't JSON", postMessage("{"), 400, -32700),
    {
      it: "rejects a body over 1 MiB",
      request: () => legacyRequest("tools/call", searchCall("a".repeat(1 << 20))),
      status: 413,
    },
    {
      it: "accepts a body just under 1 MiB and validates its contents",
      request: () => legacyRequest("tools/call", searchCall("a".repeat((1 << 20) - 300))),
      status: 200,
    },
    expectRpcResult(
      "ignores a session ID",
      legacyRequest("ping", {}, { "mcp-session-id": "made-up" }),
      (result, { headers }) => {
        assert.deepEqual(result, {});
        assert.equal(headers["mcp-session-id"], undefined);
      },
    ),

    expectRpcResult(
      "supports the requested revision in initialize",
      initializeParams(LEGACY_VERSION),
      (result) => {
        assert.equal(result.protocolVersion, LEGACY_VERSION);
        assert.ok(result.capabilities.tools);
        assert.ok(result.instructions.length > 50 && result.instructions.length < 2000);
        assert.equal(typeof result.serverInfo.name, "string");
      },
    ),
    expectRpcResult(
      "falls back to its own revision if initialize requests an unknown one",
      initializeParams("1999-01-01"),
      ({ protocolVersion }) => assert.equal(protocolVersion, LEGACY_VERSION),
    ),

    expectRpcResult("answers server/discover", modernRequest("server/discover"), (result) => {
      assert.deepEqual(result.supportedVersions, [MODERN_VERSION]);
      assert.ok(result.capabilities.tools);
      assert.ok(result.instructions.length > 50);
      assert.deepEqual(
        [result.resultType, typeof result.ttlMs, result.cacheScope],
        ["complete", "number", "public"],
      );
    }),
    expectRpcResult(
      "includes the server info and the result type in modern results",
      modernRequest("tools/call", searchCall("a")),
      (result) => {
        assert.equal(result.resultType, "complete");
        assert.equal(typeof result._meta["io.modelcontextprotocol/serverInfo"].name, "string");
      },
    ),
    expectRpcError(
      "rejects a name header that contradicts the body",
      modernRequest("tools/call", searchCall("a"), { "mcp-name": "read_page" }),
      400,
      -32020,
    ),
    expectRpcError(
      "rejects a missing name header",
      modernRequest("tools/call", searchCall("a"), { "mcp-name": "" }),
      400,
      -32020,
    ),
    expectRpcResult(
      "accepts a name header in Base64",
      modernRequest("tools/call", searchCall("a"), { "mcp-name": "=?base64?c2VhcmNoX3BhZ2Vz?=" }),
      (result) => assert.ok(!result.isError),
    ),
    ...toolExchanges,
  ],
};
