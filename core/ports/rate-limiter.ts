/** The rate limit of a client after a request. */
export interface RateLimitResult {
  readonly allowed: boolean;
  /** The number of whole requests that may follow at once. */
  readonly remaining: number;
  /** Seconds until `remaining` increases. 0 if it is at its maximum. */
  readonly resetSeconds: number;
  /** Seconds until the same request would be allowed. 0 if it was allowed. */
  readonly retryAfterSeconds: number;
}

/**
 * Counts the requests of each client at one rate for all clients. A driver that is unavailable must
 * reject quickly. The request is then allowed, unless it requires the limiter.
 */
export interface RateLimiter {
  /**
   * Charges `cost`, in requests and possibly fractional (0.1), to the client with this key. Charges
   * nothing if the client's allowance is too small.
   */
  take(key: string, cost: number): RateLimitResult | Promise<RateLimitResult>;
}
