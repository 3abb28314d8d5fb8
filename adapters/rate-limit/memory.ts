import { type Rate, type RateLimiter, take } from "../../core/index.ts";

export interface MemoryRateLimiterOptions {
  /** The most clients that are remembered: beyond, the half that has been quiet longest is forgotten. 100,000 by default. */
  readonly maxKeys?: number;
  /** Milliseconds of a clock that never goes back. */
  now?(): number;
}

/** Counts in this process alone: each process of several gives each client the whole rate. */
export function createMemoryRateLimiter(
  rate: Rate,
  { maxKeys = 100_000, now = () => performance.now() }: MemoryRateLimiterOptions = {},
): RateLimiter {
  /** After so long, in milliseconds, a quiet client owes nothing any more. */
  const burstMs = (rate.burst * rate.windowSeconds * 1000) / rate.quota;
  // Two generations and not one Map in order of use: taking the oldest out of a large Map is slow, one deletion's hole
  // after another has to be passed over.
  let current = new Map<string, number>();
  let previous = new Map<string, number>();
  let rotatedAt = now();

  return {
    take(key, cost) {
      const time = now();
      // Who is still in the old generation has not asked for the whole time: forgetting them takes nothing from anyone.
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
