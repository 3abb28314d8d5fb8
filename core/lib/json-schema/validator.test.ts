import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Schema } from "./schema.ts";
import { createValidator } from "./validator.ts";

const isValid = (schema: unknown, value: unknown) =>
  createValidator(schema as Schema)(value).length === 0;

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -1,
      1,
      1.5,
      0.3,
      3,
      100,
      "",
      "a",
      "ab",
      "b1",
      "😀😀",
    ),
    fc.array(tie("any"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom("a", "b", "ab", "b1", "c/d~e"), tie("any"), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
})).any;

const count = fc.integer({ min: 0, max: 3 });
const type = fc.constantFrom("null", "boolean", "number", "integer", "string", "array", "object");
const schema = fc.letrec<{ schema: unknown }>((tie) => {
  const list = fc.array(tie("schema"), { minLength: 1, maxLength: 3 });
  const names = fc.uniqueArray(fc.constantFrom("a", "b", "c/d~e"), { maxLength: 2 });
  const keywords: Record<string, fc.Arbitrary<unknown>> = {
    type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 2 })),
    const: value,
    enum: fc.uniqueArray(value, {
      minLength: 1,
      maxLength: 3,
      selector: (each) => JSON.stringify(each),
    }),
    minimum: count,
    maximum: count,
    exclusiveMinimum: count,
    exclusiveMaximum: count,
    multipleOf: fc.constantFrom(1, 2, 0.5, 0.1),
    minLength: count,
    maxLength: count,
    pattern: fc.constantFrom("^a", "b$", "[0-9]", "^$", "^.{2}$"),
    required: names,
    minProperties: count,
    maxProperties: count,
    propertyNames: tie("schema"),
    dependentSchemas: fc.dictionary(fc.constantFrom("a", "b"), tie("schema"), {
      maxKeys: 1,
      noNullPrototype: true,
    }),
    properties: fc.dictionary(fc.constantFrom("a", "b", "c/d~e"), tie("schema"), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    patternProperties: fc.dictionary(fc.constantFrom("^a", "b", "1$"), tie("schema"), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    additionalProperties: tie("schema"),
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
    items: tie("schema"),
    contains: tie("schema"),
    prefixItems: list,
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: tie("schema"),
    if: tie("schema"),
    // biome-ignore lint/suspicious/noThenProperty: "then" is a JSON Schema keyword
    then: tie("schema"),
    else: tie("schema"),
    $ref: fc.constantFrom("#/$defs/x", "#/$defs/y~1z"),
  };
  const one = fc.oneof(
    ...Object.entries(keywords).map(([keyword, arbitrary]) =>
      arbitrary.map((each) => [keyword, each] as const),
    ),
  );
  return {
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.boolean(),
      fc.array(one, { maxLength: 3 }).map((entries) => {
        const each = Object.fromEntries(entries);
        // Ajv 8.20 ignores `contains` beside `prefixItems` if the array is empty.
        if ("prefixItems" in each) delete each["contains"];
        return each;
      }),
    ),
  };
}).schema;

/** Removes references, so that a definition can't refer to itself. */
const withoutReferences = (each: unknown) =>
  JSON.parse(JSON.stringify(each), (_, inner) => {
    if (typeof inner === "object" && inner !== null && !Array.isArray(inner)) delete inner.$ref;
    return inner;
  }) as unknown;

describe("a validator", () => {
  it("requires a match of `contains` in an empty array beside `prefixItems`", () => {
    const schema = { prefixItems: [{ type: "null" }], contains: { type: "string" } };
    expect([[], [null], [null, "a"]].map((each) => isValid(schema, each))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("agrees with Ajv", () => {
    const property = fc.property(
      schema,
      schema,
      fc.array(value, { minLength: 4, maxLength: 8 }),
      (root, definition, values) => {
        const $defs = { x: withoutReferences(definition), "y/z": { type: ["string", "object"] } };
        const whole = { allOf: [root], $defs };
        const validate = new Ajv2020({
          strict: false,
          logger: false,
          multipleOfPrecision: 9,
        }).compile(whole);
        const verdicts = values.map((each) => isValid(whole, each));
        expect(verdicts).toEqual(values.map((each) => validate(each)));
      },
    );
    fc.assert(property, { numRuns: 100 });
  });

  it.each([
    [{ multipleOf: 0.1 }, 0.3, true],
    [{ multipleOf: 0.01 }, 19.99, true],
    [{ multipleOf: 1e-300 }, 1e300, true],
    [{ multipleOf: 3 }, 1e21, false],
    [{ maxLength: 2 }, "😀😀", true],
    [{ minLength: 3 }, "😀😀", false],
    [{ const: { a: 1, b: [2] } }, { b: [2], a: 1 }, true],
    [
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      false,
    ],
    [{ type: "integer" }, 1.0, true],
  ])("with the schema %j accepts %j: %s", (each, input, expected) => {
    expect(isValid(each, input)).toBe(expected);
  });
});

describe("a schema with a pattern or reference that can't be evaluated", () => {
  const unknown = { pattern: "^(?=a)" };
  it.each<[object, unknown]>([
    [unknown, "b"],
    [{ not: unknown }, "b"],
    [{ not: { not: unknown } }, "b"],
    [{ anyOf: [unknown, false] }, "b"],
    [{ oneOf: [unknown, false] }, "b"],
    [{ oneOf: [unknown, true] }, "b"],
    // biome-ignore lint/suspicious/noThenProperty: "then" is a JSON Schema keyword
    [{ if: unknown, then: false }, "b"],
    [{ if: unknown, else: false }, "b"],
    [{ contains: unknown }, ["b"]],
    [{ propertyNames: unknown }, { b: 1 }],
    [{ patternProperties: { "^(?=a)": false } }, { a: 1 }],
    [{ patternProperties: { "^(?=a)": true }, additionalProperties: false }, { a: 1 }],
    [{ $ref: "https://elsewhere.example/schema" }, 1],
    [{ not: { $ref: "#/$defs/missing" } }, 1],
  ])("like %j accepts %j, because only the app can decide", (each, input) => {
    expect(isValid(each, input)).toBe(true);
  });

  it.each<[object, unknown]>([
    [{ ...unknown, maxLength: 0 }, "b"],
    [{ anyOf: [{ ...unknown, maxLength: 0 }, false] }, "b"],
    [{ oneOf: [unknown, true, true] }, "b"],
    [{ patternProperties: { "^(?=a)": true }, properties: { a: false } }, { a: 1 }],
  ])("like %j rejects %j, whatever the pattern matches", (each, input) => {
    expect(isValid(each, input)).toBe(false);
  });
});
