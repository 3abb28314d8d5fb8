import { expect, it, vi } from "vitest";
import { exceedsJsonLimits } from "./json-limits.ts";

const nested = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels));
const LARGE = 1_000;

it("allows 100 levels and rejects 101, in addition to the envelope", () => {
  expect(exceedsJsonLimits(nested(100), LARGE)).toBe(false);
  expect(exceedsJsonLimits(nested(101), LARGE)).toBe(true);
  expect(exceedsJsonLimits(nested(102), LARGE, { envelope: 2 })).toBe(false);
  expect(exceedsJsonLimits(nested(103), LARGE, { envelope: 2 })).toBe(true);
});

it("allows 20,000 members and rejects 20,001", () => {
  expect(exceedsJsonLimits([Array(9_998).fill({}), Array(10_000).fill(1)], LARGE)).toBe(false);
  expect(exceedsJsonLimits([Array(9_999).fill({}), Array(10_000).fill(1)], LARGE)).toBe(true);
});

it("doesn't inspect small bodies", () => {
  const values = vi.spyOn(Object, "values");
  expect(exceedsJsonLimits({ a: { b: 1 } }, 15)).toBe(false);
  const calls = values.mock.calls.length;
  values.mockRestore();
  expect(calls).toBe(0);
});
