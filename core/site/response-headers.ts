import { NO_OAUTH_PATHS } from "./no-oauth.ts";
import { surfaces } from "./surfaces.ts";

/** Allows scripts of every origin to read a response. No open path depends on a cookie. */
const OPEN_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "ETag, Idempotency-Key, Idempotent-Replayed, Link, Page-Part, Page-Parts, RateLimit, RateLimit-Policy, Request-Id, Retry-After, Signature-Outcome",
  "x-content-type-options": "nosniff",
};
const CLOSED_HEADERS = { "x-content-type-options": "nosniff" };

const DOCUMENT_PATHS: ReadonlySet<string> = new Set([
  ...surfaces.flatMap(({ path, link }) => (link ? [path] : [])),
  ...NO_OAUTH_PATHS,
]);

/**
 * Returns the headers of every response at a path. The API and the discovery documents are open.
 */
export const headersFor = (path: string): Readonly<Record<string, string>> =>
  /^\/(agent|\.well-known)\//.test(path) || DOCUMENT_PATHS.has(path)
    ? OPEN_HEADERS
    : CLOSED_HEADERS;
