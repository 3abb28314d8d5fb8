import { expect, it } from "vitest";
import { backoff, jitter } from "./backoff.ts";

it("doubles the delay after each failure, up to a maximum", () => {
  const delays = [1, 2, 3, 4, 2_000].map((failures) =>
    backoff(failures, { first: 500, max: 3_000 }),
  );
  expect(delays).toEqual([500, 1_000, 2_000, 3_000, 3_000]);
});

it("varies a delay in both directions", () =>
  expect([0, 0.5, 1].map((random) => jitter(1_000, 0.2, random))).toEqual([800, 1_000, 1_200]));
