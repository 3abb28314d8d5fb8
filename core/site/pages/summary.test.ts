import { expect, test } from "vitest";
import { parseSummary } from "./summary.ts";

test("reads sections and pages", () => {
  expect(
    parseSummary(`# Summary

[Introduction](index.md)

## Set up

- [Install](setup/install.md)
  - [With Docker](<setup/docker.md>)

# Reference

* [Settings](/settings.md)
`),
  ).toEqual([
    { pages: [{ title: "Introduction", path: "/index.md" }] },
    {
      title: "Set up",
      pages: [
        { title: "Install", path: "/setup/install.md" },
        { title: "With Docker", path: "/setup/docker.md" },
      ],
    },
    { title: "Reference", pages: [{ title: "Settings", path: "/settings.md" }] },
  ]);
});

test.each([
  ["another site", "- [A](https://other.example/a.md)"],
  ["another site without a scheme", "- [A](//other.example/a.md)"],
  ["a script", "- [A](javascript:alert(1))"],
  ["a part of a page", "- [A](a.md#part)"],
  ["a draft", "- [A]()"],
  ["text", "- A"],
])("ignores links to %s", (_, line) => {
  expect(parseSummary(line)).toEqual([]);
});
