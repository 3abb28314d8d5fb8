import { describe, expect, it } from "vitest";
import { createMemoryRateLimiter } from "../../../adapters/rate-limit/memory.ts";
import { type Rate, take } from "../../../core/lib/kit/rate.ts";
import { createRateLimiterSuite } from "../rate-limiter.ts";

const RATE: Rate = { quota: 60, windowSeconds: 60, burst: 20 };

describe("the rate limiter in memory", () => {
  const checks = createRateLimiterSuite((rate) => {
    let now = 0;
    return {
      limiter: createMemoryRateLimiter(rate, { now: () => now }),
      advance(seconds) {
        now += seconds * 1000;
      },
    };
  });
  for (const check of checks) it(check.name, check.run);

  it("forgets only the longest idle client when it reaches maxKeys", async () => {
    const limiter = createMemoryRateLimiter(RATE, { maxKeys: 4, now: () => 0 });
    const remaining = async (key: string) => (await limiter.take(key, 1)).remaining;
    expect([
      await remaining("a"),
      await remaining("b"),
      await remaining("c"),
      await remaining("a"),
    ]).toEqual([19, 19, 19, 18]);
    expect([await remaining("d"), await remaining("a"), await remaining("c")]).toEqual([
      19, 17, 18,
    ]);
    expect(await remaining("b")).toBe(19);
  });

  it("forgets no client that still owes requests while below maxKeys", async () => {
    let now = 0;
    const limiter = createMemoryRateLimiter(RATE, { now: () => now });
    const dues = new Map<string, number>();
    for (let index = 0; index < 20_000; index++) {
      now += (index * 7919) % 400;
      const key = `client ${(index * 104_729) % 13}`;
      const cost = index % 3 ? 1 : 4;
      const { due, ...expected } = take(RATE, dues.get(key), now, cost);
      dues.set(key, due);
      expect(await limiter.take(key, cost)).toMatchObject(expected);
    }
  });

  it("handles 300,000 clients in less than 5 seconds", () => {
    const limiter = createMemoryRateLimiter(RATE, { maxKeys: 50_000, now: () => 0 });
    const startedAt = performance.now();
    for (let index = 0; index < 300_000; index++) void limiter.take(`client ${index}`, 1);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it("uses a bounded amount of memory", async () => {
    let now = 0;
    const limiter = createMemoryRateLimiter(RATE, { maxKeys: 1000, now: () => now });
    const heapBefore = process.memoryUsage().heapUsed;
    for (let index = 0; index < 200_000; index++) {
      await limiter.take(`2001:db8:${index.toString(16)}::/64`, 1);
      now += 0.01;
    }
    expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(60e6);
  });
});
