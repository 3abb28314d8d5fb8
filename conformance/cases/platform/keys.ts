import assert from "node:assert/strict";
import type { Exchange, Exchanges, PlatformContext } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";

type PlatformExchange = Exchange<PlatformContext>;

const PATH = "/api/v1/apps";
const { whole, stranger } = KEYS;

/** The response challenges the client and never repeats the key. */
const rejectedKey = (
  it: string,
  authorization: string,
  { wasSent = true, code = "unauthorized" } = {},
): PlatformExchange => ({
  it,
  requires: "fixture",
  request: { path: PATH, headers: { authorization } },
  status: 401,
  mediaType: "application/problem+json",
  headers: {
    "www-authenticate": `Bearer realm="Jackfield"${wasSent ? ', error="invalid_token"' : ""}`,
    "cache-control": "no-store",
    "access-control-allow-origin": "*",
  },
  check({ text }) {
    assert.equal(JSON.parse(text).code, code);
    const [, body] = /jf_live_(\w{8})/.exec(authorization) ?? [];
    if (body) assert.ok(!text.includes(body), text);
  },
});

const acceptedKey = (it: string, authorization: string): PlatformExchange => ({
  it,
  requires: "fixture",
  request: { path: PATH, headers: { authorization } },
  status: 200,
});

const ignoredKey = (
  it: string,
  request: PlatformExchange["request"],
  status = 401,
): PlatformExchange => ({
  it,
  requires: "fixture",
  request,
  status,
});

/** Accepted and rejected credentials. */
export const keyExchanges: Exchanges<PlatformContext> = {
  [PATH]: [
    {
      it: "challenges a request without a key",
      request: { path: PATH },
      status: 401,
      headers: { "www-authenticate": 'Bearer realm="Jackfield"' },
    },
    {
      it: "explains where to send a key that is in X-API-Key",
      requires: "fixture",
      request: { path: PATH, headers: { "x-api-key": whole } },
      status: 401,
      check({ text }) {
        assert.match(JSON.parse(text).hint, /^Send "Authorization: Bearer <key>" instead/);
        assert.ok(!text.includes(whole));
      },
    },
    acceptedKey("accepts a key", `Bearer ${whole}`),
    acceptedKey("accepts the scheme in lowercase", `bearer ${whole}`),
    acceptedKey("accepts the scheme in uppercase", `BEARER ${whole}`),
    acceptedKey("accepts several spaces after the scheme", `Bearer   ${whole}`),
    rejectedKey("rejects an empty Bearer header", "Bearer"),
    rejectedKey(
      "rejects Basic authentication",
      `Basic ${Buffer.from(`key:${whole}`).toString("base64")}`,
    ),
    rejectedKey("rejects a key after another scheme", `Token ${whole}`),
    rejectedKey("rejects a key without a scheme", whole),
    rejectedKey("rejects two keys", `Bearer ${whole} ${whole}`),
    rejectedKey("rejects two credentials in one header", `Bearer ${whole}, Bearer ${whole}`),
    rejectedKey("rejects a quoted key", `Bearer "${whole}"`),
    rejectedKey("rejects a word that isn't a key", "Bearer me"),
    rejectedKey("rejects a truncated key", `Bearer ${whole.slice(0, -1)}`),
    rejectedKey("rejects a key with an extra letter", `Bearer ${whole}a`),
    rejectedKey("rejects a key in uppercase", `Bearer ${whole.toUpperCase()}`),
    rejectedKey(
      "rejects a key with another prefix",
      `Bearer ${whole.replace("jf_live_", "jf_test_")}`,
    ),
    rejectedKey(
      "rejects a key with an altered letter",
      `Bearer ${whole.replace("wholeF", "whaleF")}`,
    ),
    rejectedKey(
      "rejects a key with another key's checksum",
      `Bearer ${whole.slice(0, -6)}${stranger.slice(-6)}`,
    ),
    rejectedKey("rejects a percent-encoded key", `Bearer ${whole.replace("_", "%5F")}`),
    rejectedKey("rejects an unknown key", `Bearer ${stranger}`),
    rejectedKey("rejects an expired key", `Bearer ${KEYS.expired}`, { code: "key_expired" }),
    rejectedKey("rejects a revoked key", `Bearer ${KEYS.revoked}`, { code: "key_revoked" }),
    {
      it: "reports when a key was revoked",
      requires: "fixture",
      request: { path: PATH, headers: bearerHeader(KEYS.revoked) },
      status: 401,
      check({ text }) {
        assert.match(JSON.parse(text).detail, /"the revoked one" was revoked at 2026-02-28/);
      },
    },
    ignoredKey("ignores a key in the query", { path: `${PATH}?key=${whole}` }),
    ignoredKey("ignores an access_token in the query", { path: `${PATH}?access_token=${whole}` }),
    ignoredKey("ignores a key in a cookie", { path: PATH, headers: { cookie: `key=${whole}` } }),
    ignoredKey("ignores a key in X-Api-Key", { path: PATH, headers: { "x-api-key": whole } }),
    ignoredKey("ignores a key in a path that isn't an MCP link", {
      path: `/api/k/${whole}/v1/apps`,
    }),
    ignoredKey("ignores a key in Proxy-Authorization", {
      path: PATH,
      headers: { "proxy-authorization": `Bearer ${whole}` },
    }),
    ignoredKey("requires a key before it reveals whether a path exists", {
      path: "/api/v1/no-such-path",
    }),
    ignoredKey("requires a key before it reads a body", {
      method: "POST",
      path: "/api/v1/tools/find",
      headers: { "content-type": "application/json" },
      body: "{",
    }),
    ignoredKey("requires a key for HEAD", { method: "HEAD", path: PATH }),
    ignoredKey(
      "returns 404 for an unknown path under /api",
      { path: "/api/v1/no-such-path", headers: bearerHeader(whole) },
      404,
    ),
    ignoredKey(
      "returns 404 for an unknown path to a key without the read permission",
      { path: "/api/v1/no-such-path", headers: bearerHeader(KEYS.connector) },
      404,
    ),
    {
      it: "answers HEAD like GET, without a body",
      request: ({ key }) => ({ method: "HEAD", path: PATH, headers: bearerHeader(key) }),
      status: 200,
      mediaType: "application/json",
    },
    {
      it: "returns 405 for POST and lists the allowed methods",
      request: ({ key }) => ({
        method: "POST",
        path: PATH,
        headers: bearerHeader(key),
        body: "{}",
      }),
      status: 405,
      headers: { allow: "GET, HEAD, OPTIONS" },
    },
    {
      it: "rejects another host",
      requires: "fixture",
      request: { path: PATH, headers: { ...bearerHeader(whole), host: "evil.example" } },
      status: 421,
    },
    {
      it: "forbids caching, indexing and referrers",
      request: ({ key }) => ({ path: PATH, headers: bearerHeader(key) }),
      status: 200,
      headers: {
        "cache-control": "no-store",
        vary: /authorization/i,
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
      },
    },
  ],
};
