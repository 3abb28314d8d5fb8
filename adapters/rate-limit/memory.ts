import { type Rate, take } from "../../core/lib/kit/flow/rate.ts";
import type { RateLimiter } from "../../core/ports/rate-limiter.ts";

interface MemoryRateLimiterOptions {
  /**
   * The maximum number of clients, 100,000 by default. Beyond it, the limiter forgets the least
   * recently active half.
   */
  readonly maxKeys?: number;
  /** Returns milliseconds of a monotonic clock. */
  now?(): number;
}

/** Creates a rate limiter for one process. Several processes each grant a client the full rate. */
export function createMemoryRateLimiter(
  rate: Rate,
  { maxKeys = 100_000, now = () => performance.now() }: MemoryRateLimiterOptions = {},
): RateLimiter {
  // After this time, an idle client has its full burst again.
  const burstMs = (rate.burst * rate.windowSeconds * 1000) / rate.quota;
  // Two generations instead of one Map in order of use, because deleting the oldest entries of a
  // large Map is slow: iteration has to skip every deleted entry.
  let current = new Map<string, number>();
  let previous = new Map<string, number>();
  let rotatedAt = now();

  return {
    take(key, cost) {
      const time = now();
      // Clients that are still in the old generation have been idle for the whole time, so they can
      // be forgotten.
      if (time - rotatedAt > burstMs) rotate(time);
      let due = current.get(key);
      if (due === undefined) {
        due = previous.get(key);
        if (current.size >= maxKeys / 2) rotate(time);
      }
      const result = take(rate, due, time, cost);
      current.set(key, result.due);
      return result;
    },
  };

  function rotate(time: number): void {
    previous = current;
    current = new Map();
    rotatedAt = time;
  }
}
