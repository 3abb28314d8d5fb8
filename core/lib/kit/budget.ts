import { setRecent } from "./freshness.ts";
import { createRate, type Rate, take } from "./rate.ts";

/** The limits on fetches of third-party URLs, in total and per client network. */
const TOTAL_RATE = createRate(120, 60, 40);
const NETWORK_RATE = createRate(10, 60, 10);
const MAX_NETWORKS = 10_000;

/**
 * Limits expensive work that anonymous clients can cause. The returned function takes one unit for
 * a network and returns 0, or the seconds until one is available. `networkRate`, by default ten a
 * minute, keeps one network from exhausting the total.
 */
export function createBudget(
  now: () => number,
  networkRate: Rate = NETWORK_RATE,
): (network: string) => number {
  let totalDue: number | undefined;
  const networkDues = new Map<string, number>();
  return (network) => {
    const networkResult = take(networkRate, networkDues.get(network), now(), 1);
    if (!networkResult.allowed) return networkResult.retryAfterSeconds;
    const totalResult = take(TOTAL_RATE, totalDue, now(), 1);
    if (!totalResult.allowed) return totalResult.retryAfterSeconds;
    totalDue = totalResult.due;
    setRecent(networkDues, network, networkResult.due, MAX_NETWORKS);
    return 0;
  };
}
