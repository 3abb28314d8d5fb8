import type { FetchFailure, FetchOptions, FetchResponse } from "../lib/kit/net/fetch.ts";

/** The HTTP client for all requests that leave the service. */
export interface Outbound {
  /**
   * Fetches an absolute http(s) URL. Resolves when the response headers have arrived, with any
   * status. Rejects only with an `OutboundFailure`.
   */
  fetch(url: string, options?: FetchOptions): Promise<OutboundResponse>;
}

/**
 * A response. Callers must read or cancel the body, because an unread one keeps its connection open
 * until the timeout. Use one of `body`, `bytes()` and `text()`, once. Each fails with an
 * `OutboundFailure`.
 */
export interface OutboundResponse extends FetchResponse {
  /** The URL of the response after redirects, without fragment. */
  readonly url: string;
  readonly headers: OutboundHeaders;
  /** Decoded (gzip, br, deflate). */
  readonly body: ReadableStream<Uint8Array>;
  bytes(): Promise<Uint8Array>;
}

/**
 * A subset of the web's `Headers`. If the body was decoded, Content-Encoding and Content-Length are
 * absent.
 */
export interface OutboundHeaders extends Iterable<[name: string, value: string]> {
  /** Returns a header by case-insensitive name. Repeated headers are joined with `, `. */
  get(name: string): string | null;
}

const OUTBOUND_CODES = [
  "blocked_url", // not an absolute http(s) URL, with a password, a port of another protocol, or a redirect from https to http
  "blocked_address", // the host is or resolves to an address that isn't public
  "unresolvable", // the host name has no address
  "unreachable", // the connection or the TLS handshake failed
  "timeout",
  "too_large", // the body or the headers
  "too_many_redirects",
  "left_origin", // a redirect to another origin with `sameOrigin`
  "aborted", // by the caller's signal
  "bad_request", // a method or header that isn't allowed
  "busy", // too many concurrent requests to the host
  "bad_answer", // not HTTP, incomplete, or with an unsupported content coding
] as const;

/** Why a fetch failed. */
export type OutboundCode = (typeof OUTBOUND_CODES)[number];

/**
 * The error of a failed fetch. The message names the host, but never a path, a query, a credential
 * or a header value.
 */
export interface OutboundFailure extends FetchFailure {
  readonly name: "OutboundFailure";
  readonly code: OutboundCode;
  /** What failed, if `code` is "unreachable" and the driver knows it. */
  readonly connection?: ConnectionFailure | undefined;
}

/** Why a connection failed: nothing listens, or the certificate or the TLS handshake is invalid. */
export type ConnectionFailure = "refused" | "tls";

/** Creates an `OutboundFailure`. For drivers. */
export function outboundFailure(
  code: OutboundCode,
  message: string,
  connection?: ConnectionFailure,
): OutboundFailure {
  return Object.assign(new Error(message), {
    name: "OutboundFailure" as const,
    code,
    ...(connection && { connection }),
  });
}

/** Returns whether an error comes from an `Outbound`. */
export function isOutboundFailure(error: unknown): error is OutboundFailure {
  return (
    error instanceof Error &&
    error.name === "OutboundFailure" &&
    (OUTBOUND_CODES as readonly unknown[]).includes((error as { code?: unknown }).code)
  );
}
