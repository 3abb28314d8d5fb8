import { expect, it } from "vitest";
import { readExample, withExample } from "./examples.ts";

it.each([
  ["a parameter", [{ example: "octocat" }, { example: "other" }], "octocat"],
  ["a schema", [{}, { examples: [7] }], 7],
  ["named examples", [{ examples: { first: { value: "a-b" } } }], "a-b"],
  ["Swagger", [{ "x-example": "x1" }], "x1"],
  ["the format", [{}, { format: "date" }], "2026-01-31"],
  ["nothing", [{}, { type: "string" }], undefined],
  ["a placeholder", [{ example: "string" }, { example: "<id>" }], undefined],
  ["a long text", [{ example: "x".repeat(81) }], undefined],
  ["an object", [{ example: { id: 1 } }], undefined],
])("reads the example of %s", (_, objects, example) =>
  expect(readExample(...objects)).toBe(example),
);

it.each([
  [{ type: "string" }, "a", true],
  [{ type: ["integer", "null"] }, 5, true],
  [{ type: "integer" }, "5", false],
  [{ type: "string", enum: ["a"] }, "a", false],
  [{ $ref: "#/$defs/A" }, "a", false],
] as const)("adds to %j the example %j: %s", (schema, example, isAdded) =>
  expect(withExample(schema, example)).toEqual(
    isAdded ? { ...schema, examples: [example] } : schema,
  ),
);
