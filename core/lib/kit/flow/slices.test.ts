import { expect, it } from "vitest";
import { runAtOnce, runInSlices, type Steps } from "./slices.ts";

function* spin(milliseconds: number): Steps<string> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) yield;
  return "done";
}

it("runs timers between the slices of long work", async () => {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  try {
    expect(await runInSlices(spin(200))).toBe("done");
  } finally {
    clearInterval(timer);
  }
  expect(ticks).toBeGreaterThan(2);
});

it("returns the result of the work, and passes its errors on", async () => {
  // biome-ignore lint/correctness/useYield: the error comes first.
  function* fail(): Steps<string> {
    throw new Error("No result");
  }
  expect(runAtOnce(spin(1))).toBe("done");
  expect(() => runAtOnce(fail())).toThrow("No result");
  await expect(runInSlices(fail())).rejects.toThrow("No result");
});
