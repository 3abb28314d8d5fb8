import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";
import { type Rate, take } from "../../core/lib/kit/flow/rate.ts";
import { createMemoryRateLimiter } from "./memory.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const RATE: Rate = { quota: 60, windowSeconds: 60, burst: 20 };

describe("the rate limiter in memory", () => {
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

  it("handles each client in a few map operations, without iterating over the others", () => {
    const limiter = createMemoryRateLimiter(RATE, { maxKeys: 1_000, now: () => 0 });
    const lookups = (["get", "set"] as const).map((name) => vi.spyOn(Map.prototype, name));
    const scans = (["delete", "forEach", "keys", "values", "entries"] as const).map((name) =>
      vi.spyOn(Map.prototype, name),
    );
    for (let index = 0; index < 5_000; index++) void limiter.take(`client ${index}`, 1);
    const [lookupCount, scanCount] = [lookups, scans].map((spies) =>
      spies.reduce((sum, { mock }) => sum + mock.calls.length, 0),
    );
    vi.restoreAllMocks();
    expect(scanCount).toBe(0);
    expect(lookupCount).toBeLessThanOrEqual(3 * 5_000);
  });

  it("uses a bounded amount of memory", async () => {
    let now = 0;
    const limiter = createMemoryRateLimiter(RATE, { maxKeys: 1000, now: () => now });
    collectGarbage();
    const heapBefore = process.memoryUsage().heapUsed;
    for (let index = 0; index < 200_000; index++) {
      await limiter.take(`2001:db8:${index.toString(16)}::/64`, 1);
      now += 0.01;
    }
    collectGarbage();
    expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(5e6);
    expect(await limiter.take("2001:db8::/64", 1)).toMatchObject({ remaining: 19 });
  });
});
