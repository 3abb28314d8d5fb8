import { clearTimeout, setTimeout } from "node:timers";
import type { Runs } from "../../core/ports/runs.ts";
import type { ManyRuns } from "./runs.ts";

/** How long the note of a run that changed nothing may be in memory alone. */
const GATHER_MS = 1_000;
/** So many are written at once at most. */
const MOST = 2_000;

/**
 * Runs of which those that were never begun are written down together, a second later at most: each by itself would wait
 * for the disk, and a crash in between loses the note of what changed nothing. Whoever asks here finds them at once.
 */
export function gatheredRuns(
  runs: Runs & Partial<ManyRuns>,
  fault: (error: unknown) => void = () => {},
): Runs & { flush(): Promise<void> } {
  let waiting: Parameters<Runs["finish"]>[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();

  const flush = (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = undefined;
    const all = waiting;
    waiting = [];
    if (all.length > 0) writing = Promise.all([writing, write(all)]).then(() => {});
    return writing;
  };
  const oneByOne = (all: typeof waiting) =>
    Promise.all(all.map((each) => runs.finish(...each).catch(fault)));
  // What could not be kept together is kept each by itself: it is nobody's but one's fault.
  const write = (all: typeof waiting): Promise<unknown> =>
    runs.addFinished ? runs.addFinished(all).catch(() => oneByOne(all)) : oneByOne(all);
  const after =
    <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
    (...asked: Asked) =>
      waiting.length > 0 ? flush().then(() => ask(...asked)) : writing.then(() => ask(...asked));

  return {
    flush,
    begin: runs.begin,
    async finish(run, options) {
      if (options.wasBegun) return runs.finish(run, options);
      waiting.push([run, options]);
      if (waiting.length >= MOST) void flush();
      else if (!timer) (timer = setTimeout(flush, GATHER_MS)).unref();
      return true;
    },
    claimed: runs.claimed,
    run: after(runs.run),
    result: after(runs.result),
    list: after(runs.list),
    remove: after(runs.remove),
    abandoned: runs.abandoned,
    sweep: after(runs.sweep),
  };
}
