import { Problem } from "../../../core/index.ts";

/** Lets `most` pieces of work run at a time and `waiting` wait; refuses the rest, so that no queue outgrows a slow site. */
export function createSemaphore(
  limit: number,
  maxQueued = Infinity,
): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running >= limit) {
      if (queue.length >= maxQueued)
        throw new Problem(
          "unavailable",
          "The site answers too slowly for all that is asked of it.",
        );
      // Whoever leaves hands over the place.
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
