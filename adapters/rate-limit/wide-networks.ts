import type { Rate } from "../../core/lib/kit/flow/rate.ts";
import {
  WIDE_NETWORKS,
  wideNetworkKey,
  wideNetworkRate,
} from "../../core/lib/kit/net/wide-network.ts";
import { requireValue } from "../../core/lib/kit/require-value.ts";
import type { RateLimiter, RateLimitResult } from "../../core/ports/rate-limiter.ts";

/**
 * Creates a limiter that also charges the networks around an IPv6 client. The smallest network comes
 * first, so that a client above its own rate doesn't use up that of its neighbors.
 */
export function limitWideNetworks(create: (rate: Rate) => RateLimiter, rate: Rate): RateLimiter {
  const limiter = create(rate);
  const levels = WIDE_NETWORKS.map((network) => ({
    network,
    limiter: create(wideNetworkRate(rate, network)),
  }));

  /** Charges the networks from `level` on, unless a smaller one has rejected the request. */
  function takeWide(
    result: RateLimitResult,
    request: { readonly key: string; readonly cost: number },
    level = 0,
  ): RateLimitResult | Promise<RateLimitResult> {
    const next = levels[level];
    if (!next || !result.allowed) return result;
    const key = requireValue(wideNetworkKey(request.key, next.network), "the key of a network");
    const taken = next.limiter.take(key, request.cost);
    return taken instanceof Promise
      ? taken.then((each) => takeWide(stricter(result, each), request, level + 1))
      : takeWide(stricter(result, taken), request, level + 1);
  }

  return {
    take(key, cost) {
      const result = limiter.take(key, cost);
      if (!key.endsWith("::/64")) return result;
      const request = { key, cost };
      return result instanceof Promise
        ? result.then((each) => takeWide(each, request))
        : takeWide(result, request);
    },
  };
}

const stricter = (own: RateLimitResult, shared: RateLimitResult): RateLimitResult =>
  !shared.allowed || shared.remaining < own.remaining ? shared : own;
