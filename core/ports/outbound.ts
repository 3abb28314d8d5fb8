/** The only way in which the service fetches anything from outside. */
export interface Outbound {
  /**
   * Fetches an absolute http(s) URL; resolves when the status and the headers are there, whatever the status.
   * Rejects with an `OutboundFailure` and with nothing else.
   */
  fetch(url: string, options?: OutboundOptions): Promise<OutboundResponse>;
}

export interface OutboundOptions {
  /** Default `GET`. */
  method?: string;
  /** Host, Content-Length and the headers of the connection are the driver's own and refused here. */
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal;
  /** Most bytes of the decoded body; default 5 MiB. */
  maxBytes?: number;
  /** Most milliseconds from the call to the last byte of the body, redirects included; default 15,000. */
  timeoutMs?: number;
  /** Most redirects followed, default 5; with 0 the 3xx itself is the answer. */
  redirects?: number;
  /** `true` refuses a redirect that leaves the origin of `url`: set it where the body carries a secret. */
  sameOrigin?: boolean;
}

/**
 * What came back. Read the body or cancel it: an unread one holds its connection until the time is up.
 * `body`, `bytes()` and `text()` give the same bytes, once; each fails with an `OutboundFailure`.
 */
export interface OutboundResponse {
  readonly status: number;
  /** Where the answer came from, after redirects, without fragment. */
  readonly url: string;
  readonly headers: OutboundHeaders;
  /** Decoded (gzip, br, deflate). */
  readonly body: ReadableStream<Uint8Array>;
  bytes(): Promise<Uint8Array>;
  /** The body as UTF-8, without a byte order mark. */
  text(): Promise<string>;
}

/** A subset of the web's `Headers`; of a body that was decoded, Content-Encoding and Content-Length are absent. */
export interface OutboundHeaders extends Iterable<[name: string, value: string]> {
  /** By name in any case; repeated headers are joined with `, `. */
  get(name: string): string | null;
}

const OUTBOUND_CODES = [
  "blocked_url", // not an absolute http(s) URL, a password in it, a port of another protocol, https that redirects to http
  "blocked_address", // the host is, or resolves to, an address that is not public
  "unresolvable", // the name has no address
  "unreachable", // no connection, or none that TLS accepts
  "timeout",
  "too_large", // the body, or the headers
  "too_many_redirects",
  "left_origin", // a redirect left the origin and `sameOrigin` was set
  "aborted", // by the caller's signal
  "bad_request", // a method or a header that may not be sent
  "busy", // too many are asking the host already
  "bad_answer", // not HTTP, ended early, a coding that was not asked for
] as const;

/** Why a fetch failed: a closed set. */
export type OutboundCode = (typeof OUTBOUND_CODES)[number];

/** The message is a sentence that names the host, never a path, a query, a credential or a header's value. */
export interface OutboundFailure extends Error {
  readonly name: "OutboundFailure";
  readonly code: OutboundCode;
}

/** Makes the one error that an `Outbound` rejects with; for drivers. */
export function outboundFailure(code: OutboundCode, message: string): OutboundFailure {
  return Object.assign(new Error(message), { name: "OutboundFailure" as const, code });
}

/** Whether an error came out of an `Outbound`; what it means for the caller's own answer, the caller decides. */
export function isOutboundFailure(error: unknown): error is OutboundFailure {
  return (
    error instanceof Error &&
    error.name === "OutboundFailure" &&
    (OUTBOUND_CODES as readonly unknown[]).includes((error as { code?: unknown }).code)
  );
}
