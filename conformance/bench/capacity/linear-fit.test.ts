import { describe, expect, it } from "vitest";
import { fitLine } from "./linear-fit.ts";

describe("fitLine", () => {
  it("returns the line through two points", () => {
    const points = [
      { x: 1_000, y: 130 },
      { x: 3_000, y: 170 },
    ];
    expect(fitLine(points)).toEqual({ slope: 0.02, intercept: 110 });
  });

  it("fits a line between points that aren't on one", () => {
    const points = [
      { x: 0, y: 1 },
      { x: 1, y: 0 },
      { x: 2, y: 5 },
    ];
    const { slope, intercept, slopeError } = fitLine(points);
    // The textbook formulas: residuals 1, -2 and 1, so √(6 / (3 - 2) / 2).
    expect([slope, intercept]).toEqual([2, 0]);
    expect(slopeError).toBeCloseTo(Math.sqrt(3), 12);
  });

  it("has no error if all points are on a line", () => {
    const points = [1, 2, 4].map((x) => ({ x, y: 3 * x + 2 }));
    const { slope, slopeError } = fitLine(points);
    expect(slope).toBeCloseTo(3, 12);
    expect(slopeError).toBeCloseTo(0, 12);
  });

  it.each([
    [[]],
    [[{ x: 1, y: 1 }]],
    [
      [
        { x: 1, y: 1 },
        { x: 1, y: 2 },
      ],
    ],
  ])("refuses points without two different x: %j", (points) => {
    expect(() => fitLine(points)).toThrow(RangeError);
  });
});
