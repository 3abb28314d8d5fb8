import { expect, it } from "vitest";
import { createTurns } from "./turns.ts";

it("runs tasks with the same key in order, also after a failure", async () => {
  const inTurn = createTurns();
  const events: string[] = [];
  const task =
    (name: string, fails = false) =>
    async () => {
      events.push(`${name} starts`);
      await Promise.resolve();
      events.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const settled = await Promise.allSettled([
    inTurn("a", task("first", true)),
    inTurn("a", task("second")),
    inTurn("b", task("other")),
  ]);
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  expect(events.filter((event) => !event.startsWith("other"))).toEqual([
    "first starts",
    "first ends",
    "second starts",
    "second ends",
  ]);
  expect(events.indexOf("other starts")).toBeLessThan(events.indexOf("second starts"));
});
