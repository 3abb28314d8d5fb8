import { createMemoryRateLimiter } from "../../../adapters/limiter/memory.ts";
import { type Limit, type Limiter, rateOf } from "../../../core/index.ts";

/** What each of the rig's keys is held to: 3 at once of 60 a minute; and each network that shows no good key: 2 of 20. */
const KEY_RATE = rateOf(60, 60, 3);
const REFUSED_RATE = rateOf(20, 60, 2);

const exhaustedLimiter: Limiter = {
  take: () => ({ allowed: false, remaining: 0, resetSeconds: 0.4, retryAfterSeconds: 0.9 }),
};
const failingLimiter: Limiter = {
  take: () => Promise.reject(new Error("the counter is out of order")),
};

/** The limits of a client of its own, which nobody else uses up; its clock stands still. */
export function createLimits(client: "spent" | "uncounted" | "own"): {
  readonly rateLimit: Pick<Limit, "rate" | "limiter">;
  readonly refusedLimit: Limit;
} {
  const still = { now: () => 0 };
  const limiterFor = {
    spent: () => exhaustedLimiter,
    uncounted: () => failingLimiter,
    own: (rate: typeof KEY_RATE) => createMemoryRateLimiter(rate, still),
  }[client];
  return {
    rateLimit: { rate: KEY_RATE, limiter: limiterFor(KEY_RATE) },
    refusedLimit: {
      rate: REFUSED_RATE,
      limiter: limiterFor(REFUSED_RATE),
      clientKey: () => "the rig's network",
    },
  };
}
