/** The site behind the reverse proxy. */
export interface Upstream {
  /** The origin, without a trailing slash. */
  readonly url: string;
  /**
   * Forwards a request. Resolves when the response headers have arrived, with any status. It
   * doesn't follow redirects or decode the body, and retries only requests that are safe to repeat.
   * Rejects only with an `OutboundFailure`.
   */
  forward(request: UpstreamRequest): Promise<UpstreamResponse>;
}

/** A request to the upstream. */
export interface UpstreamRequest {
  readonly method: string;
  /** The path with the query. */
  readonly path: string;
  /** Names are lowercase. The driver sets Host and the hop-by-hop headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its length equals Content-Length, if that is set. */
  readonly body: ReadableStream<Uint8Array> | null;
  /** The client key. The driver limits how many connections one client uses. */
  readonly client: string;
  /**
   * Aborted when the client disconnects. It cancels the request only until the response headers
   * arrive. Then the reader must cancel the body.
   */
  readonly signal: AbortSignal;
}

/** The upstream's response with all headers and the body as sent, not decoded. */
export interface UpstreamResponse {
  readonly status: number;
  /** Names are lowercase. Repeated headers are arrays. */
  readonly headers: Record<string, string | string[]>;
  /** Short bodies are byte arrays, which need no reading or canceling. */
  readonly body: Uint8Array | ReadableStream<Uint8Array> | null;
}
