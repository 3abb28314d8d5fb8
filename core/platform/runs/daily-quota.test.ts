import { expect, it } from "vitest";
import { createDailyQuota } from "./daily-quota.ts";

it("createDailyQuota limits each account for 24 hours", () => {
  let now = 0;
  const takeQuota = createDailyQuota(100, () => now);
  expect([
    takeQuota("acc_1", 60),
    takeQuota("acc_1", 50),
    takeQuota("acc_1", 40),
    takeQuota("acc_1", 1),
    takeQuota("acc_2", 100),
  ]).toEqual([true, false, true, false, true]);
  now = 86_400_000;
  expect(takeQuota("acc_1", 100)).toBe(true);
});
