import { expect, test } from "vitest";
import { startTimeout } from "./timeout.ts";

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

test("calls back in the order in which timeouts are due", async () => {
  const calls: string[] = [];
  startTimeout(30, () => calls.push("first of 30 ms"));
  startTimeout(1, () => calls.push("1 ms"));
  await pause(5);
  await new Promise<void>((resolve) => {
    startTimeout(30, () => {
      calls.push("second of 30 ms");
      resolve();
    });
  });
  expect(calls).toEqual(["1 ms", "first of 30 ms", "second of 30 ms"]);
});

test("doesn't call back after a cancellation", async () => {
  const calls: string[] = [];
  const cancel = startTimeout(10, () => calls.push("canceled"));
  const last = new Promise<void>((resolve) => {
    startTimeout(10, resolve);
  });
  cancel();
  cancel();
  await last;
  expect(calls).toEqual([]);
});

test("starts again after all timeouts of a duration have ended", async () => {
  for (let round = 0; round < 3; round++)
    await new Promise<void>((resolve) => {
      startTimeout(5, resolve);
    });
});

test("may be started while another one calls back", async () => {
  await new Promise<void>((resolve) => {
    startTimeout(5, () => startTimeout(5, resolve));
  });
});

test("doesn't lose a timeout that starts after the others were canceled", async () => {
  startTimeout(10, () => {})();
  await pause(15);
  await new Promise<void>((resolve) => {
    startTimeout(10, resolve);
  });
});
