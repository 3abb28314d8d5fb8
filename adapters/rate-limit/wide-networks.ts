import { wideNetworkKey } from "../../core/lib/kit/wide-network.ts";
import type { RateLimiter, RateLimitResult } from "../../core/ports/rate-limiter.ts";

/**
 * Also charges an IPv6 client's /48 network, with `wide`. The client comes first, so that a client
 * above its own rate doesn't use up that of its neighbors.
 */
export const limitWideNetworks = (limiter: RateLimiter, wide: RateLimiter): RateLimiter => ({
  take(key, cost) {
    const wideKey = wideNetworkKey(key);
    const result = limiter.take(key, cost);
    if (wideKey === undefined) return result;
    const takeWide = (own: RateLimitResult) => {
      if (!own.allowed) return own;
      const shared = wide.take(wideKey, cost);
      return shared instanceof Promise
        ? shared.then((each) => stricter(own, each))
        : stricter(own, shared);
    };
    return result instanceof Promise ? result.then(takeWide) : takeWide(result);
  },
});

const stricter = (own: RateLimitResult, shared: RateLimitResult): RateLimitResult =>
  !shared.allowed || shared.remaining < own.remaining ? shared : own;
