import { clearTimeout, setTimeout } from "node:timers";
import type { RunStore } from "../../core/ports/run-store.ts";
import type { BatchRunStore } from "./run-store.ts";

/** How long the note of a run that changed nothing may be in memory alone. */
const BATCH_MS = 1_000;
/** So many are written at once at most. */
const MAX_BATCH = 2_000;

/**
 * Runs of which those that were never begun are written down together, a second later at most: each by itself would wait
 * for the disk, and a crash in between loses the note of what changed nothing. Whoever asks here finds them at once.
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
  const oneByOne = (batch: typeof waiting) =>
    Promise.all(batch.map((entry) => store.finish(...entry).catch(onError)));
  // What could not be kept together is kept each by itself: it is nobody's but one's fault.
  const write = (batch: typeof waiting): Promise<unknown> =>
    store.addFinished ? store.addFinished(batch).catch(() => oneByOne(batch)) : oneByOne(batch);
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
      else if (!timer) (timer = setTimeout(flush, BATCH_MS)).unref();
      return true;
    },
    findClaimed: store.findClaimed,
    find: afterWrites(store.find),
    findResult: afterWrites(store.findResult),
    list: afterWrites(store.list),
    remove: afterWrites(store.remove),
    listAbandoned: store.listAbandoned,
    deleteExpired: afterWrites(store.deleteExpired),
  };
}
