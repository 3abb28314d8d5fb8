import { expect, it } from "vitest";
import { textBefore } from "./text-before.ts";

it("returns what stands before the first separator", () => {
  expect(textBefore("text/html; charset=utf-8; a=b", ";")).toBe("text/html");
  expect(textBefore("://host", "://")).toBe("");
});

it("returns a text without the separator as it is", () => {
  expect(textBefore("text/html", ";")).toBe("text/html");
  expect(textBefore("", ";")).toBe("");
});
