import { describe, expect, it } from "vitest";
import { table as platformTable } from "../../generated/platform/operations.ts";
import { table as siteTable } from "../../generated/site/operations.ts";
import type { Schema } from "../../generated/table.ts";
import { listTools } from "./tools.ts";

describe.each([
  ["site", siteTable],
  ["platform", platformTable],
])("the tools of the %s", (_, table) => {
  const { list, byTool } = listTools(table);
  const texts = list.flatMap((tool) => [...findDescriptions(tool)]);
  const code = texts.flatMap((text) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));

  it("are described without the names of operations", () => {
    expect(texts.length).toBeGreaterThan(10);
    for (const operation of Object.keys(table.operations))
      expect(texts.filter((text) => new RegExp(`\\b${operation}\\b`).test(text))).toEqual([]);
  });

  it("refer to tools that exist", () => {
    const verbs = new Set([...byTool.keys()].map((name) => name.split("_", 1)[0]!));
    const toolNames = code.filter((name) => verbs.has(name.split("_", 1)[0]!) && /_/.test(name));
    expect(toolNames.length).toBeGreaterThan(0);
    expect(toolNames.filter((name) => !byTool.has(name))).toEqual([]);
  });
});

function* findDescriptions(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value))
    if (key === "description" && typeof member === "string") yield member;
    else yield* findDescriptions(member);
}

it("have a type for every property of their output", () => {
  const untyped: string[] = [];
  const visit = (schema: Schema, path: string) => {
    for (const keyword of ["properties", "$defs"])
      for (const [name, each] of Object.entries<Schema>(schema[keyword] ?? {})) {
        const isTyped = ["type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"].some(
          (known) => known in each,
        );
        if (!isTyped && keyword === "properties") untyped.push(`${path}/${name}`);
        visit(each, `${path}/${name}`);
      }
    if (schema["items"]) visit(schema["items"], `${path}/items`);
  };
  const { list } = listTools(platformTable);
  for (const { name, outputSchema } of list) visit(outputSchema!, name);
  expect(untyped).toEqual([]);
  const { properties } = list.find(({ name }) => name === "run_tool")!.outputSchema as Schema;
  expect(properties["data"].type).toContain("object");
});
