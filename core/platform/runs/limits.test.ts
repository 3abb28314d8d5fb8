import { expect, it } from "vitest";
import { createDailyQuota } from "./daily-quota.ts";
import { createSemaphore } from "./semaphore.ts";

it("lets so many in at once, and the others in the order in which they came", async () => {
  const semaphore = createSemaphore(2);
  const seen: string[] = [];
  const [first, second] = [await semaphore(), await semaphore()];
  const third = semaphore().then((release) => (seen.push("third"), release));
  const fourth = semaphore().then((release) => (seen.push("fourth"), release));
  await Promise.resolve();
  expect(seen).toEqual([]);
  first();
  first();
  (await third)();
  await fourth;
  expect(seen).toEqual(["third", "fourth"]);
  second();
});

it("keeps so much a day for each account, and no more", () => {
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
