import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { checkPython, formatPython } from "../../../spec/emit/clients/format-python.ts";
import { readExamples } from "./readme-examples.ts";

const PACKAGE = resolve(import.meta.dirname, "../../../generated/clients/python/jackfield");

const sources = [
  ...readdirSync(PACKAGE, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".py"))
    .map((name) => ({ name, code: readFileSync(join(PACKAGE, name), "utf8") })),
  ...readExamples().map(({ heading, code }, index) => ({
    name: `README, example ${index + 1} (${heading})`,
    code,
  })),
];

describe("ruff", () => {
  it.each(sources)("finds nothing in $name", ({ code }) => {
    expect(checkPython(code)).toEqual([]);
  });

  it.each(sources)("formats nothing in $name", ({ code }) => {
    expect(formatPython(code)).toBe(code);
  });

  it("finds mistakes", () => {
    expect(checkPython("import os\n")).toEqual(["1: F401 `os` imported but unused"]);
  });
});
