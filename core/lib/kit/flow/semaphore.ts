import { requireValue } from "../require-value.ts";
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

interface AcquireOptions {
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
export const createSemaphore = (
  limit: number,
  { maxPerHolder = limit }: { readonly maxPerHolder?: number | undefined } = {},
): Semaphore => new FairSemaphore(limit, maxPerHolder);

class FairSemaphore implements Semaphore {
  readonly #maxPerHolder: number;
  #free: number;
  #waiting = 0;
  readonly #held = new Map<string, number>();
  /** The waiting callers of each holder. Holders are in the order in which they were served. */
  readonly #queues = new Map<string, Set<() => void>>();

  constructor(limit: number, maxPerHolder: number) {
    this.#free = limit;
    this.#maxPerHolder = maxPerHolder;
  }

  get waiting(): number {
    return this.#waiting;
  }

  waitingOf(holder: string): number {
    return this.#queues.get(holder)?.size ?? 0;
  }

  async acquire({ holder = "", timeoutMs }: AcquireOptions = {}): Promise<() => void> {
    if (this.#free > 0 && this.#heldBy(holder) < this.#maxPerHolder) return this.#take(holder);
    return new Promise<() => void>((resolve, reject) => {
      const admit = () => {
        clearTimeout(timer);
        // Taken at once, so that a later call can't take it.
        resolve(this.#take(holder));
      };
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(() => {
              this.#dequeue(holder, admit);
              reject(new SemaphoreTimeoutError(`No slot became free within ${timeoutMs} ms.`));
            }, timeoutMs);
      const queue = this.#queues.get(holder) ?? new Set();
      this.#queues.set(holder, queue.add(admit));
      this.#waiting++;
    });
  }

  async run<Result>(task: () => Promise<Result>, options?: AcquireOptions): Promise<Result> {
    const release = await this.acquire(options);
    try {
      return await task();
    } finally {
      release();
    }
  }

  #heldBy(holder: string): number {
    return this.#held.get(holder) ?? 0;
  }

  #take(holder: string): () => void {
    this.#free--;
    this.#held.set(holder, this.#heldBy(holder) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#release(holder);
    };
  }

  #release(holder: string): void {
    this.#free++;
    if (this.#heldBy(holder) === 1) this.#held.delete(holder);
    else this.#held.set(holder, this.#heldBy(holder) - 1);
    this.#admitNext();
  }

  #admitNext(): void {
    let next: string | undefined;
    for (const holder of this.#queues.keys()) {
      const held = this.#heldBy(holder);
      if (held < this.#maxPerHolder && (next === undefined || held < this.#heldBy(next)))
        next = holder;
    }
    if (next === undefined) return;
    const queue = requireValue(this.#queues.get(next), "the queue of a holder");
    const [first] = queue;
    const admit = requireValue(first, "the first call of a queue");
    this.#dequeue(next, admit);
    if (queue.size > 0) {
      this.#queues.delete(next);
      this.#queues.set(next, queue);
    }
    admit();
  }

  #dequeue(holder: string, admit: () => void): void {
    const queue = this.#queues.get(holder);
    if (!queue?.delete(admit)) return;
    this.#waiting--;
    if (queue.size === 0) this.#queues.delete(holder);
  }
}
