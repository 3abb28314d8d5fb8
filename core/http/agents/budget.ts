import { remember } from "../../domain/freshness.ts";
import { rateOf, take } from "../../domain/rate.ts";

/** What may be fetched for strangers: in all, and by what one network asks. */
const ALL = rateOf(120, 60, 40);
const EACH = rateOf(10, 60, 10);
const REMEMBERED = 10_000;

/** Allows something costly that anyone can cause, at a bounded rate. */
export function createBudget(now: () => number): (network: string) => boolean {
  let dueOfAll: number | undefined;
  const dueOfEach = new Map<string, number>();
  return (network) => {
    const each = take(EACH, dueOfEach.get(network), now(), 1);
    if (!each.allowed) return false;
    const all = take(ALL, dueOfAll, now(), 1);
    if (!all.allowed) return false;
    dueOfAll = all.due;
    remember(dueOfEach, network, each.due, REMEMBERED);
    return true;
  };
}
