import { describe, expect, it } from "vitest";
import type { RateLimit } from "../../http/request-context.ts";
import { conversionCost, createPageCharge } from "./page-charge.ts";

const MEBIBYTE = 1024 * 1024;

describe("conversionCost()", () => {
  it("is a tenth of a request for a small page, and a request for each megabyte of a large one", () => {
    expect(
      [1000, 64 * 1024, 64 * 1024 + 1, MEBIBYTE, MEBIBYTE + 1, 8 * MEBIBYTE].map(conversionCost),
    ).toEqual([0.1, 0.1, 1, 1, 2, 8]);
  });
});

describe("createPageCharge()", () => {
  const chargeAll = (totals: number[], charged: number) => {
    const costs: number[] = [];
    const rateLimit: RateLimit = {
      take: (_, __, { cost }) => void costs.push(cost),
      giveBack() {},
      maxCost: 5,
    };
    const raiseCost = createPageCharge(rateLimit, {} as never, {} as never, charged);
    for (const total of totals) void raiseCost(total);
    return costs;
  };

  it("charges the difference to what was charged before", () => {
    expect(chargeAll([0.1, 1, 1, 3], 0.1)).toEqual([0.9, 2]);
  });

  it("charges at most what the rate limit allows at once", () => {
    expect(chargeAll([1, 8], 0)).toEqual([1, 4]);
  });
});
