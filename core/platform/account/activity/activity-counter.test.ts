import { expect, it } from "vitest";
import { createActivityCounter } from "./activity-counter.ts";

const HOUR = 3_600_000;

/** Creates a counter whose store counts this many runs. */
function createCounter(runs: number) {
  const clock = { now: 0 };
  const periods: unknown[] = [];
  const count = createActivityCounter(
    {
      async countActivity(period) {
        periods.push(period);
        return { counts: [{ step: 0, status: "succeeded", runs }], isComplete: true, position: 0 };
      },
    },
    () => clock.now,
  );
  const period = { account: "acc_1", from: 0, step: HOUR };
  return { count: (user?: string) => count({ ...period, user }), clock, periods };
}

it("counts a few runs each time", async () => {
  const { count, periods } = createCounter(5_000);
  await count();
  await count();
  expect(periods).toHaveLength(2);
});

it("counts many runs every 10 seconds, separately for those that a member sees", async () => {
  const { count, clock, periods } = createCounter(5_001);
  expect(await count()).toEqual(await count());
  await count("");
  expect(periods).toHaveLength(2);
  clock.now = 10_001;
  await count();
  expect(periods).toHaveLength(3);
});
