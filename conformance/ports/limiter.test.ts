import { describe, expect, it } from "vitest";
import { memoryLimiter } from "../../adapters/limiter/memory.ts";
import { take, type Rate } from "../../core/index.ts";
import { limiterSuite } from "./limiter.ts";

const RATE: Rate = { quota: 60, windowSeconds: 60, burst: 20 };

describe("the limiter in memory", () => {
  const checks = limiterSuite((rate) => {
    let now = 0;
    return { limiter: memoryLimiter(rate, { now: () => now }), pass: (seconds) => void (now += seconds * 1000) };
  });
  for (const check of checks) it(check.name, check.run);

  it("forgets whoever has been quiet longest when there are too many, and no one else", async () => {
    const limiter = memoryLimiter(RATE, { most: 4, now: () => 0 });
    const left = async (key: string) => (await limiter.take(key, 1)).remaining;
    expect([await left("a"), await left("b"), await left("c"), await left("a")]).toEqual([19, 19, 19, 18]);
    expect([await left("d"), await left("a"), await left("c")]).toEqual([19, 17, 18]);
    expect(await left("b")).toBe(19);
  });

  it("answers as if it forgot nobody, while there is room", async () => {
    let now = 0;
    const limiter = memoryLimiter(RATE, { now: () => now });
    const dues = new Map<string, number>();
    for (let each = 0; each < 20_000; each++) {
      now += (each * 7919) % 400;
      const key = `client ${(each * 104_729) % 13}`;
      const { due, ...expected } = take(RATE, dues.get(key), now, each % 3 ? 1 : 4);
      dues.set(key, due);
      expect(await limiter.take(key, each % 3 ? 1 : 4)).toMatchObject(expected);
    }
  });

  it("takes no longer for many clients than for one", async () => {
    const limiter = memoryLimiter(RATE, { most: 50_000, now: () => 0 });
    const before = performance.now();
    for (let each = 0; each < 300_000; each++) void limiter.take(`client ${each}`, 1);
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  it("does not grow without end", async () => {
    let now = 0;
    const limiter = memoryLimiter(RATE, { most: 1000, now: () => now });
    const before = process.memoryUsage().heapUsed;
    for (let each = 0; each < 200_000; each++) await limiter.take(`2001:db8:${each.toString(16)}::/64`, 1), (now += 0.01);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(60e6);
  });
});
