/** The site that the service stands in front of. */
export interface Upstream {
  /** Its address: scheme, host and port, without a slash at the end. */
  readonly url: string;
  /**
   * Passes a request on; resolves when the status and the headers are there, whatever the status. Follows nothing, decodes
   * nothing, and asks a second time only what may be repeated. Rejects with an `OutboundFailure` and with nothing else.
   */
  forward(request: UpstreamRequest): Promise<UpstreamResponse>;
}

/** A request as it goes to the origin. */
export interface UpstreamRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** By lower-case name; Host and the headers of the connection are the driver's. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the length that Content-Length says, or of any, where there is none. */
  readonly body: ReadableStream<Uint8Array> | null;
  /** Who it is for, as clients are counted: no one has all connections. */
  readonly client: string;
  /** Aborted when the client goes away: before the answer, it ends the request; after that, whoever reads the body does. */
  readonly signal: AbortSignal;
}

/** What the origin answers: nothing of it decoded, no header left out. */
export interface UpstreamResponse {
  readonly status: number;
  /** By lower-case name; a list where there are several lines of one name. */
  readonly headers: Record<string, string | string[]>;
  /** A short one is there whole; nobody needs to read it. */
  readonly body: Uint8Array | ReadableStream<Uint8Array> | null;
}
