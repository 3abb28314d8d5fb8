import { type Limiter, type Rate, take } from "../../core/index.ts";

export interface MemoryLimiterOptions {
  /** The most clients that are remembered: beyond, the half that has been quiet longest is forgotten. 100,000 by default. */
  readonly most?: number;
  /** Milliseconds of a clock that never goes back. */
  now?(): number;
}

/** Counts in this process alone: each process of several gives each client the whole rate. */
export function memoryLimiter(
  rate: Rate,
  { most = 100_000, now = () => performance.now() }: MemoryLimiterOptions = {},
): Limiter {
  /** After so long, in milliseconds, a quiet client owes nothing any more. */
  const whole = (rate.burst * rate.windowSeconds * 1000) / rate.quota;
  // Two generations and not one Map in order of use: taking the oldest out of a large Map is slow, one deletion's hole
  // after another has to be passed over.
  let young = new Map<string, number>();
  let old = new Map<string, number>();
  let since = now();

  return {
    take(key, cost) {
      const time = now();
      // Who is still in the old generation has not asked for the whole time: forgetting them takes nothing from anyone.
      if (time - since > whole) age(time);
      let due = young.get(key);
      if (due === undefined) {
        due = old.get(key);
        if (young.size >= most / 2) age(time);
      }
      const taken = take(rate, due, time, cost);
      young.set(key, taken.due);
      return taken;
    },
  };

  function age(time: number): void {
    old = young;
    young = new Map();
    since = time;
  }
}
