import { describe, expect, test } from "vitest";
import { createRate, type Rate, take } from "./rate.ts";

const RATE = createRate(60, 60);

/** Takes one after another from one client; `at` is in seconds. */
function takeAll(rate: Rate, requests: readonly { at: number; cost?: number }[]) {
  let due: number | undefined;
  return requests.map(({ at: repeat, cost = 1 }) => {
    const result = take(rate, due, repeat * 1000, cost);
    due = result.due;
    return result;
  });
}

const repeat = (seconds: number, times: number) =>
  Array.from({ length: times }, () => ({ at: seconds }));

describe("take()", () => {
  test("lets a quiet client take the burst at once, and no more", () => {
    expect(RATE.burst).toBe(20);
    expect(takeAll(RATE, repeat(5, 22)).map(({ allowed }) => allowed)).toEqual([
      ...Array<boolean>(20).fill(true),
      false,
      false,
    ]);
  });

  test("says what is left, when more is, and when to come again", () => {
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

  test("a refusal takes nothing", () => {
    expect(takeAll(RATE, [...repeat(0, 20), ...repeat(0.5, 100), { at: 1 }]).at(-1)!.allowed).toBe(
      true,
    );
  });

  test("brings the quota in each window, for as long as it is asked", () => {
    const everyTenth = Array.from({ length: 36_000 }, (_, each) => ({ at: each / 10 }));
    const allowed = takeAll(RATE, everyTenth).filter((each) => each.allowed).length;
    expect(allowed).toBeGreaterThanOrEqual(3600 + 19);
    expect(allowed).toBeLessThanOrEqual(3600 + 20);
  });

  test("counts tenths", () => {
    const tenths = Array.from({ length: 201 }, () => ({ at: 0, cost: 0.1 }));
    const results = takeAll(RATE, tenths);
    expect(results.filter(({ allowed }) => allowed)).toHaveLength(200);
    expect(results[0]).toMatchObject({ remaining: 19 });
    expect(results[0]!.resetSeconds).toBeCloseTo(0.1);
    expect(results[200]!.retryAfterSeconds).toBeCloseTo(0.1);
  });

  test("does not drift with a rate that does not divide the window", () => {
    const rate: Rate = { quota: 7, windowSeconds: 60, burst: 7 };
    const start = 1.7e9;
    const requests = Array.from({ length: 700 }, (_, each) => ({
      at: start + Math.floor(each / 7) * 60,
    }));
    expect(takeAll(rate, requests).every(({ allowed }) => allowed)).toBe(true);
  });

  test("knows nothing more of a client once all is made up for", () => {
    expect(takeAll(RATE, [...repeat(0, 20), { at: 20 }]).at(-1)).toMatchObject({
      allowed: true,
      remaining: 19,
    });
  });
});

describe("createRate()", () => {
  test("has a burst of a third of the quota, and of one at least", () => {
    expect([
      createRate(60, 60).burst,
      createRate(1, 60).burst,
      createRate(60, 60, 60).burst,
    ]).toEqual([20, 1, 60]);
  });
});
