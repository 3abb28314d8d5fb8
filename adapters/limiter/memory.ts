import { take, type Limiter, type Rate } from "../../core/index.ts";

export interface MemoryLimiterOptions {
  /** The most clients that are remembered: one more, and the one that has been quiet longest is forgotten. 100,000 by default. */
  readonly most?: number;
  /** Milliseconds of a clock that never goes back. */
  now?(): number;
}

/** Counts in this process alone: each process of several gives each client the whole rate. */
export function memoryLimiter(rate: Rate, { most = 100_000, now = () => performance.now() }: MemoryLimiterOptions = {}): Limiter {
  // In the order of their last request, as a Map keeps what is set anew: about 100 bytes a client.
  const dues = new Map<string, number>();

  return {
    take(key, cost) {
      const time = now();
      const known = dues.get(key);
      const taken = take(rate, known, time, cost);
      if (known === undefined) makeRoom(time);
      else dues.delete(key);
      dues.set(key, taken.due);
      return taken;
    },
  };

  /** Forgets up to two that owe nothing any more, so that the memory shrinks as clients leave; or else the oldest, if it must be. */
  function makeRoom(time: number): void {
    for (let times = 0; times < 2; times++) {
      const [oldest] = dues;
      if (!oldest || (oldest[1] > time && dues.size < most)) return;
      dues.delete(oldest[0]);
    }
  }
}
