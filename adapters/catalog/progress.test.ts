import { expect, it } from "vitest";
import { createProgressBar } from "./progress.ts";

it("prints a line at each new step, every 10 seconds and at the end without a terminal", () => {
  let output = "";
  let now = 0;
  const write = (text: string) => {
    output += text;
  };
  const progress = createProgressBar({ write }, () => now);
  for (const [done, at] of [
    [1, 0],
    [2, 9_000],
    [3, 11_000],
    [4, 12_000],
  ] as const) {
    now = at;
    progress.step("Compiling apps", done, 4);
  }
  progress.log("Done.");
  progress.end();
  expect(output).toBe(
    "Compiling apps 1 of 4\nCompiling apps 3 of 4\nCompiling apps 4 of 4\nDone.\n",
  );
});

it("draws a bar on a terminal and clears it at the end", () => {
  let output = "";
  const write = (text: string) => {
    output += text;
  };
  const progress = createProgressBar({ isTTY: true, write });
  progress.step("Compiling apps", 2, 4);
  progress.end();
  expect(output).toBe(`\r\x1b[K${"█".repeat(15)}${"░".repeat(15)} Compiling apps 2 of 4\r\x1b[K`);
});
