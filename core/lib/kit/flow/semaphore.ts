/** Limits how many tasks run at once. */
export interface Semaphore {
  /**
   * Waits for a free slot and returns a function that releases it. Releasing twice has no effect.
   * Rejects with a `SemaphoreTimeoutError` after `timeoutMs`, by default never.
   */
  acquire(options?: AcquireOptions): Promise<() => void>;
  /** Runs a task in a slot. */
  run<Result>(task: () => Promise<Result>, options?: AcquireOptions): Promise<Result>;
  /** The number of callers that wait for a slot. */
  readonly waiting: number;
  /** The number of calls of one holder that wait for a slot. */
  waitingOf(holder: string): number;
}

export interface AcquireOptions {
  /** The holder of the slot, such as an account. By default, all callers are one holder. */
  readonly holder?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

/** No slot became free in time. */
export class SemaphoreTimeoutError extends Error {
  override readonly name = "SemaphoreTimeoutError";
}

/**
 * Creates a semaphore with `limit` slots, of which one holder can have at most `maxPerHolder`, by
 * default all. A free slot goes to the waiting holder with the fewest slots. The calls of one
 * holder are served in order.
 */
export function createSemaphore(limit: number, { maxPerHolder = limit } = {}): Semaphore {
  let free = limit;
  let waiting = 0;
  const held = new Map<string, number>();
  /** The waiting callers of each holder. Holders are in the order in which they were served. */
  const queues = new Map<string, Set<() => void>>();
  const heldBy = (holder: string) => held.get(holder) ?? 0;

  function take(holder: string): () => void {
    free--;
    held.set(holder, heldBy(holder) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      free++;
      if (heldBy(holder) === 1) held.delete(holder);
      else held.set(holder, heldBy(holder) - 1);
      admitNext();
    };
  }

  function admitNext(): void {
    let next: string | undefined;
    for (const holder of queues.keys())
      if (heldBy(holder) < maxPerHolder && (next === undefined || heldBy(holder) < heldBy(next)))
        next = holder;
    if (next === undefined) return;
    const queue = queues.get(next)!;
    const [admit] = queue;
    dequeue(next, admit!);
    if (queue.size > 0) {
      queues.delete(next);
      queues.set(next, queue);
    }
    admit!();
  }

  function dequeue(holder: string, admit: () => void): void {
    const queue = queues.get(holder);
    if (!queue?.delete(admit)) return;
    waiting--;
    if (queue.size === 0) queues.delete(holder);
  }

  const acquire = async ({ holder = "", timeoutMs }: AcquireOptions = {}) => {
    if (free > 0 && heldBy(holder) < maxPerHolder) return take(holder);
    return new Promise<() => void>((resolve, reject) => {
      const admit = () => {
        clearTimeout(timer);
        // Taken at once, so that a later call can't take it.
        resolve(take(holder));
      };
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(() => {
              dequeue(holder, admit);
              reject(new SemaphoreTimeoutError(`No slot became free within ${timeoutMs} ms.`));
            }, timeoutMs);
      const queue = queues.get(holder) ?? new Set();
      queues.set(holder, queue.add(admit));
      waiting++;
    });
  };

  return {
    acquire,
    async run(task, options) {
      const release = await acquire(options);
      try {
        return await task();
      } finally {
        release();
      }
    },
    get waiting() {
      return waiting;
    },
    waitingOf: (holder) => queues.get(holder)?.size ?? 0,
  };
}
