import { describe, expect, it } from "vitest";
import { memoryLimiter } from "../../adapters/limiter/memory.ts";
import type { Rate } from "../../core/index.ts";
import { limiterSuite } from "./limiter.ts";

const RATE: Rate = { quota: 60, windowSeconds: 60, burst: 20 };

describe("the limiter in memory", () => {
  const checks = limiterSuite((rate) => {
    let now = 0;
    return { limiter: memoryLimiter(rate, { now: () => now }), pass: (seconds) => void (now += seconds * 1000) };
  });
  for (const check of checks) it(check.name, check.run);

  it("forgets whoever has been quiet longest when there are too many, and no one else", async () => {
    const limiter = memoryLimiter(RATE, { most: 3, now: () => 0 });
    const left = async (key: string) => (await limiter.take(key, 1)).remaining;
    expect([await left("a"), await left("b"), await left("c"), await left("a")]).toEqual([19, 19, 19, 18]);
    expect(await left("d")).toBe(19);
    expect([await left("a"), await left("c"), await left("b")]).toEqual([17, 18, 19]);
  });

  it("does not grow without end", async () => {
    let now = 0;
    const limiter = memoryLimiter(RATE, { most: 1000, now: () => now });
    const before = process.memoryUsage().heapUsed;
    for (let each = 0; each < 200_000; each++) await limiter.take(`2001:db8:${each.toString(16)}::/64`, 1), (now += 0.01);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(60e6);
  });
});
