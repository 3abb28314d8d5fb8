import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startBackgroundWork } from "./background-work.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("runs again after each run, even if one fails, until it is stopped", async () => {
  const run = vi.fn(async () => {
    throw new Error("The site is down.");
  });
  const stop = startBackgroundWork(run, { firstMs: 10, intervalMs: 100 });
  await vi.advanceTimersByTimeAsync(9);
  expect(run).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(250);
  expect(run).toHaveBeenCalledTimes(3);
  stop();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run).toHaveBeenCalledTimes(3);
});

it("never has two runs at a time", async () => {
  const first = Promise.withResolvers<void>();
  const run = vi.fn(() => first.promise);
  const stop = startBackgroundWork(run, { firstMs: 10, intervalMs: 10 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run).toHaveBeenCalledTimes(1);
  stop();
  first.resolve();
});
