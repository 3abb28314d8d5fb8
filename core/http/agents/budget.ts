import { remember } from "../../domain/freshness.ts";
import { type Rate, rateOf, take } from "../../domain/rate.ts";

/** What may be fetched for strangers: in all, and by what one network asks. */
const ALL = rateOf(120, 60, 40);
const EACH = rateOf(10, 60, 10);
const REMEMBERED = 10_000;

/**
 * Takes from what may be done of something costly that anyone can cause: gives the seconds until there is some left, 0 where
 * it may be done. One network has no more than `each`, ten a minute by default, so that it can't use up what there is for all.
 */
export function createBudget(now: () => number, each: Rate = EACH): (network: string) => number {
  let dueOfAll: number | undefined;
  const dueOfEach = new Map<string, number>();
  return (network) => {
    const own = take(each, dueOfEach.get(network), now(), 1);
    if (!own.allowed) return own.retryAfterSeconds;
    const all = take(ALL, dueOfAll, now(), 1);
    if (!all.allowed) return all.retryAfterSeconds;
    dueOfAll = all.due;
    remember(dueOfEach, network, own.due, REMEMBERED);
    return 0;
  };
}
