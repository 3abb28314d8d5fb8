import type { RateLimitResult } from "../ports/rate-limiter.ts";

/** How much a client may ask: `quota` in `windowSeconds` for as long as it likes, and of that up to `burst` at once. */
export interface Rate {
  readonly quota: number;
  readonly windowSeconds: number;
  /** What a client that has been quiet may take at once: over any time, `burst` and what the time brings is the most. */
  readonly burst: number;
}

/** Rounding that adds up over a long time is not held against anyone: a millionth of a request. */
const EPSILON = 1e-6;

/**
 * The generic cell rate algorithm: all that is kept of a client is when everything it has taken will be made up for
 * (`due`, in milliseconds of any clock; nothing for a client that is not known). A refusal takes nothing.
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

/** How a client stands after it was let in or refused: what it owes is in milliseconds until everything is made up for. */
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

/** A rate of `quota` in `windowSeconds`; the burst is a third of the quota unless it is said. */
export function createRate(
  quota: number,
  windowSeconds: number,
  burst = Math.max(Math.round(quota / 3), 1),
): Rate {
  return { quota, windowSeconds, burst };
}
