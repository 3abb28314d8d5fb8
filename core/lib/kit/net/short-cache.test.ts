import { describe, expect, it } from "vitest";
import { createShortCache } from "./short-cache.ts";

function createFixture() {
  const clock = { time: 0 };
  const cache = createShortCache<string>({
    milliseconds: 900,
    maxEntries: 2,
    now: () => clock.time,
  });
  return { cache, clock };
}

describe("createShortCache", () => {
  it("returns a value until its time has passed since the start of the load", async () => {
    const { cache, clock } = createFixture();
    await cache.load("a", async () => {
      clock.time = 500;
      return "first";
    });
    clock.time = 899;
    expect(cache.get("a")).toBe("first");
    clock.time = 900;
    expect(cache.get("a")).toBeUndefined();
    expect(cache.getStale("a")).toBe("first");
  });

  it("passes the last value to the next load", async () => {
    const { cache, clock } = createFixture();
    await cache.load("a", async () => "first");
    clock.time = 1_000;
    expect(await cache.load("a", async (last) => `${last} again`)).toBe("first again");
  });

  it("keeps the last value if its load fails, until it is deleted", async () => {
    const { cache } = createFixture();
    await cache.load("a", async () => "first");
    await expect(cache.load("a", () => Promise.reject(new Error("boom")))).rejects.toThrow("boom");
    expect(cache.getStale("a")).toBe("first");
    cache.delete("a");
    expect(cache.getStale("a")).toBeUndefined();
  });

  it("removes the oldest values above its limit", async () => {
    const { cache } = createFixture();
    for (const key of ["a", "b", "c"]) await cache.load(key, async () => key);
    expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual([undefined, "b", "c"]);
  });
});
