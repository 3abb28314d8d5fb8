/** Waits for a free slot and returns a function that releases it. Releasing twice has no effect. */
export type Semaphore = () => Promise<() => void>;

/** Creates a semaphore with `limit` slots, which are assigned in the order of the calls. */
export function createSemaphore(limit: number): Semaphore {
  let free = limit;
  const waiting: (() => void)[] = [];
  return async () => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = waiting.shift();
      if (next) next();
      else free++;
    };
  };
}
