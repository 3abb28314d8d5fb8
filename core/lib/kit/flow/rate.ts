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

/** A rate limit: `quota` requests in each `windowSeconds`, and at most `burst` at once. */
export interface Rate {
  readonly quota: number;
  readonly windowSeconds: number;
  /**
   * How many requests an idle client may send at once. In any period, the maximum is `burst` plus
   * the quota of that period.
   */
  readonly burst: number;
}

/** Tolerance for accumulated rounding errors, in requests. */
const EPSILON = 1e-6;

/**
 * Charges a client by the generic cell rate algorithm. The only state of a client is `due`, the
 * time when its burst will be full again, in milliseconds of the same clock as `now`. It is
 * undefined for a new client. A rejected request costs nothing.
 */
export function take(
  rate: Rate,
  due: number | undefined,
  now: number,
  cost: number,
): RateLimitResult & { readonly due: number } {
  const interval = (rate.windowSeconds * 1000) / rate.quota;
  const dueBefore = Math.max(due ?? now, now);
  const excess = (dueBefore - now) / interval + cost - rate.burst;
  const allowed = excess <= EPSILON;
  const dueAfter = allowed ? dueBefore + cost * interval : dueBefore;
  return { ...rateStatus(rate, { owed: dueAfter - now, cost, allowed }), due: dueAfter };
}

/**
 * Returns the result for a client. `owed` is the time in milliseconds until its burst is full
 * again.
 */
export function rateStatus(
  rate: Rate,
  { owed, cost, allowed }: { owed: number; cost: number; allowed: boolean },
): RateLimitResult {
  const interval = (rate.windowSeconds * 1000) / rate.quota;
  const available = rate.burst - owed / interval;
  const remaining = Math.max(Math.floor(available + EPSILON), 0);
  const missing = remaining >= rate.burst ? 0 : remaining + 1 - available;
  return {
    allowed,
    remaining,
    resetSeconds: (missing * interval) / 1000,
    retryAfterSeconds: allowed ? 0 : ((cost - available) * interval) / 1000,
  };
}

/** Creates a rate. The default burst is a third of the quota, but at least 1. */
export function createRate(
  quota: number,
  windowSeconds: number,
  burst = Math.max(Math.round(quota / 3), 1),
): Rate {
  return { quota, windowSeconds, burst };
}
