import { expect, it } from "vitest";
import { progressBar } from "./progress.ts";

it("says a line at each new step, each ten seconds, and at the end, where there is no terminal", () => {
  let said = "";
  let now = 0;
  const bar = progressBar({ write: (text) => (said += text) }, () => now);
  for (const [done, at] of [
    [1, 0],
    [2, 9_000],
    [3, 11_000],
    [4, 12_000],
  ] as const) {
    now = at;
    bar.step("Compiling apps", done, 4);
  }
  bar.tell("Done.");
  bar.end();
  expect(said).toBe("Compiling apps 1 of 4\nCompiling apps 3 of 4\nCompiling apps 4 of 4\nDone.\n");
});

it("draws a bar on a terminal, and takes it away again", () => {
  let said = "";
  const bar = progressBar({ isTTY: true, write: (text) => (said += text) });
  bar.step("Compiling apps", 2, 4);
  bar.end();
  expect(said).toBe(`\r\x1b[K${"█".repeat(15)}${"░".repeat(15)} Compiling apps 2 of 4\r\x1b[K`);
});
