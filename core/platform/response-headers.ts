import { API_PREFIX, KEY_ROUTE } from "./paths.ts";

/**
 * Headers of the response to a CORS preflight, which browsers send without a credential (Fetch,
 * CORS-preflight fetch). The list names Authorization because `*` doesn't cover it.
 */
export const PREFLIGHT_HEADERS = {
  "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
  "access-control-allow-headers": "authorization, content-type, accept, idempotency-key",
  "access-control-max-age": "86400",
};

const NO_STORE_HEADERS = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  "x-content-type-options": "nosniff",
};
const API_HEADERS = {
  ...NO_STORE_HEADERS,
  vary: "authorization",
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "RateLimit, RateLimit-Policy, Request-Id, Retry-After, WWW-Authenticate",
};
const MCP_HEADERS = { ...NO_STORE_HEADERS, vary: "authorization" };
const DEFAULT_HEADERS = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" };

/**
 * Returns the headers of every response at a path. Responses that depend on a key are never cached.
 */
export function headersFor(path: string): Readonly<Record<string, string>> {
  if (path.startsWith(API_PREFIX)) return API_HEADERS;
  const isMcp = path === "/mcp" || path === KEY_ROUTE || path.includes("jf_live_");
  return isMcp ? MCP_HEADERS : DEFAULT_HEADERS;
}
