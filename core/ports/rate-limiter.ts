import type { RateLimitResult } from "../lib/kit/flow/rate.ts";

export type { RateLimitResult };

/**
 * Counts the requests of each client at one rate for all clients. A driver that is unavailable must
 * reject quickly. The request is then allowed, unless it requires the limiter.
 */
export interface RateLimiter {
  /**
   * Charges `cost`, in requests and possibly fractional (0.1), to the client with this key. Charges
   * nothing if the client's allowance is too small. A negative cost reverses an earlier charge.
   */
  take(key: string, cost: number): RateLimitResult | Promise<RateLimitResult>;
}
