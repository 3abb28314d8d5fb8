import { setRecent } from "../../domain/freshness.ts";
import { createRate, type Rate, take } from "../../domain/rate.ts";

/** What may be fetched for strangers: in all, and by what one network asks. */
const TOTAL_RATE = createRate(120, 60, 40);
const NETWORK_RATE = createRate(10, 60, 10);
const MAX_NETWORKS = 10_000;

/**
 * Takes from what may be done of something costly that anyone can cause: gives the seconds until there is some left, 0 where
 * it may be done. One network has no more than `each`, ten a minute by default, so that it can't use up what there is for all.
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
