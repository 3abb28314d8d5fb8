import { clearTimeout, setTimeout } from "node:timers";
import type { RunStore } from "../../../core/ports/stores/run-store.ts";
import type { BatchRunStore } from "../stores/run-store.ts";

/** The longest time that a finished run stays in memory only. */
const BATCH_MS = 1_000;
const MAX_BATCH = 2_000;

/**
 * Wraps a run store and writes finished runs in batches, at most a second late, because each single
 * write would wait for the disk. Only runs without a preceding `begin` are batched. They changed
 * nothing, so a crash loses no more than their records. Queries through this store write pending
 * runs first.
 */
export function createBatchedRunStore(
  store: RunStore & Partial<BatchRunStore>,
  onError: (error: unknown) => void = () => {},
): RunStore & { flush(): Promise<void> } {
  let waiting: Parameters<RunStore["finish"]>[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pendingWrite: Promise<void> = Promise.resolve();

  const flush = (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) pendingWrite = Promise.all([pendingWrite, write(batch)]).then(() => {});
    return pendingWrite;
  };
  const writeOneByOne = (batch: typeof waiting) =>
    Promise.all(batch.map((entry) => store.finish(...entry).catch(onError)));
  // One bad run must not lose the others, so retry a failed batch one by one.
  const write = (batch: typeof waiting): Promise<unknown> =>
    store.addFinished
      ? store.addFinished(batch).catch(() => writeOneByOne(batch))
      : writeOneByOne(batch);
  const afterWrites =
    <Arguments extends unknown[], Result>(query: (...args: Arguments) => Promise<Result>) =>
    (...args: Arguments) =>
      waiting.length > 0
        ? flush().then(() => query(...args))
        : pendingWrite.then(() => query(...args));

  return {
    flush,
    begin: store.begin,
    async finish(run, options) {
      if (options.wasBegun) return store.finish(run, options);
      waiting.push([run, options]);
      if (waiting.length >= MAX_BATCH) void flush();
      else if (!timer) {
        timer = setTimeout(flush, BATCH_MS);
        timer.unref();
      }
      return true;
    },
    findClaimed: store.findClaimed,
    find: afterWrites(store.find),
    findResult: afterWrites(store.findResult),
    list: afterWrites(store.list),
    findInAccount: afterWrites(store.findInAccount),
    listActivity: afterWrites(store.listActivity),
    countActivity: afterWrites(store.countActivity),
    listChanges: afterWrites(store.listChanges),
    remove: afterWrites(store.remove),
    listAbandoned: store.listAbandoned,
    deleteExpired: afterWrites(store.deleteExpired),
  };
}
