import fc, { type Arbitrary } from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Schema } from "../../../generated/table.ts";
import { createPlainCheck } from "./plain-input.ts";

const closed = (properties: Schema, required: readonly string[] = []): Schema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

describe("a plain check", () => {
  const check = createPlainCheck(
    closed(
      {
        q: { type: "string", minLength: 1, maxLength: 5, description: "Words." },
        limit: { type: "integer", minimum: 1, maximum: 50, default: 10 },
        deep: { type: "boolean" },
        format: { type: "string", enum: ["text", "markdown"] },
        options: { type: "object", additionalProperties: true },
        url: { type: "string", format: "uri" },
      },
      ["q"],
    ),
  )!;

  test.each([
    [{ q: "tape" }, { q: "tape", limit: 10 }],
    [
      { q: "tape", limit: 50, deep: false, format: "text", options: { a: [1] } },
      { q: "tape", limit: 50, deep: false, format: "text", options: { a: [1] } },
    ],
  ])("accepts %j and fills in defaults", (input, expected) =>
    expect(check(input)).toEqual(expected),
  );

  test.each([
    {},
    { q: "" },
    { q: "tape head" },
    { q: "\u{1f3a7}\u{1f3a7}\u{1f3a7}" },
    { q: 1 },
    { q: "tape", limit: 0 },
    { q: "tape", limit: 1.5 },
    { q: "tape", limit: "1" },
    { q: "tape", deep: "true" },
    { q: "tape", format: "html" },
    { q: "tape", options: [] },
    { q: "tape", options: JSON.parse('{"__proto__":{}}') },
    { q: "tape", url: "https://a.example/" },
    { q: "tape", other: 1 },
    JSON.parse('{"q":"tape","__proto__":{}}'),
    null,
    [],
    "tape",
  ])("leaves %j to zod", (input) => expect(check(input)).toBeUndefined());

  test.each([
    ["an open object", { type: "object", properties: {}, required: [] }],
    ["a required member with a format", closed({ a: { type: "string", format: "uri" } }, ["a"])],
    ["a required member with a pattern", closed({ a: { type: "string", pattern: "x" } }, ["a"])],
    ["a required list", closed({ a: { type: "array", items: { type: "string" } } }, ["a"])],
    ["a default that is an object", closed({ a: { type: "object", default: {} } })],
    ["a reference", { $ref: "#/$defs/A" }],
  ])("isn't created for %s", (_, schema) => expect(createPlainCheck(schema)).toBeUndefined());
});

describe("for any schema and input", () => {
  const text = fc.oneof(
    fc.constantFrom("", "a", "__proto__", "constructor", "\u{1f3a7}"),
    fc.string({ unit: "binary", maxLength: 6 }),
  );
  const integer = fc.integer({ min: -20, max: 20 });
  const someOf = (keywords: Record<string, Arbitrary<unknown>>) =>
    fc.record(keywords, { requiredKeys: [] });
  const valueSchema: Arbitrary<Schema> = fc
    .oneof(
      fc.tuple(
        fc.constant({ type: "string" }),
        someOf({
          minLength: fc.integer({ min: 0, max: 2 }),
          maxLength: fc.integer({ min: 0, max: 6 }),
          description: text,
          default: text,
        }),
      ),
      fc.tuple(
        fc.constant({ type: "string" }),
        fc.record({ enum: fc.array(text, { minLength: 1 }) }),
      ),
      fc.tuple(
        fc.constant({ type: "integer" }),
        someOf({ minimum: integer, maximum: integer, default: integer }),
      ),
      fc.tuple(fc.constant({ type: "boolean" }), someOf({ default: fc.boolean() })),
      fc.tuple(
        fc.constant({ type: "object" }),
        someOf({ additionalProperties: fc.boolean(), default: fc.constant({}) }),
      ),
      fc.tuple(
        fc.constant({ type: "array", items: { type: "integer" } }),
        someOf({ minItems: fc.integer({ min: 0, max: 2 }) }),
      ),
    )
    .map(([type, keywords]) => ({ ...type, ...keywords }));
  const names = ["a", "b", "c"];
  const schema = fc
    .tuple(
      fc.dictionary(fc.constantFrom(...names), valueSchema),
      fc.subarray(names),
      fc.constantFrom(false, false, false, true),
    )
    .map(([properties, required, additionalProperties]) => ({
      ...closed(
        { ...properties },
        required.filter((name) => Object.hasOwn(properties, name)),
      ),
      additionalProperties,
    }));
  const value = fc.oneof(
    text,
    integer,
    fc.boolean(),
    fc.constant(undefined),
    fc.constantFrom(1.5, 2 ** 53, -0, null),
    fc.jsonValue(),
  );
  const input = fc.oneof(
    {
      weight: 9,
      arbitrary: fc.dictionary(fc.constantFrom(...names, "constructor", "__proto__"), value),
    },
    { weight: 1, arbitrary: fc.jsonValue() },
  );

  test("returns what zod returns, or nothing", () => {
    let decided = 0;
    fc.assert(
      fc.property(schema, fc.array(input, { minLength: 5, maxLength: 10 }), (schema, inputs) => {
        const check = createPlainCheck(schema);
        if (!check) return;
        const zodSchema = z.fromJSONSchema(schema);
        for (const input of inputs) {
          const checked = check(input);
          if (checked === undefined) continue;
          decided++;
          expect(zodSchema.safeParse(input)).toEqual({ success: true, data: checked });
        }
      }),
      { numRuns: 2000 },
    );
    expect(decided).toBeGreaterThan(100);
  });
});
