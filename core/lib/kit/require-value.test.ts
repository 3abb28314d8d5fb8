import { expect, it } from "vitest";
import { requireValue } from "./require-value.ts";

it("returns any value but an absent one", () => {
  expect(requireValue(0, "the count")).toBe(0);
  expect(requireValue("", "the text")).toBe("");
  expect(requireValue(false, "the flag")).toBe(false);
});

it("names what is missing", () => {
  expect(() => requireValue(undefined, "the account")).toThrow(
    "Internal error: the account is missing.",
  );
  expect(() => requireValue(null, "the account")).toThrow(
    "Internal error: the account is missing.",
  );
});
