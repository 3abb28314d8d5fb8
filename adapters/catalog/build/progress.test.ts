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
    "Compiling apps 1 of 4, 0 s\nCompiling apps 3 of 4, 11 s\nCompiling apps 4 of 4, 12 s\nDone.\n",
  );
});

it("draws a bar on a terminal and clears it at the end", () => {
  let output = "";
  const write = (text: string) => {
    output += text;
  };
  const progress = createProgressBar({ isTTY: true, write }, () => 0);
  progress.step("Compiling apps", 2, 4);
  progress.end();
  expect(output).toBe(
    `\r\x1b[K${"█".repeat(15)}${"░".repeat(15)} Compiling apps 2 of 4, 0 s\r\x1b[K`,
  );
});

it("shows the megabytes of a download", () => {
  let output = "";
  const write = (text: string) => {
    output += text;
  };
  createProgressBar({ write }, () => 0).step("Downloading package 1 of 7:", 3, 80, "MB");
  expect(output).toBe("Downloading package 1 of 7: 3 of 80 MB, 0 s\n");
});
