import { expect, it } from "vitest";
import { createDailyQuota } from "./daily-quota.ts";
import { createSemaphore } from "./semaphore.ts";

it("createSemaphore limits concurrency and assigns slots in the order of the calls", async () => {
  const semaphore = createSemaphore(2);
  const acquired: string[] = [];
  const [first, second] = [await semaphore(), await semaphore()];
  const acquire = async (name: string) => {
    const release = await semaphore();
    acquired.push(name);
    return release;
  };
  const third = acquire("third");
  const fourth = acquire("fourth");
  await Promise.resolve();
  expect(acquired).toEqual([]);
  first();
  first();
  (await third)();
  await fourth;
  expect(acquired).toEqual(["third", "fourth"]);
  second();
});

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
