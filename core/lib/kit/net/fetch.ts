/** The options of a guarded fetch. */
export interface FetchOptions {
  /** Default `GET`. */
  method?: string;
  /** The driver sets Host, Content-Length and the hop-by-hop headers, and rejects them here. */
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal;
  /** The maximum size of the decoded body in bytes. Default 5 MiB. */
  maxBytes?: number;
  /**
   * The maximum time from the call to the last byte of the body, including redirects, in
   * milliseconds. Default 15,000.
   */
  timeoutMs?: number;
  /** The maximum number of redirects. Default 5. With 0, a redirect itself is the response. */
  redirects?: number;
  /**
   * With `true`, a redirect to another origin is an error. Set it if the request contains a secret.
   */
  sameOrigin?: boolean;
}

/** The part of a response that libraries read. Callers must read or cancel the body. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: { cancel(): Promise<void> };
  /** The body as UTF-8, without a byte order mark. Rejects with a `FetchFailure`. */
  text(): Promise<string>;
}

/**
 * Fetches an absolute http(s) URL for a library. Resolves with any status, and rejects with a
 * `FetchFailure` if there is no response.
 */
export type Fetch = (url: string, options?: FetchOptions) => Promise<FetchResponse>;

/** Why there is no response, in contrast to an error of the program. */
export interface FetchFailure extends Error {
  readonly code: string;
}

export const isFetchFailure = (error: unknown): error is FetchFailure =>
  error instanceof Error && "code" in error && typeof error.code === "string";
