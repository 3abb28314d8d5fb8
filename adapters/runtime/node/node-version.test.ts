import { expect, test } from "vitest";
import { explainOldNode } from "./node-version.ts";

test("explainOldNode() names the required and the current version", () => {
  expect(explainOldNode({ node: "20.20.2" })).toContain(
    "Jackfield needs Node.js 24 or later, but this is Node.js 20.20.2.",
  );
  expect(explainOldNode({ node: "24.0.0" })).toBeUndefined();
  expect(explainOldNode({ node: "22.6.0", bun: "1.4.5" })).toBeUndefined();
  expect(explainOldNode({ node: "22.6.0", deno: "2.9.6" })).toBeUndefined();
});
