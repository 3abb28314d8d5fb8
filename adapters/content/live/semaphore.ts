import { Problem } from "../../../core/index.ts";

/**
 * Limits concurrent tasks to `limit`. More tasks wait, up to `maxQueued`, and others reject with
 * the `Problem` "unavailable".
 */
export function createSemaphore(
  limit: number,
  maxQueued = Infinity,
): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running >= limit) {
      if (queue.length >= maxQueued)
        throw new Problem("unavailable", "The site is too slow for the number of requests.");
      // A finished task resolves this promise and transfers its slot.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
