/** What came of asking for a share of the rate. */
export interface RateLimitResult {
  readonly allowed: boolean;
  /** What is left, in whole requests: so many may follow at once. */
  readonly remaining: number;
  /** Seconds until more than `remaining` is left; 0 if everything is. */
  readonly resetSeconds: number;
  /** Seconds after which the same would be allowed; 0 if it was. */
  readonly retryAfterSeconds: number;
}

/**
 * Keeps count of what each client has asked, by one rate for all. A driver that can't tell rejects, soon; the
 * request is then let through, unless it must be counted.
 */
export interface RateLimiter {
  /** Takes `cost` (in requests; a tenth of one is 0.1) from what the client of this key may ask; nothing if that is too much. */
  take(key: string, cost: number): RateLimitResult | Promise<RateLimitResult>;
}
