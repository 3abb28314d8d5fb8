/**
 * The log entry of a request. It contains no query, no body, and no headers except User-Agent and a
 * verified Signature-Agent.
 */
export interface RequestEntry {
  readonly id: string;
  readonly method: string;
  /**
   * Without the query, at most 200 characters. For routes with parameters it is the route
   * (`/checkout/{id}`), because parameters can be secrets.
   */
  readonly path: string;
  /** 499 if the client disconnected before the response. */
  readonly status: number;
  /** From the arrival of the request to the response headers. */
  readonly milliseconds: number;
  readonly userAgent: string;
  /** The ID of the request's API key. */
  readonly key?: string;
  /** The URL of the verified agent's key directory. */
  readonly agent?: string;
  /**
   * The verdict on a signature that wasn't verified: `invalid: expired`, `unverified: unknown_key`.
   */
  readonly signature?: string;
  /** The trace of the request, and its span. Absent if nothing is traced. */
  readonly traceId?: string;
  readonly spanId?: string;
}

/** The log that the operator reads. */
export interface Log {
  request(entry: RequestEntry): void;
  /** Logs an unexpected error. The client got only the request ID. */
  error(error: unknown, requestId: string): void;
  /** Logs a sentence about something that the operator should know and that no request caused. */
  warn(message: string): void;
}
