import assert from "node:assert/strict";
import { table } from "../../../generated/platform/operations.ts";
import type { Exchange, Exchanges, PlatformContext } from "../../case.ts";
import { KEYS } from "../../fixtures/platform/keys.ts";
import { listToolNames } from "../../services/service.ts";
import type { TestRequest } from "../../targets/target.ts";
import { LEGACY_VERSION, legacyRequest, MODERN_VERSION, modernRequest } from "../mcp-messages.ts";
import { withBearerKey, withKeyInPath } from "./requests.ts";

type PlatformExchange = Exchange<PlatformContext>;

/** The MCP tools of the spec, sorted by name. */
export const TOOL_NAMES = listToolNames(table);

const ERAS = { [LEGACY_VERSION]: legacyRequest, [MODERN_VERSION]: modernRequest } as const;
/** The exchange in the legacy and in the modern era of MCP. */
export const inBothEras = (
  it: string,
  createExchange: (request: typeof legacyRequest) => Omit<PlatformExchange, "it">,
): PlatformExchange[] =>
  Object.entries(ERAS).map(([era, request]) => ({
    it: `${it} (${era})`,
    ...createExchange(request as typeof legacyRequest),
  }));
export const parseResult = (text: string) => JSON.parse(text).result;

/** The headers of every response to a request whose path may contain an API key. */
export const NO_STORE = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  "x-content-type-options": "nosniff",
} as const;

/**
 * A request that is rejected before any tool runs. The response is a JSON-RPC error with the
 * problem as its data.
 */
export const rejectedExchange = (
  it: string,
  request: TestRequest,
  {
    code = "unauthorized",
    status = 401,
    wasSent = true,
    id = 7,
  }: { code?: string; status?: number; wasSent?: boolean; id?: number | null } = {},
): PlatformExchange => ({
  it,
  requires: "fixture",
  request,
  status,
  mediaType: "application/json",
  headers: {
    ...NO_STORE,
    ...(status === 401 && {
      "www-authenticate": `Bearer realm="Jackfield"${wasSent ? ', error="invalid_token"' : ""}`,
    }),
  },
  check({ text, headers }) {
    const { jsonrpc, id: responseId, error, result } = JSON.parse(text);
    assert.deepEqual(
      [jsonrpc, responseId, error.code, error.data.code, error.data.status, result],
      ["2.0", id, -32000, code, status, undefined],
    );
    assert.equal(error.data.instance, `urn:uuid:${headers["request-id"]}`);
    assert.doesNotMatch(text, /jf_live_\w/);
  },
});

export const PING = legacyRequest("ping");
export const CALL = legacyRequest("tools/call", {
  name: "search_apps",
  arguments: { search: "atlas" },
});
export const GET: TestRequest = { path: "/mcp" };

/** The MCP server, with the API key in the path. */
export const mcpLinkExchanges: Exchanges<PlatformContext> = {
  "/mcp/k/{key}": [
    {
      it: "uses the key in the link and ignores the header",
      requires: "fixture",
      request: withBearerKey(withKeyInPath(PING, KEYS.whole), KEYS.stranger),
      status: 200,
    },
    ...inBothEras("lists the tools for the key in the link", (request) => ({
      request: ({ key }) => withKeyInPath(request("tools/list"), key),
      status: 200,
      headers: NO_STORE,
      check: ({ text }) => assert.equal(parseResult(text).tools.length, TOOL_NAMES.length),
    })),
    ...inBothEras("calls a tool with the key in the link", (request) => ({
      requires: "fixture",
      request: withKeyInPath(
        request("tools/call", { name: "search_apps", arguments: { search: "atlas" } }),
        KEYS.whole,
      ),
      status: 200,
      check: ({ text }) => assert.equal(parseResult(text).structuredContent.data[0].id, "atlas"),
    })),
    rejectedExchange("rejects an unknown key in the link", withKeyInPath(CALL, KEYS.stranger)),
    rejectedExchange("rejects a revoked key in the link", withKeyInPath(CALL, KEYS.revoked), {
      code: "key_revoked",
    }),
    rejectedExchange("rejects a malformed key in the link", withKeyInPath(CALL, "me")),
    rejectedExchange(
      "rejects a percent-encoded key in the link",
      withKeyInPath(CALL, KEYS.whole.replaceAll("_", "%5F")),
    ),
    rejectedExchange(
      "ignores the header if the key in the link is invalid",
      withBearerKey(withKeyInPath(CALL, KEYS.stranger), KEYS.whole),
    ),
    {
      it: "answers a browser with 405 without repeating the key",
      requires: "fixture",
      request: withKeyInPath({ ...GET, headers: { accept: "text/html" } }, KEYS.whole),
      status: 405,
      headers: NO_STORE,
      check: ({ text }) => assert.doesNotMatch(text, /jf_live_/),
    },
    rejectedExchange(
      "answers a browser with 401 if the key in the link is invalid",
      withKeyInPath(GET, KEYS.stranger),
      {
        id: null,
      },
    ),
    {
      it: "answers a preflight request",
      request: {
        method: "OPTIONS",
        path: `/mcp/k/${KEYS.whole}`,
        headers: { origin: "https://elsewhere.example", "access-control-request-method": "POST" },
      },
      status: 204,
    },
    {
      it: "returns 404 for a trailing slash without repeating the key",
      requires: "fixture",
      request: { ...PING, path: `/mcp/k/${KEYS.whole}/` },
      status: 404,
      headers: { ...NO_STORE },
      check: ({ text }) => assert.ok(!text.includes(KEYS.whole.slice(8, 16))),
    },
    {
      it: "returns 404 for a link without a key",
      request: { ...PING, path: "/mcp/k/" },
      status: 404,
    },
    {
      it: "returns 404 for a path below the link without repeating the key",
      requires: "fixture",
      request: { path: `/mcp/k/${KEYS.whole}/.well-known/oauth-protected-resource` },
      status: 404,
      check: ({ text }) => assert.ok(!text.includes(KEYS.whole.slice(8, 16))),
    },
  ],
};
