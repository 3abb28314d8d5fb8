import { describe, expect, it } from "vitest";
import { createNotes } from "../results/report.ts";
import { createSchemaReader, type Definitions } from "./schema.ts";

const read = (schema: unknown, document: unknown = {}) => {
  const definitions: Definitions = new Map();
  const reader = createSchemaReader(document, definitions, createNotes());
  const out = reader.read(schema, "here");
  reader.finish();
  return { out, definitions };
};

describe("conversion to JSON Schema 2020-12", () => {
  it.each([
    [
      "nullable to the type null",
      { type: "string", nullable: true, enum: ["a"] },
      { type: ["string", "null"], enum: ["a", null] },
    ],
    [
      "Boolean exclusive bounds to numbers",
      { type: "number", maximum: 5, exclusiveMaximum: true, minimum: 1, exclusiveMinimum: false },
      { type: "number", minimum: 1, exclusiveMaximum: 5 },
    ],
    [
      "OpenAPI 3.1 keywords unchanged",
      { type: ["string", "null"], exclusiveMinimum: 3, const: "a" },
      { type: ["string", "null"], exclusiveMinimum: 3, const: "a" },
    ],
    [
      "a schema without its examples and extensions",
      {
        type: "string",
        example: "a",
        examples: ["a"],
        xml: {},
        "x-order": 1,
        externalDocs: {},
        deprecated: true,
        title: "T",
      },
      { type: "string" },
    ],
    ["a file to a binary string", { type: "file" }, { type: "string", format: "binary" }],
    [
      "a schema without its invalid keywords",
      { type: "any", required: true, enum: "a", minimum: "1", items: [{ type: "string" }] },
      { prefixItems: [{ type: "string" }] },
    ],
    [
      "an object without its read-only properties",
      { type: "object", required: ["id", "a"], properties: { id: { readOnly: true }, a: {} } },
      { type: "object", required: ["a"], properties: { a: {} } },
    ],
    [
      "allOf with one schema to that schema",
      { allOf: [{ type: "string" }, { xml: {} }], description: "A name" },
      { type: "string", description: "A name" },
    ],
    [
      "a long description to a short one",
      { description: `<p>${"word ".repeat(100)}</p>` },
      { description: `${"word ".repeat(59).trim()}…` },
    ],
  ])("converts %s", (_, schema, expected) => expect(read(schema).out).toEqual(expected));

  it("gives schemas with the same name different names", () => {
    const document = { a: { X: { type: "string" } }, b: { X: { type: "number" } } };
    const { out, definitions } = read(
      { anyOf: [{ $ref: "#/a/X" }, { $ref: "#/b/X", description: "Other" }] },
      document,
    );
    expect(out).toEqual({
      anyOf: [{ $ref: "#/$defs/X" }, { $ref: "#/$defs/X_2", description: "Other" }],
    });
    expect([...definitions]).toEqual([
      ["X", { type: "string" }],
      ["X_2", { type: "number" }],
    ]);
  });
});
