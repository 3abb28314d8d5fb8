import assert from "node:assert/strict";
import { createHash, createPublicKey, verify } from "node:crypto";
import { NO_OAUTH_PATHS } from "../../../core/site/no-oauth.ts";
import type { Exchange, Exchanges } from "../../case.ts";
import { AGENT_KEY, WELL_KNOWN } from "../../signatures/keys.ts";
import { unlessForwarded } from "../conditions.ts";
import { modernRequest } from "../mcp-messages.ts";
import { CACHE_HEADERS } from "./discovery.ts";
import { signAsAgent } from "./signatures.ts";

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
    unlessForwarded({
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
    }),
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

const NOT_FOUND_RESPONSE = {
  status: 404,
  mediaType: "application/problem+json",
  headers: { "cache-control": "no-store", "access-control-allow-origin": "*" },
} as const;

/** Checks that the response is a short JSON problem that states that there is no OAuth. */
function assertNoOauthMessage({ text }: { text: string }): void {
  const { code, detail, hint } = JSON.parse(text);
  assert.equal(code, "not_found");
  assert.match(detail, /no OAuth/);
  assert.match(hint, /\/auth\.md/);
  assert.ok(text.length < 600, String(text.length));
}

const createExchanges = (path: string): readonly [Exchange, ...Exchange[]] => [
  {
    it: "states that the site has no OAuth, even to browsers",
    requires: "fixture",
    request: { path, headers: { accept: "text/html" } },
    ...NOT_FOUND_RESPONSE,
    check: assertNoOauthMessage,
  },
  {
    it: "accepts no registration and issues no token",
    requires: "fixture",
    request: {
      method: "POST",
      path,
      headers: { "content-type": "application/json" },
      body: '{"client_name":"a"}',
    },
    ...NOT_FOUND_RESPONSE,
    check: assertNoOauthMessage,
  },
];

/** The paths where clients look for OAuth. A deployment's site may have its own pages there. */
export const noOauthExchanges: Exchanges = {
  ...Object.fromEntries(NO_OAUTH_PATHS.map((path) => [path, createExchanges(path)])),
  "/auth.md": [
    {
      it: "states that no credential exists and links to the API",
      request: { path: "/auth.md" },
      status: 200,
      mediaType: "text/markdown",
      headers: { "cache-control": "public, max-age=3600", "access-control-allow-origin": "*" },
      check({ text }, { urlFor }) {
        assert.match(text, /^# auth\.md\n/);
        for (const word of [
          /requires no authentication/,
          /Registration: none/,
          /no provisioning endpoint/,
          /no OAuth/,
        ])
          assert.match(text, word);
        for (const path of ["/agent/site.json", "/mcp", "/support"])
          assert.ok(text.includes(urlFor(path)), path);
      },
    },
  ],
};

/** The key directory of the service. */
export const keyDirectoryExchanges: Exchanges = {
  [WELL_KNOWN]: [
    {
      it: "contains the public keys of outbound requests and is signed with them",
      requires: "fixture",
      request: { path: WELL_KNOWN },
      status: 200,
      headers: {
        "content-type": "application/http-message-signatures-directory+json",
        "cache-control": "public, max-age=3600",
        "access-control-allow-origin": "*",
      },
      check(response, { info }) {
        const { keys } = JSON.parse(response.text);
        assert.deepEqual(keys, [
          { kty: "OKP", crv: "Ed25519", x: AGENT_KEY.public.x, kid: AGENT_KEY.id, use: "sig" },
        ]);
        const digest = `sha-256=:${createHash("sha256").update(response.bytes).digest("base64")}:`;
        assert.equal(response.headers["content-digest"], digest);
        const [, label, params] =
          /^(\w+)=(\("@authority";req "content-digest"\);created=\d+;expires=\d+;keyid="[\w-]{43}";tag="http-message-signatures-directory")$/.exec(
            response.headers["signature-input"] ?? "",
          ) ?? [];
        const base = `"@authority";req: ${new URL(info.url).host}\n"content-digest": ${digest}\n"@signature-params": ${params}`;
        const [, signature = ""] =
          new RegExp(`^${label}=:([^:]+):$`).exec(response.headers["signature"] ?? "") ?? [];
        const key = createPublicKey({ key: AGENT_KEY.public, format: "jwk" });
        assert.ok(verify(null, Buffer.from(base), key, Buffer.from(signature, "base64")));
        const [, created, expires] = /created=(\d+);expires=(\d+)/.exec(params!)!.map(Number);
        assert.ok(
          created! <= Date.now() / 1000 && expires! > Date.now() / 1000 + 3600,
          "the signature expires before the cached response",
        );
      },
    },
    {
      it: "is linked from siteInfo",
      requires: "fixture",
      request: { path: "/agent/site.json" },
      status: 200,
      check: ({ text }) => assert.ok(text.includes(WELL_KNOWN)),
    },
    {
      it: "ignores request signatures",
      requires: "fixture",
      request: (context) => signAsAgent(context, { path: WELL_KNOWN }),
      status: 200,
      check: ({ headers }) => assert.equal(headers["signature-outcome"], undefined),
    },
  ],
};
