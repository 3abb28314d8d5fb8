import assert from "node:assert/strict";
import type { Condition, Exchange, Exchanges, PlatformContext } from "../../case.ts";
import { KEYS } from "../../fixtures/platform/keys.ts";
import type { TestRequest } from "../../targets/target.ts";
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

const WITHOUT_OAUTH: Condition<PlatformContext> = {
  needs: "a platform without OAuth",
  holds: ({ oauthMetadataUrl }) => oauthMetadataUrl === undefined,
};

const WITH_OAUTH: Condition<PlatformContext> = {
  needs: "a platform that supports OAuth",
  holds: ({ oauthMetadataUrl }) => oauthMetadataUrl !== undefined,
};

/** A program that registers a client or asks for a token. */
const postTo = (path: string): TestRequest => ({
  method: "POST",
  path,
  headers: { "content-type": "application/json" },
  body: '{"client_name":"a"}',
});

/** A problem whose detail and hint match. */
const absent = (
  detailPattern: RegExp,
  hintPattern: RegExp,
): Omit<PlatformExchange, "it" | "request"> => ({
  status: 404,
  mediaType: "application/problem+json",
  headers: { "cache-control": "no-store" },
  check({ text }) {
    const { code, detail, hint } = JSON.parse(text);
    assert.equal(code, "not_found");
    assert.match(detail, detailPattern);
    assert.match(hint, hintPattern);
    assert.ok(text.length < 600, String(text.length));
  },
});

const NO_OAUTH = absent(/doesn't support OAuth/, /Authorization: Bearer/);
const OTHER_PATHS = absent(
  /has its OAuth endpoints at other paths/,
  /\/\.well-known\/oauth-authorization-server/,
);

const oauthPathExchanges = (
  path: string,
): readonly [PlatformExchange, ...(readonly PlatformExchange[])] => [
  {
    it: "explains that OAuth isn't supported, even to browsers",
    condition: WITHOUT_OAUTH,
    request: { path, headers: { accept: "text/html" } },
    ...NO_OAUTH,
  },
  {
    it: "accepts no registration and issues no token",
    condition: WITHOUT_OAUTH,
    request: postTo(path),
    ...NO_OAUTH,
  },
  ...(SERVED_METADATA[path] ?? [
    {
      it: "refers to the OAuth metadata, even browsers",
      condition: WITH_OAUTH,
      request: { path, headers: { accept: "text/html" } },
      ...OTHER_PATHS,
    },
    {
      it: "accepts no registration here and issues no token",
      condition: WITH_OAUTH,
      request: postTo(path),
      ...OTHER_PATHS,
    },
  ]),
];

/** A metadata document that a platform with OAuth serves. */
const metadataExchanges = (
  path: string,
  check: NonNullable<PlatformExchange["check"]>,
): PlatformExchange[] => [
  {
    it: "describes the OAuth endpoints to web pages, too",
    condition: WITH_OAUTH,
    request: { path, headers: { origin: "https://elsewhere.example" } },
    status: 200,
    mediaType: "application/json",
    headers: { "access-control-allow-origin": "*" },
    check,
  },
  {
    it: "accepts no registration and issues no token where its metadata is",
    condition: WITH_OAUTH,
    request: postTo(path),
    status: 405,
    mediaType: "application/json",
  },
];

/** RFC 9728, section 3.2. The resource is the MCP server under the name that the client uses. */
const resourceMetadata: NonNullable<PlatformExchange["check"]> = async (
  { text },
  { urlFor, oauthMetadataUrl, send },
) => {
  const { resource, authorization_servers: servers, bearer_methods_supported } = JSON.parse(text);
  assert.equal(resource, urlFor("/mcp"));
  assert.equal(new URL(oauthMetadataUrl!).pathname, "/.well-known/oauth-protected-resource/mcp");
  assert.deepEqual(bearer_methods_supported, ["header"]);
  const { text: metadata } = await send({ path: "/.well-known/oauth-authorization-server" });
  assert.deepEqual(servers, [JSON.parse(metadata).issuer]);
};

/** RFC 8414, section 2, and what MCP requires of it: PKCE with S256. */
const serverMetadata: NonNullable<PlatformExchange["check"]> = ({ text }) => {
  const metadata = JSON.parse(text);
  for (const endpoint of ["authorization_endpoint", "token_endpoint", "registration_endpoint"])
    assert.ok(URL.canParse(metadata[endpoint]), endpoint);
  assert.deepEqual(metadata.code_challenge_methods_supported, ["S256"]);
  assert.deepEqual(metadata.response_types_supported, ["code"]);
};

const SERVED_METADATA: Readonly<Record<string, readonly PlatformExchange[]>> = {
  ...Object.fromEntries(
    ["", "/mcp"].map((suffix) => {
      const path = `/.well-known/oauth-protected-resource${suffix}`;
      return [path, metadataExchanges(path, resourceMetadata)];
    }),
  ),
  "/.well-known/oauth-authorization-server": metadataExchanges(
    "/.well-known/oauth-authorization-server",
    serverMetadata,
  ),
};

/** Paths that the platform doesn't serve. */
export const unknownPathExchanges: Exchanges<PlatformContext> = {
  ...Object.fromEntries(OAUTH_PATHS.map((path) => [path, oauthPathExchanges(path)])),
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
