import assert from "node:assert/strict";
import type { Exchange, Exchanges, FoundOfPlatform } from "../../case.ts";
import { bearer, KEYS } from "../../rig/platform/keys.ts";

type Of = Exchange<FoundOfPlatform>;

const PATH = "/api/v1/apps";
const { whole, stranger } = KEYS;

/** Refused with a challenge, and without a word of what was sent. */
const refused = (
  it: string,
  authorization: string,
  { wasSent = true, code = "unauthorized" } = {},
): Of => ({
  it,
  needs: "rig",
  ask: { path: PATH, headers: { authorization } },
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

const taken = (it: string, authorization: string): Of => ({
  it,
  needs: "rig",
  ask: { path: PATH, headers: { authorization } },
  status: 200,
});

const unused = (it: string, ask: Of["ask"], status = 401): Of => ({
  it,
  needs: "rig",
  ask,
  status,
});

/** Which credentials are good, and which are not. */
export const keyExchanges: Exchanges<FoundOfPlatform> = {
  [PATH]: [
    {
      it: "asks for a key, and says how",
      ask: { path: PATH },
      status: 401,
      headers: { "www-authenticate": 'Bearer realm="Jackfield"' },
    },
    taken("takes a key", `Bearer ${whole}`),
    taken("minds not how bearer is written", `bearer ${whole}`),
    taken("minds not how BEARER is written", `BEARER ${whole}`),
    taken("takes several spaces between", `Bearer   ${whole}`),
    refused("refuses an empty Bearer", "Bearer"),
    refused("refuses Basic", `Basic ${Buffer.from(`key:${whole}`).toString("base64")}`),
    refused("refuses another scheme before the key", `Token ${whole}`),
    refused("refuses the key alone", whole),
    refused("refuses two keys", `Bearer ${whole} ${whole}`),
    refused("refuses two credentials in one header", `Bearer ${whole}, Bearer ${whole}`),
    refused("refuses a key in quotes", `Bearer "${whole}"`),
    refused("refuses a word", "Bearer me"),
    refused("refuses a key that is cut off", `Bearer ${whole.slice(0, -1)}`),
    refused("refuses a key with a letter too many", `Bearer ${whole}a`),
    refused("refuses a key whose letters are written large", `Bearer ${whole.toUpperCase()}`),
    refused("refuses a key of another prefix", `Bearer ${whole.replace("jf_live_", "jf_test_")}`),
    refused("refuses a key with a letter changed", `Bearer ${whole.replace("wholeOf", "whaleOf")}`),
    refused(
      "refuses a key whose checksum is another's",
      `Bearer ${whole.slice(0, -6)}${stranger.slice(-6)}`,
    ),
    refused("refuses a key that is percent-encoded", `Bearer ${whole.replace("_", "%5F")}`),
    refused("refuses a key that nobody made", `Bearer ${stranger}`),
    refused("refuses a key that has expired", `Bearer ${KEYS.expired}`, { code: "key_expired" }),
    refused("refuses a key that was revoked", `Bearer ${KEYS.revoked}`, { code: "key_revoked" }),
    {
      it: "says of a revoked key when that was, and nothing that opens anything",
      needs: "rig",
      ask: { path: PATH, headers: bearer(KEYS.revoked) },
      status: 401,
      check({ text }) {
        assert.match(JSON.parse(text).detail, /the revoked one \(jf_live_….*2026-02-28/);
      },
    },
    unused("looks at no key in the query", { path: `${PATH}?key=${whole}` }),
    unused("looks at no access_token in the query", { path: `${PATH}?access_token=${whole}` }),
    unused("looks at no key in a cookie", { path: PATH, headers: { cookie: `key=${whole}` } }),
    unused("looks at no key in X-Api-Key", { path: PATH, headers: { "x-api-key": whole } }),
    unused("looks at no key in a path that is no link", { path: `/api/k/${whole}/v1/apps` }),
    unused("looks at no user in the address", {
      path: PATH,
      headers: { "proxy-authorization": `Bearer ${whole}` },
    }),
    unused("asks for a key before it says what is served", { path: "/api/v1/no-such-path" }),
    unused("asks for a key before it reads a body", {
      method: "POST",
      path: "/api/v1/tools/find",
      headers: { "content-type": "application/json" },
      body: "{",
    }),
    unused("asks for a key of HEAD too", { method: "HEAD", path: PATH }),
    unused(
      "serves nothing else under /api",
      { path: "/api/v1/no-such-path", headers: bearer(whole) },
      404,
    ),
    unused(
      "needs no permission to say that nothing is there",
      { path: "/api/v1/no-such-path", headers: bearer(KEYS.connector) },
      404,
    ),
    {
      it: "answers HEAD as GET, without the body",
      ask: ({ key }) => ({ method: "HEAD", path: PATH, headers: bearer(key) }),
      status: 200,
      mediaType: "application/json",
    },
    {
      it: "answers 405 and says what it allows",
      ask: ({ key }) => ({ method: "POST", path: PATH, headers: bearer(key), body: "{}" }),
      status: 405,
      headers: { allow: "GET, HEAD, OPTIONS" },
    },
    {
      it: "does not answer for a host that is not its own",
      needs: "rig",
      ask: { path: PATH, headers: { ...bearer(whole), host: "evil.example" } },
      status: 421,
    },
    {
      it: "is kept by nobody",
      ask: ({ key }) => ({ path: PATH, headers: bearer(key) }),
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
