import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createGrouped } from "./grouped.ts";

function createFixture(max = 10, gather?: () => Promise<unknown>) {
  const groups: number[][] = [];
  const double = createGrouped<number, number>(
    async (inputs) => {
      groups.push([...inputs]);
      await setImmediate();
      if (inputs.some((input) => input < 0)) throw new Error("A number is negative.");
      return inputs.map((input) => input * 2);
    },
    { max, gather },
  );
  return { double, groups };
}

describe("createGrouped()", () => {
  it("runs the first call at once, and those that arrive meanwhile together", async () => {
    const { double, groups } = createFixture();
    expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
    expect(await double(4)).toBe(8);
    expect(groups).toEqual([[1], [2, 3], [4]]);
  });

  it("runs the first call with those that arrive while it gathers", async () => {
    const { double, groups } = createFixture(10, setImmediate);
    const first = [1, 2].map(double);
    await Promise.resolve();
    const second = [3].map(double);
    expect(await Promise.all([...first, ...second])).toEqual([2, 4, 6]);
    expect(groups).toEqual([[1, 2, 3]]);
  });

  it("runs at most so many together", async () => {
    const { double, groups } = createFixture(2);
    await Promise.all([1, 2, 3, 4].map(double));
    expect(groups).toEqual([[1], [2, 3], [4]]);
  });

  it("doesn't hold up others for a result that takes longer", async () => {
    const { promise: slow, resolve } = Promise.withResolvers<number>();
    const { promise: failing, reject } = Promise.withResolvers<number>();
    const results = new Map([
      [1, slow],
      [2, failing],
    ]);
    const look = createGrouped<number, number>(
      async (inputs) => inputs.map((input) => results.get(input) ?? input),
      { max: 10, gather: setImmediate },
    );
    const [first, second] = [look(1), look(2)];
    expect(await look(3)).toBe(3);
    resolve(10);
    expect(await first).toBe(10);
    reject(new Error("It failed."));
    await expect(second).rejects.toThrow("It failed.");
  });

  it("rejects only the call that fails by itself", async () => {
    const { double, groups } = createFixture();
    const results = await Promise.allSettled([1, 2, -3, 4].map(double));
    expect(results.map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    expect(groups).toEqual([[1], [2, -3, 4], [2], [-3], [4]]);
    expect(await double(5)).toBe(10);
  });
});
