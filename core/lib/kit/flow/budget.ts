import { setRecent } from "../net/freshness.ts";
import { WIDE_NETWORKS, wideNetworkKey, wideNetworkRate } from "../net/wide-network.ts";
import { createRate, type Rate, take } from "./rate.ts";

/** The limits on fetches of third-party URLs, in total and per client network. */
const TOTAL_RATE = createRate(120, 60, 40);
const NETWORK_RATE = createRate(10, 60, 10);
const MAX_NETWORKS = 10_000;

/**
 * Limits expensive work that anonymous clients can cause. The returned function takes one unit for
 * a network and returns 0, or the seconds until one is available. `networkRate`, by default ten a
 * minute, keeps one network from exhausting the total. IPv6 networks also share the rates of the networks around them.
 */
export function createBudget(
  now: () => number,
  networkRate: Rate = NETWORK_RATE,
): (network: string) => number {
  let totalDue: number | undefined;
  const networkDues = new Map<string, number>();
  return (network) => {
    const networks: [key: string, rate: Rate][] = [[network, networkRate]];
    for (const wide of WIDE_NETWORKS) {
      const key = wideNetworkKey(network, wide);
      if (key !== undefined) networks.push([key, wideNetworkRate(networkRate, wide)]);
    }
    const dues: [key: string, due: number][] = [];
    for (const [key, rate] of networks) {
      const result = take(rate, networkDues.get(key), now(), 1);
      if (!result.allowed) return result.retryAfterSeconds;
      dues.push([key, result.due]);
    }
    const totalResult = take(TOTAL_RATE, totalDue, now(), 1);
    if (!totalResult.allowed) return totalResult.retryAfterSeconds;
    totalDue = totalResult.due;
    for (const [key, due] of dues) setRecent(networkDues, key, due, MAX_NETWORKS);
    return 0;
  };
}
