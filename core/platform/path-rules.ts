import { REJECTION_COST } from "../http/rate-limit.ts";
import { problemResponse } from "../http/response/response.ts";
import type { PathRules } from "../http/routing/route.ts";
import { redactSecrets } from "./auth/key-format.ts";
import { isOAuthPath } from "./auth/no-oauth.ts";
import { HOOKS_PATH, SHARED_HOOKS_PATH } from "./triggers/webhooks/webhook-address.ts";

/** The path of the MCP server. */
export const MCP_ROUTE = "/mcp";

/** The path of the MCP server for clients that can't send a header. */
export const KEY_ROUTE = "/mcp/k/{key}";

/** The prefix of all operations. */
const API_PREFIX = "/api/";

/** The prefix of the operations of the account, which sessions authenticate. */
const ACCOUNT_API_PREFIX = "/account/api/";

/**
 * Headers of the response to a CORS preflight, which browsers send without a credential (Fetch,
 * CORS-preflight fetch). The list names Authorization because `*` doesn't cover it.
 */
const PREFLIGHT_HEADERS = {
  "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
  "access-control-allow-headers":
    "authorization, content-type, accept, idempotency-key, last-event-id",
  "access-control-max-age": "86400",
};

const NO_STORE_HEADERS = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  "x-content-type-options": "nosniff",
};

const API_RULES: PathRules = {
  headers: {
    ...NO_STORE_HEADERS,
    vary: "authorization",
    "access-control-allow-origin": "*",
    "access-control-expose-headers":
      "RateLimit, RateLimit-Policy, Request-Id, Retry-After, WWW-Authenticate",
  },
  preflightHeaders: PREFLIGHT_HEADERS,
  respondToError: problemResponse,
  cost: { base: REJECTION_COST, follows: [] },
};

/** Pages of other origins must not read these responses, so they have no CORS headers. */
const ACCOUNT_API_RULES: PathRules = {
  headers: { ...NO_STORE_HEADERS, vary: "cookie", "cross-origin-resource-policy": "same-origin" },
  preflightHeaders: { "cross-origin-resource-policy": "same-origin" },
  respondToError: problemResponse,
  access: "open",
  cost: { free: "session" },
};

const MCP_RULES: PathRules = {
  headers: { ...NO_STORE_HEADERS, vary: "authorization" },
  respondToError: problemResponse,
  access: "open",
  cost: { free: "constant" },
};

const DEFAULT_RULES: PathRules = {
  headers: { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" },
  access: "open",
  cost: { free: "constant" },
};

/** The rules of paths where programs look for documents. They must not get an HTML page. */
const DISCOVERY_RULES: PathRules = { ...DEFAULT_RULES, respondToError: problemResponse };

/**
 * Removes API keys, the tokens of connect links and the addresses of webhooks from a path, because
 * whoever has one can use it.
 */
export function redactPath(path: string): string {
  if (path.startsWith("/connect/")) return "/connect/{token}";
  if (path.startsWith(SHARED_HOOKS_PATH)) return redactSecrets(path);
  return path.startsWith(HOOKS_PATH) ? `${HOOKS_PATH}{address}` : redactSecrets(path);
}

/**
 * Returns the rules of a path. The API requires a key, even at paths that it doesn't have.
 * Responses that depend on a key are never cached.
 */
export function rulesFor(path: string): PathRules {
  if (path.startsWith(API_PREFIX)) return API_RULES;
  if (path.startsWith(ACCOUNT_API_PREFIX)) return ACCOUNT_API_RULES;
  const isMcp = path === MCP_ROUTE || path === KEY_ROUTE || path.includes("jf_live_");
  if (isMcp) return MCP_RULES;
  const isDiscovery = path.startsWith("/.well-known/") || isOAuthPath(path);
  return isDiscovery ? DISCOVERY_RULES : DEFAULT_RULES;
}
