import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Problem } from "../../core/site.ts";
import { StartupError } from "../runtime/startup-error.ts";
import { formatError } from "./format-error.ts";

test("formatError() prints the message and the hint of an error that the operator can fix", () => {
  const cause = new Error("the cause");
  expect(
    formatError(new StartupError("Port 80 is in use.", { hint: "Choose another.", cause })),
  ).toBe("Port 80 is in use. Choose another.");
  expect(formatError(new StartupError("SECRETS_KEY is too short.", { cause }))).toBe(
    "SECRETS_KEY is too short.",
  );
  expect(formatError(new Problem("unavailable", "The site is down.", { hint: "Wait." }))).toBe(
    "The site is down. Wait.",
  );
});

test("formatError() prints a system error without a stack", () => {
  try {
    readFileSync("/no/such/file");
  } catch (error) {
    expect(formatError(error)).toBe("ENOENT: no such file or directory, open '/no/such/file'");
  }
});

test("formatError() prints the stack of a fault", () => {
  expect(formatError(new TypeError("x is undefined"))).toMatch(/^TypeError: x is undefined\n +at /);
});
