import type { ErrorResponder } from "../http/handler.ts";
import { REJECTION_COST } from "../http/rate-limit.ts";
import { problemResponse } from "../http/response/response.ts";
import type { PathRules } from "../http/routing/route.ts";
import { NO_OAUTH_PATHS } from "./no-oauth.ts";
import { acpFailure } from "./protocols/acp/failure.ts";
import { ucpFailure } from "./protocols/ucp/failure.ts";
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

const PROTOCOL_ERRORS: readonly {
  readonly prefix: string;
  readonly respondToError: ErrorResponder;
}[] = [
  { prefix: "/agent/commerce/ucp", respondToError: ucpFailure },
  { prefix: "/agent/commerce/acp", respondToError: acpFailure },
];

/**
 * Returns the rules of a path. The API and the discovery documents are open to scripts. Errors of
 * UCP and ACP have the format of the protocol, and no other error at an open path is a page. Requests
 * below `/agent/` cost at least 0.1, even at paths that don't exist.
 */
export function rulesFor(path: string): PathRules {
  const isApi = path.startsWith("/agent/");
  const isOpen = isApi || path.startsWith("/.well-known/") || DOCUMENT_PATHS.has(path);
  return {
    headers: isOpen ? OPEN_HEADERS : CLOSED_HEADERS,
    respondToError:
      PROTOCOL_ERRORS.find(({ prefix }) => path.startsWith(prefix))?.respondToError ??
      (isOpen ? problemResponse : undefined),
    cost: isApi ? { base: REJECTION_COST, follows: [] } : { free: "constant" },
  };
}

/** The prefixes below which pages have rules of their own. The most specific ones come first. */
export const PAGE_PREFIXES = [
  ...PROTOCOL_ERRORS.map(({ prefix }) => `${prefix}/`),
  "/agent/",
  "/.well-known/",
  "/",
];
