import assert from "node:assert/strict";
import type { Exchange, PlatformContext } from "../../case.ts";
import { createConnectLink, newEndUser, openConnectPage } from "./actions.ts";

type PlatformExchange = Exchange<PlatformContext>;
/** Where apps redirect after a sign-in. */
export const CALLBACK = "/oauth/callback";

/** The headers of every page of the connect flow. */
export const PAGE_SECURITY_HEADERS = {
  "content-security-policy":
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-robots-tag": /noindex/,
} as const;

/** An exchange whose response is a page of the connect flow. */
export const page = (
  it: string,
  status: number,
  request: PlatformExchange["request"],
  pattern: RegExp,
  check?: PlatformExchange["check"],
): PlatformExchange => ({
  it,
  requires: "fixture",
  request,
  status,
  mediaType: "text/html",
  headers: PAGE_SECURITY_HEADERS,
  async check(response, context) {
    assert.match(response.text, pattern);
    assert.doesNotMatch(response.text, /<script|javascript:|\son\w+=|fjord_entered/i);
    await check?.(response, context);
  },
});

/** Creates a connect link for Fjord and a new end user. */
export const createFjordLink = (context: PlatformContext, overrides: object = {}) =>
  createConnectLink(context, "fjord", { user: newEndUser(), ...overrides });
/** Creates a connect link and opens it in a new browser. */
export const openNewLink = async (context: PlatformContext, overrides: object = {}) => {
  const { url, connection } = await createFjordLink(context, overrides);
  return { url, connection, ...(await openConnectPage(context, url)) };
};
export const rejectedMethods = (
  path: string,
  methods: readonly string[],
  allow: string,
): PlatformExchange[] =>
  methods.map((method) => ({
    it: `returns 405 for ${method} and lists the allowed methods`,
    request: { method, path },
    status: 405,
    headers: { allow },
  }));
