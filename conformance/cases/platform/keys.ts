import assert from "node:assert/strict";
import type { Exchange, Exchanges, PlatformContext } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";

type PlatformExchange = Exchange<PlatformContext>;

const PATH = "/api/v1/apps";
const { whole, stranger } = KEYS;

/** Refused with a challenge, and without a word of what was sent. */
const refusedKey = (
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

const unusableKey = (
  it: string,
  request: PlatformExchange["request"],
  status = 401,
): PlatformExchange => ({
  it,
  requires: "fixture",
  request,
  status,
});

/** Which credentials are good, and which are not. */
export const keyExchanges: Exchanges<PlatformContext> = {
  [PATH]: [
    {
      it: "asks for a key, and says how",
      request: { path: PATH },
      status: 401,
      headers: { "www-authenticate": 'Bearer realm="Jackfield"' },
    },
    acceptedKey("takes a key", `Bearer ${whole}`),
    acceptedKey("minds not how bearer is written", `bearer ${whole}`),
    acceptedKey("minds not how BEARER is written", `BEARER ${whole}`),
    acceptedKey("takes several spaces between", `Bearer   ${whole}`),
    refusedKey("refuses an empty Bearer", "Bearer"),
    refusedKey("refuses Basic", `Basic ${Buffer.from(`key:${whole}`).toString("base64")}`),
    refusedKey("refuses another scheme before the key", `Token ${whole}`),
    refusedKey("refuses the key alone", whole),
    refusedKey("refuses two keys", `Bearer ${whole} ${whole}`),
    refusedKey("refuses two credentials in one header", `Bearer ${whole}, Bearer ${whole}`),
    refusedKey("refuses a key in quotes", `Bearer "${whole}"`),
    refusedKey("refuses a word", "Bearer me"),
    refusedKey("refuses a key that is cut off", `Bearer ${whole.slice(0, -1)}`),
    refusedKey("refuses a key with a letter too many", `Bearer ${whole}a`),
    refusedKey("refuses a key whose letters are written large", `Bearer ${whole.toUpperCase()}`),
    refusedKey(
      "refuses a key of another prefix",
      `Bearer ${whole.replace("jf_live_", "jf_test_")}`,
    ),
    refusedKey(
      "refuses a key with a letter changed",
      `Bearer ${whole.replace("wholeF", "whaleF")}`,
    ),
    refusedKey(
      "refuses a key whose checksum is another's",
      `Bearer ${whole.slice(0, -6)}${stranger.slice(-6)}`,
    ),
    refusedKey("refuses a key that is percent-encoded", `Bearer ${whole.replace("_", "%5F")}`),
    refusedKey("refuses a key that nobody made", `Bearer ${stranger}`),
    refusedKey("refuses a key that has expired", `Bearer ${KEYS.expired}`, { code: "key_expired" }),
    refusedKey("refuses a key that was revoked", `Bearer ${KEYS.revoked}`, { code: "key_revoked" }),
    {
      it: "says of a revoked key when that was, and nothing that opens anything",
      requires: "fixture",
      request: { path: PATH, headers: bearerHeader(KEYS.revoked) },
      status: 401,
      check({ text }) {
        assert.match(JSON.parse(text).detail, /"the revoked one" was revoked at 2026-02-28/);
      },
    },
    unusableKey("looks at no key in the query", { path: `${PATH}?key=${whole}` }),
    unusableKey("looks at no access_token in the query", { path: `${PATH}?access_token=${whole}` }),
    unusableKey("looks at no key in a cookie", { path: PATH, headers: { cookie: `key=${whole}` } }),
    unusableKey("looks at no key in X-Api-Key", { path: PATH, headers: { "x-api-key": whole } }),
    unusableKey("looks at no key in a path that is no link", { path: `/api/k/${whole}/v1/apps` }),
    unusableKey("looks at no user in the address", {
      path: PATH,
      headers: { "proxy-authorization": `Bearer ${whole}` },
    }),
    unusableKey("asks for a key before it says what is served", { path: "/api/v1/no-such-path" }),
    unusableKey("asks for a key before it reads a body", {
      method: "POST",
      path: "/api/v1/tools/find",
      headers: { "content-type": "application/json" },
      body: "{",
    }),
    unusableKey("asks for a key of HEAD too", { method: "HEAD", path: PATH }),
    unusableKey(
      "serves nothing else under /api",
      { path: "/api/v1/no-such-path", headers: bearerHeader(whole) },
      404,
    ),
    unusableKey(
      "needs no permission to say that nothing is there",
      { path: "/api/v1/no-such-path", headers: bearerHeader(KEYS.connector) },
      404,
    ),
    {
      it: "answers HEAD as GET, without the body",
      request: ({ key }) => ({ method: "HEAD", path: PATH, headers: bearerHeader(key) }),
      status: 200,
      mediaType: "application/json",
    },
    {
      it: "answers 405 and says what it allows",
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
      it: "does not answer for a host that is not its own",
      requires: "fixture",
      request: { path: PATH, headers: { ...bearerHeader(whole), host: "evil.example" } },
      status: 421,
    },
    {
      it: "is kept by nobody",
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
