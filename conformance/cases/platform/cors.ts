import assert from "node:assert/strict";
import { table } from "../../../generated/platform/operations.ts";
import type { Exchange, Exchanges, PlatformContext } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import type { TestRequest } from "../../targets/target.ts";
import { findToolsRequest } from "./requests.ts";

type PlatformExchange = Exchange<PlatformContext>;

const ORIGIN_HEADER = { origin: "https://elsewhere.example" };
const EXPOSED_HEADERS = /^RateLimit, RateLimit-Policy, Request-Id, Retry-After, WWW-Authenticate$/;
const OPEN_CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": EXPOSED_HEADERS,
} as const;

/** Pages authenticate with a key, never with cookies. */
const assertNoCredentials: PlatformExchange["check"] = ({ headers }) =>
  assert.equal(headers["access-control-allow-credentials"], undefined);

const readableExchange = (
  it: string,
  request: TestRequest,
  status: number,
  more: Partial<PlatformExchange> = {},
): PlatformExchange => ({
  it: `lets pages of any origin read ${it}`,
  requires: "fixture",
  request: { ...request, headers: { ...ORIGIN_HEADER, ...request.headers } },
  status,
  headers: OPEN_CORS_HEADERS,
  check: assertNoCredentials,
  ...more,
});

/** Pages of any origin may send a preflight request to each operation. */
const preflightExchanges = Object.fromEntries(
  Object.values(table.operations).map(({ path, method }): [string, readonly [PlatformExchange]] => [
    path,
    [
      {
        it: "answers a preflight request without a key",
        request: {
          method: "OPTIONS",
          path: path.replaceAll(/\{\w+\}/g, "nothing"),
          headers: {
            ...ORIGIN_HEADER,
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
        check: assertNoCredentials,
      },
    ],
  ]),
);

/** Cross-origin access by pages in browsers (Fetch, CORS). */
export const corsExchanges: Exchanges<PlatformContext> = {
  ...preflightExchanges,
  "/api/*": [
    readableExchange(
      "a response",
      { path: "/api/v1/apps", headers: bearerHeader(KEYS.whole) },
      200,
    ),
    readableExchange(
      "an invalid_input problem",
      { path: "/api/v1/apps?limit=0", headers: bearerHeader(KEYS.whole) },
      400,
    ),
    readableExchange("an unauthorized problem", { path: "/api/v1/apps" }, 401),
    readableExchange(
      "a permission_denied problem",
      { path: "/api/v1/apps", headers: bearerHeader(KEYS.connector) },
      403,
    ),
    readableExchange(
      "an app_not_found problem",
      { path: "/api/v1/apps/nothing", headers: bearerHeader(KEYS.whole) },
      404,
    ),
    readableExchange(
      "a not_found problem",
      { path: "/api/nothing", headers: bearerHeader(KEYS.whole) },
      404,
    ),
    readableExchange(
      "a method_not_allowed problem",
      { method: "PUT", path: "/api/v1/apps", headers: bearerHeader(KEYS.whole), body: "{}" },
      405,
    ),
    readableExchange(
      "a body_too_large problem",
      { ...findToolsRequest("a".repeat((1 << 20) + 1)), headers: bearerHeader(KEYS.whole) },
      413,
    ),
    readableExchange(
      "a rate_limited problem",
      { path: "/api/v1/apps", headers: bearerHeader(KEYS.whole) },
      429,
      { rateLimited: true },
    ),
    readableExchange(
      "an internal problem",
      { path: "/api/v1/apps", headers: bearerHeader(KEYS.whole) },
      500,
      {
        fault: 500,
      },
    ),
    readableExchange(
      "a storage_unavailable problem",
      { path: "/api/v1/apps", headers: bearerHeader(KEYS.whole) },
      503,
      { fault: 503 },
    ),
    readableExchange(
      "a response sent to the origin null",
      { path: "/api/v1/apps", headers: { ...bearerHeader(KEYS.whole), origin: "null" } },
      200,
    ),
    {
      it: "answers a preflight request for an unknown path, so that pages can read the 404",
      request: {
        method: "OPTIONS",
        path: "/api/nothing",
        headers: { ...ORIGIN_HEADER, "access-control-request-method": "GET" },
      },
      status: 204,
      headers: { "access-control-allow-origin": "*" },
    },
  ],
};
