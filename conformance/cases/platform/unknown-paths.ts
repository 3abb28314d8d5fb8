import assert from "node:assert/strict";
import type { Exchange, Exchanges, PlatformContext } from "../../case.ts";
import { KEYS } from "../../fixtures/platform/keys.ts";
import { BROWSER_ACCEPT, notFoundPageExchange, PROGRAM_REQUEST } from "../not-found-page.ts";

type PlatformExchange = Exchange<PlatformContext>;

/** Paths where clients look for OAuth metadata and endpoints. */
const OAUTH_PATHS = [
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-authorization-server/mcp",
  "/.well-known/openid-configuration",
  "/mcp/.well-known/openid-configuration",
  "/register",
  "/authorize",
  "/token",
];

const noOauthExchanges = (path: string): readonly [PlatformExchange, PlatformExchange] => {
  const absent: Omit<PlatformExchange, "it" | "request"> = {
    status: 404,
    mediaType: "application/problem+json",
    headers: { "cache-control": "no-store" },
    check({ text }) {
      const { code, detail, hint } = JSON.parse(text);
      assert.equal(code, "not_found");
      assert.match(detail, /doesn't support OAuth/);
      assert.match(hint, /Authorization: Bearer/);
      assert.ok(text.length < 600, String(text.length));
    },
  };
  return [
    {
      it: "explains that OAuth isn't supported, even to browsers",
      request: { path, headers: { accept: "text/html" } },
      ...absent,
    },
    {
      it: "accepts no registration and issues no token",
      request: {
        method: "POST",
        path,
        headers: { "content-type": "application/json" },
        body: '{"client_name":"a"}',
      },
      ...absent,
    },
  ];
};

/** Paths that the platform doesn't serve. */
export const unknownPathExchanges: Exchanges<PlatformContext> = {
  ...Object.fromEntries(OAUTH_PATHS.map((path) => [path, noOauthExchanges(path)])),
  "/*": [
    {
      it: "refers to the API document in the problem for an unknown path",
      request: { path: "/no-such-path-zzyzx" },
      status: 404,
      mediaType: "application/problem+json",
      check: ({ text }) => assert.match(JSON.parse(text).hint, /openapi\.json/),
    },
    notFoundPageExchange(/Nothing is served at \/no-such-path-zzyzx\./),
    {
      it: "returns a problem to programs that accept HTML, too",
      request: PROGRAM_REQUEST,
      status: 404,
      mediaType: "application/problem+json",
      headers: { "cache-control": "no-store", vary: "accept" },
    },
    {
      it: "shows no page at an unknown path of the API",
      request: { path: "/api/v1/nothing", headers: { accept: BROWSER_ACCEPT } },
      status: 401,
      mediaType: "application/problem+json",
    },
    {
      it: "never repeats a key on the page for an unknown path",
      requires: "fixture",
      request: { path: `/keys/${KEYS.whole}`, headers: { accept: BROWSER_ACCEPT } },
      status: 404,
      check: ({ text }) => assert.ok(!text.includes(KEYS.whole.slice(8, 20)), text),
    },
    {
      it: "treats repeated slashes as another path",
      request: { path: "//openapi.json" },
      status: 404,
    },
    {
      it: "rejects another host",
      requires: "fixture",
      request: { path: "/", headers: { host: "evil.example" } },
      status: 421,
    },
    {
      it: "never repeats a key from an unknown path",
      requires: "fixture",
      request: { path: `/keys/${KEYS.whole}` },
      status: 404,
      check: ({ text }) => assert.ok(!text.includes(KEYS.whole.slice(8, 20)), text),
    },
    {
      it: "never repeats a percent-encoded key",
      requires: "fixture",
      request: { path: `/keys/${KEYS.whole.replaceAll("_", "%5f")}` },
      status: 404,
      check: ({ text }) => assert.ok(!text.includes(KEYS.whole.slice(8, 20)), text),
    },
    {
      it: "never repeats a key that was sent as an app ID",
      requires: "fixture",
      request: {
        path: `/api/v1/apps/${KEYS.whole}`,
        headers: { authorization: `Bearer ${KEYS.whole}` },
      },
      status: 404,
      check: ({ text }) => assert.ok(!text.includes(KEYS.whole.slice(8, 20)), text),
    },
    {
      it: "never repeats a key that was sent as a parameter name",
      requires: "fixture",
      request: {
        path: `/api/v1/apps?${KEYS.whole}=1`,
        headers: { authorization: `Bearer ${KEYS.whole}` },
      },
      status: 400,
      check: ({ text }) => assert.ok(!text.includes(KEYS.whole.slice(8, 20)), text),
    },
  ],
};
