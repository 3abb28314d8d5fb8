import { createShortCache } from "../../../lib/kit/net/short-cache.ts";
import type { ActivityCounts, ActivityPeriod, RunStore } from "../../../ports/stores/run-store.ts";

/** Counts of more runs than this are cached. Others are cheap, and people expect their last run. */
const LARGE = 5_000;
const CACHE_MILLISECONDS = 10_000;
const MAX_ENTRIES = 100;

/**
 * Creates a function that counts runs and caches large counts, because SQLite blocks the process
 * for about a microsecond a run. A cached count may belong to a period that began 10 seconds earlier.
 */
export function createActivityCounter(
  runStore: Pick<RunStore, "countActivity">,
  now: () => number,
): RunStore["countActivity"] {
  const cache = createShortCache<ActivityCounts>({
    milliseconds: CACHE_MILLISECONDS,
    maxEntries: MAX_ENTRIES,
    now,
  });
  return async (period: ActivityPeriod) => {
    const key = JSON.stringify([period.account, period.user ?? null]);
    const cached = cache.get(key);
    if (cached) return cached;
    const counted = await runStore.countActivity(period);
    const total = counted.counts.reduce((sum, { runs }) => sum + runs, 0);
    return total > LARGE ? cache.load(key, async () => counted) : counted;
  };
}
