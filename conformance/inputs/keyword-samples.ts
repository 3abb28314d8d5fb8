import type { Schema } from "../../generated/table.ts";

/** A small schema for a keyword, with valid and invalid values. */
export interface KeywordSamples {
  readonly schema: Schema;
  readonly $defs?: Record<string, Schema>;
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
}

const OBJECT = { type: "object", properties: { a: { type: "integer" }, b: { type: "string" } } };

/** Samples for every keyword and format that the emitter allows (`spec/emit/lint.ts`). */
export const KEYWORD_SAMPLES: Readonly<Record<string, KeywordSamples>> = {
  $ref: {
    schema: { $ref: "#/$defs/Word" },
    $defs: { Word: { type: "string", minLength: 2 } },
    valid: ["ab"],
    invalid: ["a", 1],
  },
  type: {
    schema: { type: "integer" },
    valid: [0, -1, 1.0, 9_007_199_254_740_991],
    invalid: [1.5, "1", null, true, [1], {}],
  },
  properties: {
    schema: OBJECT,
    valid: [{}, { a: 1 }, { a: 1, b: "x" }, { a: 1, c: null }],
    invalid: [{ a: "1" }, { b: 1 }, [], null],
  },
  required: {
    schema: { ...OBJECT, required: ["a"] },
    valid: [{ a: 1 }],
    invalid: [{}, { b: "x" }, { a: null }],
  },
  additionalProperties: {
    schema: { ...OBJECT, additionalProperties: false },
    valid: [{}, { a: 1 }],
    invalid: [{ c: 1 }, JSON.parse('{"__proto__":1}'), { constructor: 1 }],
  },
  items: {
    schema: { type: "array", items: { type: "string" } },
    valid: [[], ["a", "b"]],
    invalid: [["a", 1], "a", { 0: "a" }],
  },
  enum: {
    schema: { type: "string", enum: ["markdown", "text"] },
    valid: ["markdown", "text"],
    invalid: ["Markdown", "", " text", null],
  },
  const: { schema: { type: "string", const: "only" }, valid: ["only"], invalid: ["other", null] },
  anyOf: {
    schema: { anyOf: [{ type: "integer" }, { type: "string", minLength: 2 }] },
    valid: [1, "ab"],
    invalid: ["a", 1.5, null],
  },
  oneOf: {
    schema: { oneOf: [{ type: "integer" }, { type: "number", minimum: 10 }] },
    valid: [1, 10.5],
    invalid: [10, 1.5, "1"],
  },
  format: {
    schema: { type: "string", format: "uri" },
    valid: ["http://a.example/"],
    invalid: ["a"],
  },
  pattern: {
    schema: { type: "string", pattern: "^urn:[a-z_]+$" },
    valid: ["urn:a_b"],
    invalid: ["urn:A", "xurn:a", "urn:", "urn:a\n"],
  },
  minLength: {
    schema: { type: "string", minLength: 2 },
    valid: ["ab", "\u{1f3a7}\u{1f3a7}"],
    invalid: ["a", "\u{1f3a7}", ""],
  },
  maxLength: {
    schema: { type: "string", maxLength: 2 },
    valid: ["", "ab", "\u{1f3a7}\u{1f3a7}"],
    invalid: ["abc", "\u{1f3a7}\u{1f3a7}\u{1f3a7}", "e\u0301\u0301"],
  },
  minimum: { schema: { type: "integer", minimum: 1 }, valid: [1, 2], invalid: [0, -1] },
  maximum: { schema: { type: "integer", maximum: 50 }, valid: [50, -9], invalid: [51, 1e9] },
  exclusiveMinimum: {
    schema: { type: "number", exclusiveMinimum: 0 },
    valid: [0.1],
    invalid: [0, -0, -1],
  },
  exclusiveMaximum: {
    schema: { type: "number", exclusiveMaximum: 1 },
    valid: [0.9, 0],
    invalid: [1, 2],
  },
  minItems: {
    schema: { type: "array", items: { type: "integer" }, minItems: 1 },
    valid: [[1]],
    invalid: [[]],
  },
  maxItems: {
    schema: { type: "array", items: { type: "integer" }, maxItems: 1 },
    valid: [[], [1]],
    invalid: [[1, 2]],
  },
  default: { schema: { type: "integer", default: 10 }, valid: [1], invalid: ["1"] },
  examples: { schema: { type: "integer", examples: [1] }, valid: [2], invalid: ["1"] },
  title: { schema: { type: "integer", title: "A number" }, valid: [1], invalid: ["1"] },
  description: { schema: { type: "integer", description: "A number" }, valid: [1], invalid: ["1"] },
  "format uri": {
    schema: { type: "string", format: "uri" },
    valid: [
      "http://a.example/",
      "https://a.example:8080/b?c=d#e",
      "http://[::1]/",
      "urn:isbn:1",
      "mailto:a@b.example",
    ],
    invalid: ["", "a", "/a", "//a.example/", "http://a b/"],
  },
  "format date-time": {
    schema: { type: "string", format: "date-time" },
    valid: [
      "2026-11-02T09:30:00Z",
      "2026-11-02T09:30:00.123Z",
      "2026-11-02T09:30:00+01:00",
      "2024-02-29T00:00:00Z",
    ],
    invalid: [
      "",
      "2026-11-02",
      "2026-11-02T09:30:00",
      "2026-02-30T00:00:00Z",
      "2026-11-02T25:00:00Z",
      "now",
    ],
  },
};

/**
 * Known differences between the core's validator and Ajv. `core` is the core's verdict; Ajv's is
 * the opposite.
 */
export const KNOWN_DIFFERENCES: readonly {
  reason: string;
  schema: Schema;
  value: unknown;
  coreAccepts: boolean;
}[] = [
  {
    reason: "integers beyond 2⁵³ are refused, since JSON numbers are not exact there",
    schema: { type: "integer" },
    value: 2 ** 53 + 2,
    coreAccepts: false,
  },
  {
    reason: "a constant that is an object fits nothing: the spec has constants of text alone",
    schema: { const: { a: 1 } },
    value: { a: 1 },
    coreAccepts: false,
  },
  {
    reason: "patterns count UTF-16 code units, so that a dot is half of an emoji",
    schema: { type: "string", pattern: "^a.c$" },
    value: "a\u{1f3a7}c",
    coreAccepts: false,
  },
  {
    reason: "a URI outside ASCII is taken, as browsers take it",
    schema: { type: "string", format: "uri" },
    value: "http://a.example/ü",
    coreAccepts: true,
  },
  {
    reason: "a URI with a stray percent sign is taken, as browsers take it",
    schema: { type: "string", format: "uri" },
    value: "http://a.example/%zz",
    coreAccepts: true,
  },
  {
    reason: "a URI with a port beyond 65535 is refused, as browsers refuse it",
    schema: { type: "string", format: "uri" },
    value: "http://a.example:99999/",
    coreAccepts: false,
  },
  {
    reason: "an http URI without a host is refused, as browsers refuse it",
    schema: { type: "string", format: "uri" },
    value: "http://",
    coreAccepts: false,
  },
  {
    reason: "a time needs its T and Z in capitals",
    schema: { type: "string", format: "date-time" },
    value: "2026-11-02t09:30:00z",
    coreAccepts: false,
  },
  {
    reason: "a time needs its T",
    schema: { type: "string", format: "date-time" },
    value: "2026-11-02 09:30:00Z",
    coreAccepts: false,
  },
  {
    reason: "a leap second is refused",
    schema: { type: "string", format: "date-time" },
    value: "2016-12-31T23:59:60Z",
    coreAccepts: false,
  },
];
