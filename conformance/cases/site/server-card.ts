import assert from "node:assert/strict";
import type { Exchanges } from "../../case.ts";
import { modernRequest } from "../mcp-messages.ts";
import { CACHE_HEADERS } from "./discovery.ts";

const CARD = "/mcp/server-card";
const CARD_COPY = "/.well-known/mcp/server-card.json";

/** The MCP server card and its copy for scanners. */
export const serverCardExchanges: Exchanges = {
  [CARD]: [
    {
      it: "is a server card according to SEP-2127 and agrees with server/discover",
      request: { path: CARD },
      status: 200,
      headers: { ...CACHE_HEADERS, "content-type": "application/mcp-server-card+json" },
      async check(response, context) {
        const card = JSON.parse(response.text);
        assert.equal(
          card.$schema,
          "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
        );
        assert.match(card.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
        assert.ok(
          card.name.length <= 200 &&
            card.title.length <= 100 &&
            card.description.length >= 1 &&
            card.description.length <= 100,
        );
        assert.match(card.version, /^\d+\.\d+\.\d+$/);
        assert.deepEqual(
          card.remotes.map(({ type, url }: any) => [type, url]),
          [["streamable-http", context.urlFor("/mcp")]],
        );
        assert.deepEqual(
          card.remotes[0].supportedProtocolVersions,
          context.info.mcp.protocol_versions,
        );
        const { result } = JSON.parse((await context.send(modernRequest("server/discover"))).text);
        assert.deepEqual(card.capabilities, result.capabilities);
        assert.deepEqual(
          card.remotes[0].supportedProtocolVersions.slice(0, result.supportedVersions.length),
          result.supportedVersions,
        );
        assert.equal(card.version, result._meta["io.modelcontextprotocol/serverInfo"].version);
      },
    },
    {
      it: "allows requests from pages of any origin",
      request: {
        method: "OPTIONS",
        path: CARD,
        headers: {
          origin: "https://elsewhere.example",
          "access-control-request-headers": "if-none-match",
        },
      },
      status: 204,
      headers: { "access-control-allow-origin": "*", "access-control-allow-headers": "*" },
    },
  ],
  [CARD_COPY]: [
    {
      it: "has the same bytes as the server card, at the path that scanners check",
      request: { path: CARD_COPY },
      status: 200,
      mediaType: "application/json",
      headers: CACHE_HEADERS,
      check: async ({ text }, { send }) => assert.equal((await send({ path: CARD })).text, text),
    },
  ],
};
