import { describe, expect, test } from "vitest";
import { createRate, type Rate, take } from "./rate.ts";

const RATE = createRate(60, 60);

/** Takes from one client's limit, once for each request; `at` is in seconds. */
function takeAll(rate: Rate, requests: readonly { at: number; cost?: number }[]) {
  let due: number | undefined;
  return requests.map(({ at, cost = 1 }) => {
    const result = take(rate, due, at * 1000, cost);
    due = result.due;
    return result;
  });
}

const repeat = (seconds: number, times: number) =>
  Array.from({ length: times }, () => ({ at: seconds }));

describe("take()", () => {
  test("lets an idle client take the burst at once, and no more", () => {
    expect(RATE.burst).toBe(20);
    expect(takeAll(RATE, repeat(5, 22)).map(({ allowed }) => allowed)).toEqual([
      ...Array<boolean>(20).fill(true),
      false,
      false,
    ]);
  });

  test("returns what remains, when more will be available, and when to retry", () => {
    const results = takeAll(RATE, [...repeat(0, 20), { at: 0.25 }, { at: 1 }]);
    expect(results[0]).toMatchObject({ remaining: 19, resetSeconds: 1, retryAfterSeconds: 0 });
    expect(results[19]).toMatchObject({ remaining: 0, resetSeconds: 1 });
    expect(results[20]).toMatchObject({
      allowed: false,
      remaining: 0,
      resetSeconds: 0.75,
      retryAfterSeconds: 0.75,
    });
    expect(results[21]).toMatchObject({ allowed: true, remaining: 0 });
  });

  test("takes nothing for a rejected request", () => {
    expect(takeAll(RATE, [...repeat(0, 20), ...repeat(0.5, 100), { at: 1 }]).at(-1)!.allowed).toBe(
      true,
    );
  });

  test("allows the quota in each window under constant load", () => {
    const everyTenth = Array.from({ length: 36_000 }, (_, index) => ({ at: index / 10 }));
    const allowed = takeAll(RATE, everyTenth).filter((result) => result.allowed).length;
    expect(allowed).toBeGreaterThanOrEqual(3600 + 19);
    expect(allowed).toBeLessThanOrEqual(3600 + 20);
  });

  test("counts costs of 0.1", () => {
    const tenths = Array.from({ length: 201 }, () => ({ at: 0, cost: 0.1 }));
    const results = takeAll(RATE, tenths);
    expect(results.filter(({ allowed }) => allowed)).toHaveLength(200);
    expect(results[0]).toMatchObject({ remaining: 19 });
    expect(results[0]!.resetSeconds).toBeCloseTo(0.1);
    expect(results[200]!.retryAfterSeconds).toBeCloseTo(0.1);
  });

  test("does not drift if the quota does not divide the window", () => {
    const rate: Rate = { quota: 7, windowSeconds: 60, burst: 7 };
    const start = 1.7e9;
    const requests = Array.from({ length: 700 }, (_, index) => ({
      at: start + Math.floor(index / 7) * 60,
    }));
    expect(takeAll(rate, requests).every(({ allowed }) => allowed)).toBe(true);
  });

  test("treats a client as new once its burst has refilled", () => {
    expect(takeAll(RATE, [...repeat(0, 20), { at: 20 }]).at(-1)).toMatchObject({
      allowed: true,
      remaining: 19,
    });
  });
});

describe("createRate()", () => {
  test("has a burst of a third of the quota, but at least one", () => {
    expect([
      createRate(60, 60).burst,
      createRate(1, 60).burst,
      createRate(60, 60, 60).burst,
    ]).toEqual([20, 1, 60]);
  });
});
