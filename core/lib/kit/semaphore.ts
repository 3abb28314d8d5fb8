/** Limits how many tasks run at once. */
export interface Semaphore {
  /**
   * Waits for a free slot and returns a function that releases it. Releasing twice has no effect.
   */
  acquire(): Promise<() => void>;
  /** Runs a task in a slot. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  /** The number of callers that wait for a slot. */
  readonly waiting: number;
}

/** Creates a semaphore with `limit` slots, which are assigned in the order of the calls. */
export function createSemaphore(limit: number): Semaphore {
  let free = limit;
  const queue: (() => void)[] = [];
  const acquire = async () => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => queue.push(resolve));
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      // The slot passes to the next caller, so that a later call can't take it.
      const next = queue.shift();
      if (next) next();
      else free++;
    };
  };
  return {
    acquire,
    async run(task) {
      const release = await acquire();
      try {
        return await task();
      } finally {
        release();
      }
    },
    get waiting() {
      return queue.length;
    },
  };
}
