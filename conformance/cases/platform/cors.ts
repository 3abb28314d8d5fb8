import assert from "node:assert/strict";
import { table } from "../../../generated/platform/operations.ts";
import type { Exchange, Exchanges, FoundOfPlatform } from "../../case.ts";
import { bearer, KEYS } from "../../rig/platform/keys.ts";
import type { Asking } from "../../targets/target.ts";
import { finding } from "./asking.ts";

type Of = Exchange<FoundOfPlatform>;

const ORIGIN = { origin: "https://elsewhere.example" };
const EXPOSED = /^RateLimit, RateLimit-Policy, Request-Id, Retry-After, WWW-Authenticate$/;
const OPEN = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": EXPOSED,
} as const;

/** No cookies here: a page sends a key that it was given, or nothing. */
const withoutCredentials: Of["check"] = ({ headers }) =>
  assert.equal(headers["access-control-allow-credentials"], undefined);

const readable = (it: string, asking: Asking, status: number, more: Partial<Of> = {}): Of => ({
  it: `lets a page of any origin read ${it}`,
  needs: "rig",
  ask: { ...asking, headers: { ...ORIGIN, ...asking.headers } },
  status,
  headers: OPEN,
  check: withoutCredentials,
  ...more,
});

/** Each operation's path may be asked for by pages of any origin, once they have asked whether. */
const preflights = Object.fromEntries(
  Object.values(table.operations).map(({ path, method }): [string, readonly [Of]] => [
    path,
    [
      {
        it: "answers a preflight before it asks for a key",
        ask: {
          method: "OPTIONS",
          path: path.replaceAll(/\{\w+\}/g, "nothing"),
          headers: {
            ...ORIGIN,
            "access-control-request-method": method,
            "access-control-request-headers": "authorization, content-type",
          },
        },
        status: 204,
        headers: {
          "access-control-allow-origin": "*",
          "access-control-allow-methods": new RegExp(`\\b${method}\\b`),
          "access-control-allow-headers": /\bauthorization\b.*\bcontent-type\b/,
          "access-control-max-age": /^\d+$/,
        },
        check: withoutCredentials,
      },
    ],
  ]),
);

/** What browsers' pages may see (Fetch, CORS). */
export const corsExchanges: Exchanges<FoundOfPlatform> = {
  ...preflights,
  "/api/*": [
    readable("what it asked for", { path: "/api/v1/apps", headers: bearer(KEYS.whole) }, 200),
    readable(
      "that its input is wrong",
      { path: "/api/v1/apps?limit=0", headers: bearer(KEYS.whole) },
      400,
    ),
    readable("that a key is asked for", { path: "/api/v1/apps" }, 401),
    readable(
      "that its key may not",
      { path: "/api/v1/apps", headers: bearer(KEYS.connector) },
      403,
    ),
    readable(
      "that there is no such app",
      { path: "/api/v1/apps/nothing", headers: bearer(KEYS.whole) },
      404,
    ),
    readable("that nothing is served", { path: "/api/nothing", headers: bearer(KEYS.whole) }, 404),
    readable(
      "that a method is not served",
      { method: "PUT", path: "/api/v1/apps", headers: bearer(KEYS.whole), body: "{}" },
      405,
    ),
    readable(
      "that a body is too large",
      { ...finding("a".repeat((1 << 20) + 1)), headers: bearer(KEYS.whole) },
      413,
    ),
    readable(
      "that it has asked too much",
      { path: "/api/v1/apps", headers: bearer(KEYS.whole) },
      429,
      { spent: true },
    ),
    readable("that something failed", { path: "/api/v1/apps", headers: bearer(KEYS.whole) }, 500, {
      fault: 500,
    }),
    readable(
      "that the storage can't be reached",
      { path: "/api/v1/apps", headers: bearer(KEYS.whole) },
      503,
      { fault: 503 },
    ),
    readable(
      "what a sandbox of it asked for",
      { path: "/api/v1/apps", headers: { ...bearer(KEYS.whole), origin: "null" } },
      200,
    ),
    {
      it: "answers a preflight at a path that there is not, so that its 404 can be read",
      ask: {
        method: "OPTIONS",
        path: "/api/nothing",
        headers: { ...ORIGIN, "access-control-request-method": "GET" },
      },
      status: 204,
      headers: { "access-control-allow-origin": "*" },
    },
  ],
};
