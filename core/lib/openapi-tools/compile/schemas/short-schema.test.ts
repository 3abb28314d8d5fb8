import { describe, expect, it } from "vitest";
import { createValidator, type Schema } from "../../../json-schema/index.ts";
import { shortenSchema } from "./short-schema.ts";

const NOTE = "Get the complete schema.";
const shorten = (schema: Schema, maxBytes = 1_000) =>
  shortenSchema(schema, { maxBytes, note: NOTE });
const size = (schema: Schema) => new TextEncoder().encode(JSON.stringify(schema)).length;

const long = (word: string) => `${word} `.repeat(50).trim();
const texts = (prefix: string, count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `${prefix}${index}`,
      { type: "string", description: long("word") },
    ]),
  );

/** An order whose customer and items are required, and whose options are many. */
const ORDER: Schema = {
  type: "object",
  required: ["customer", "items"],
  properties: {
    customer: { $ref: "#/$defs/Customer", description: "Who pays." },
    items: { type: "array", items: { $ref: "#/$defs/Item" } },
    options: { $ref: "#/$defs/Options", description: "How to deliver." },
    ...texts("extra", 4),
  },
  additionalProperties: false,
  $defs: {
    Customer: {
      type: "object",
      required: ["email"],
      properties: { email: { type: "string" }, ...texts("detail", 10) },
    },
    Item: { $ref: "#/$defs/Product" },
    Product: {
      type: "object",
      required: ["sku", "parent"],
      properties: { sku: { type: "string" }, parent: { $ref: "#/$defs/Product" } },
    },
    Options: {
      type: "object",
      required: ["carrier"],
      properties: { carrier: { type: "string" }, ...texts("option", 20) },
    },
  },
};

describe("a shortened schema", () => {
  it("is the complete one if that is short enough", () => {
    const schema = { type: "object", properties: { id: { type: "string" } } };
    expect(shorten(schema)).toEqual({ schema, isComplete: true });
  });

  it("has at most the requested size, and says how to get the complete one", () => {
    for (const maxBytes of [1_000, 1_500, 3_000, 6_000]) {
      const { schema, isComplete } = shorten(ORDER, maxBytes);
      expect(size(schema)).toBeLessThanOrEqual(maxBytes);
      expect(isComplete).toBe(false);
      expect(schema["description"]).toMatch(/Get the complete schema\.$/);
    }
  });

  it("keeps required arguments with their required members", () => {
    const { schema } = shorten(ORDER);
    expect(schema).toMatchObject({
      required: ["customer", "items"],
      properties: {
        customer: { required: ["email"], properties: { email: { type: "string" } } },
        items: {
          items: { required: ["sku", "parent"], properties: { sku: { type: "string" } } },
        },
      },
    });
  });

  it("names the members that it leaves out", () => {
    const { options } = shorten(ORDER, 2_000).schema["properties"];
    expect(options).toEqual({
      type: "object",
      description:
        "How to deliver. Left out: an object with carrier (required), option0, option1, option2, option3, option4, option5, option6 and 13 more.",
    });
  });

  it("names optional arguments if there is no room for them", () => {
    const { schema } = shorten({
      type: "object",
      required: ["id"],
      properties: { id: { type: "string" }, ...texts("a_rather_long_name_", 100) },
      additionalProperties: false,
    });
    expect(Object.keys(schema["properties"])).toEqual(["id"]);
    expect(schema["additionalProperties"]).toBeUndefined();
    expect(schema["description"]).toMatch(
      /^Left out: the optional members a_rather_long_name_0, .* and 60 more\. Get/,
    );
  });

  it("replaces long enums by examples", () => {
    const currencies = Array.from({ length: 300 }, (_, index) => `C${index}`);
    const { schema } = shorten({
      type: "object",
      required: ["currency"],
      properties: { currency: { type: "string", enum: currencies, description: "The currency" } },
    });
    expect(schema["properties"].currency).toEqual({
      type: "string",
      description: "The currency. One of 300 values, such as C0, C1, C2, C3, C4.",
    });
  });

  it.each([
    [
      "everything",
      { type: "object", properties: { ...texts("a", 30), id: { const: 7 } } },
      { id: 7 },
    ],
    [
      "one of several alternatives",
      {
        type: "object",
        properties: {
          to: {
            oneOf: [
              { type: "object", required: ["a"], properties: { a: { $ref: "#/$defs/A" } } },
              { type: "object", required: ["a", "b"], properties: { b: { type: "string" } } },
            ],
          },
        },
        $defs: { A: { type: "object", properties: texts("a", 30), required: ["a1"] } },
      },
      { to: { a: { a1: "x" } } },
    ],
    [
      "an argument that was left out",
      {
        type: "object",
        properties: texts("a_rather_long_name_", 100),
        additionalProperties: false,
      },
      { a_rather_long_name_99: "x" },
    ],
  ])("accepts %s that the complete one accepts", (_, complete, value) => {
    const { schema, isComplete } = shorten(complete, 600);
    expect(isComplete).toBe(false);
    expect(createValidator(complete)(value)).toEqual([]);
    expect(createValidator(schema)(value)).toEqual([]);
  });

  it("ends for schemas that all refer to each other", () => {
    const names = Array.from({ length: 40 }, (_, index) => `N${index}`);
    const all = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
    const $defs = Object.fromEntries(
      names.map((name) => [name, { type: "object", properties: all, required: names }]),
    );
    const { schema } = shorten({ type: "object", properties: all, required: names, $defs }, 6_000);
    expect(Object.keys(schema["properties"])).toEqual(names);
  });
});
