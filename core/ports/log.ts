/** One answered request. Holds no query, no header but the User-Agent and a verified Signature-Agent, and no body. */
export interface RequestEntry {
  readonly id: string;
  readonly method: string;
  /** Without the query, at most 200 characters; of a route with parameters the route (`/checkout/{id}`), for they may be keys. */
  readonly path: string;
  /** 499 if the client went away before the answer. */
  readonly status: number;
  /** From the first byte of the request to the answer's headers. */
  readonly milliseconds: number;
  readonly userAgent: string;
  /** The id of the key that it showed. */
  readonly key?: string;
  /** The agent that signed it, by its directory's address, where that was verified. */
  readonly agent?: string;
  /** What came of its signature where that is no one's: `invalid: expired`, `unverified: unknown_key`. */
  readonly signature?: string;
}

/** Where the service tells its operator what happens. */
export interface Log {
  request(entry: RequestEntry): void;
  /** An error that nobody expected: the client was told nothing but the request's id. */
  error(error: unknown, requestId: string): void;
  /** Something that the operator should know and that no request is to blame for, in a sentence. */
  warn(message: string): void;
}
