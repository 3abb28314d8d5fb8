/** Gives one of so many places, as soon as there is one, and takes it back by what it gives. */
export type Semaphore = () => Promise<() => void>;

/** Room for so many at once; the others wait in the order in which they came. */
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
