import { expect, it } from "vitest";
import { createAllowance } from "./allowance.ts";
import { createRoom } from "./room.ts";

it("lets so many in at once, and the others in the order in which they came", async () => {
  const room = createRoom(2);
  const seen: string[] = [];
  const [first, second] = [await room(), await room()];
  const third = room().then((leave) => (seen.push("third"), leave));
  const fourth = room().then((leave) => (seen.push("fourth"), leave));
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
  const may = createAllowance(100, () => now);
  expect([
    may("acc_1", 60),
    may("acc_1", 50),
    may("acc_1", 40),
    may("acc_1", 1),
    may("acc_2", 100),
  ]).toEqual([true, false, true, false, true]);
  now = 86_400_000;
  expect(may("acc_1", 100)).toBe(true);
});
