import assert from "node:assert/strict";
import type { Exchanges, PlatformContext } from "../../case.ts";
import { KEYS } from "../../fixtures/platform/keys.ts";
import {
  CALL,
  GET,
  inBothEras,
  NO_STORE,
  PING,
  parseResult,
  rejectedExchange,
  TOOL_NAMES,
} from "./mcp-cases.ts";
import { withBearerKey, withKeyInPath } from "./requests.ts";

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
