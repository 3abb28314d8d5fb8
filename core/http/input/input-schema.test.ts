import { describe, expect, it } from "vitest";
import type { Table } from "../../../generated/table.ts";
import { Problem } from "../problem.ts";
import { compileInputs } from "./input-schema.ts";

const input = {
  type: "object",
  properties: {
    task: { type: "string", minLength: 2, maxLength: 5 },
    limit: { type: "integer", minimum: 1, maximum: 50 },
    mode: { type: "string", enum: ["fast", "deep"] },
    apps: { type: "array", items: { type: "string" }, minItems: 1 },
    deep: { type: "boolean" },
  },
  required: ["task"],
  additionalProperties: false,
};
const run = {
  type: "object",
  properties: {
    tool: { type: "string" },
    arguments: { type: "object", additionalProperties: true },
    timeout: { type: "integer" },
  },
  required: ["tool"],
  additionalProperties: false,
};
const parse = compileInputs({
  operations: { find: { input }, run: { input: run } },
  bindings: {},
  $defs: {},
} as unknown as Table);

function errorsOf(name: string, value: unknown) {
  try {
    parse(name, value);
  } catch (error) {
    if (error instanceof Problem)
      return error.errors!.map(({ pointer, detail }) => `${pointer} ${detail}`);
    throw error;
  }
  return [];
}

it("says where an input belongs that clients send to the wrong operation", () => {
  const parseRun = compileInputs(
    { operations: { run: { input: run } }, bindings: {}, $defs: {} } as unknown as Table,
    { run: { user: "Use a key of that user." } },
  );
  expect(() => parseRun("run", { tool: "a.b", user: "42" })).toThrow(
    "user: Unknown input. Use a key of that user.",
  );
});

describe("an input error", () => {
  it.each([
    [{ task: "mail", limt: 5 }, ["/limt Unknown input. Did you mean limit?"]],
    [{ query: "mail" }, ["/task It is required.", "/query Unknown input. Did you mean task?"]],
    [{ task: "mail", colour: 1 }, ["/colour Unknown input."]],
    [{ task: "mail", limit: 5, limits: 5 }, ["/limits Unknown input."]],
  ])("in %j suggests the input that was meant", (value, errors) => {
    expect(errorsOf("find", value)).toEqual(errors);
  });

  it.each([
    [{ tool: "a.b", title: "x" }, "/title"],
    [{ tool: "a.b", arguments: { title: "x" }, body: "y" }, "/body"],
  ])("in %j says that a tool's arguments belong under `arguments`", (value, pointer) => {
    expect(errorsOf("run", value)).toEqual([
      `${pointer} Unknown input. Put the tool's arguments under \`arguments\`.`,
    ]);
  });

  it.each([
    [{ task: "x" }, '/task It is "x". It must have at least 2 characters.'],
    [{ task: "xxxxxx" }, '/task It is "xxxxxx". It must have at most 5 characters.'],
    [{ task: 5 }, "/task It is 5. It must be a string."],
    [{ task: "mail", limit: 500 }, "/limit It is 500. It must be at most 50."],
    [{ task: "mail", limit: 0 }, "/limit It is 0. It must be at least 1."],
    [{ task: "mail", limit: 1.5 }, "/limit It is 1.5. It must be an integer."],
    [{ task: "mail", mode: "slow" }, '/mode It is "slow". It must be one of "fast", "deep".'],
    [{ task: "mail", apps: [] }, "/apps It is []. It must have at least 1 item."],
    [{ task: "mail", deep: "yes" }, '/deep It is "yes". It must be true or false.'],
  ])("in %j is in plain words", (value, error) => {
    expect(errorsOf("find", value)).toEqual([error]);
  });
});
