import type { Schema } from "../generated/table.ts";

/** A small schema for a keyword, with values that fit and values that don't. */
export interface Samples {
  readonly schema: Schema;
  readonly $defs?: Record<string, Schema>;
  readonly fits: readonly unknown[];
  readonly fails: readonly unknown[];
}

const OBJECT = { type: "object", properties: { a: { type: "integer" }, b: { type: "string" } } };

/** A line for every keyword and format that the emitter lets through (`spec/emit/lint.ts`). */
export const KEYWORD_SAMPLES: Readonly<Record<string, Samples>> = {
  $ref: {
    schema: { $ref: "#/$defs/Word" },
    $defs: { Word: { type: "string", minLength: 2 } },
    fits: ["ab"],
    fails: ["a", 1],
  },
  type: {
    schema: { type: "integer" },
    fits: [0, -1, 1.0, 9_007_199_254_740_991],
    fails: [1.5, "1", null, true, [1], {}],
  },
  properties: {
    schema: OBJECT,
    fits: [{}, { a: 1 }, { a: 1, b: "x" }, { a: 1, c: null }],
    fails: [{ a: "1" }, { b: 1 }, [], null],
  },
  required: {
    schema: { ...OBJECT, required: ["a"] },
    fits: [{ a: 1 }],
    fails: [{}, { b: "x" }, { a: null }],
  },
  additionalProperties: {
    schema: { ...OBJECT, additionalProperties: false },
    fits: [{}, { a: 1 }],
    fails: [{ c: 1 }, JSON.parse('{"__proto__":1}'), { constructor: 1 }],
  },
  items: {
    schema: { type: "array", items: { type: "string" } },
    fits: [[], ["a", "b"]],
    fails: [["a", 1], "a", { 0: "a" }],
  },
  enum: {
    schema: { type: "string", enum: ["markdown", "text"] },
    fits: ["markdown", "text"],
    fails: ["Markdown", "", " text", null],
  },
  const: { schema: { type: "string", const: "only" }, fits: ["only"], fails: ["other", null] },
  anyOf: {
    schema: { anyOf: [{ type: "integer" }, { type: "string", minLength: 2 }] },
    fits: [1, "ab"],
    fails: ["a", 1.5, null],
  },
  oneOf: {
    schema: { oneOf: [{ type: "integer" }, { type: "number", minimum: 10 }] },
    fits: [1, 10.5],
    fails: [10, 1.5, "1"],
  },
  format: { schema: { type: "string", format: "uri" }, fits: ["http://a.example/"], fails: ["a"] },
  pattern: {
    schema: { type: "string", pattern: "^urn:[a-z_]+$" },
    fits: ["urn:a_b"],
    fails: ["urn:A", "xurn:a", "urn:", "urn:a\n"],
  },
  minLength: {
    schema: { type: "string", minLength: 2 },
    fits: ["ab", "\u{1f3a7}\u{1f3a7}"],
    fails: ["a", "\u{1f3a7}", ""],
  },
  maxLength: {
    schema: { type: "string", maxLength: 2 },
    fits: ["", "ab", "\u{1f3a7}\u{1f3a7}"],
    fails: ["abc", "\u{1f3a7}\u{1f3a7}\u{1f3a7}", "e\u0301\u0301"],
  },
  minimum: { schema: { type: "integer", minimum: 1 }, fits: [1, 2], fails: [0, -1] },
  maximum: { schema: { type: "integer", maximum: 50 }, fits: [50, -9], fails: [51, 1e9] },
  exclusiveMinimum: {
    schema: { type: "number", exclusiveMinimum: 0 },
    fits: [0.1],
    fails: [0, -0, -1],
  },
  exclusiveMaximum: {
    schema: { type: "number", exclusiveMaximum: 1 },
    fits: [0.9, 0],
    fails: [1, 2],
  },
  minItems: {
    schema: { type: "array", items: { type: "integer" }, minItems: 1 },
    fits: [[1]],
    fails: [[]],
  },
  maxItems: {
    schema: { type: "array", items: { type: "integer" }, maxItems: 1 },
    fits: [[], [1]],
    fails: [[1, 2]],
  },
  default: { schema: { type: "integer", default: 10 }, fits: [1], fails: ["1"] },
  examples: { schema: { type: "integer", examples: [1] }, fits: [2], fails: ["1"] },
  title: { schema: { type: "integer", title: "A number" }, fits: [1], fails: ["1"] },
  description: { schema: { type: "integer", description: "A number" }, fits: [1], fails: ["1"] },
  "format uri": {
    schema: { type: "string", format: "uri" },
    fits: [
      "http://a.example/",
      "https://a.example:8080/b?c=d#e",
      "http://[::1]/",
      "urn:isbn:1",
      "mailto:a@b.example",
    ],
    fails: ["", "a", "/a", "//a.example/", "http://a b/"],
  },
  "format date-time": {
    schema: { type: "string", format: "date-time" },
    fits: [
      "2026-11-02T09:30:00Z",
      "2026-11-02T09:30:00.123Z",
      "2026-11-02T09:30:00+01:00",
      "2024-02-29T00:00:00Z",
    ],
    fails: [
      "",
      "2026-11-02",
      "2026-11-02T09:30:00",
      "2026-02-30T00:00:00Z",
      "2026-11-02T25:00:00Z",
      "now",
    ],
  },
};

/** Where the core's validator is known to judge otherwise than ajv; `core` is the core's verdict, and ajv's is the other. */
export const APART: readonly { because: string; schema: Schema; value: unknown; core: boolean }[] =
  [
    {
      because: "integers beyond 2⁵³ are refused, since JSON numbers are not exact there",
      schema: { type: "integer" },
      value: 2 ** 53 + 2,
      core: false,
    },
    {
      because: "a constant that is an object fits nothing: the spec has constants of text alone",
      schema: { const: { a: 1 } },
      value: { a: 1 },
      core: false,
    },
    {
      because: "patterns count UTF-16 code units, so that a dot is half of an emoji",
      schema: { type: "string", pattern: "^a.c$" },
      value: "a\u{1f3a7}c",
      core: false,
    },
    {
      because: "a URI outside ASCII is taken, as browsers take it",
      schema: { type: "string", format: "uri" },
      value: "http://a.example/ü",
      core: true,
    },
    {
      because: "a URI with a stray percent sign is taken, as browsers take it",
      schema: { type: "string", format: "uri" },
      value: "http://a.example/%zz",
      core: true,
    },
    {
      because: "a URI with a port beyond 65535 is refused, as browsers refuse it",
      schema: { type: "string", format: "uri" },
      value: "http://a.example:99999/",
      core: false,
    },
    {
      because: "an http URI without a host is refused, as browsers refuse it",
      schema: { type: "string", format: "uri" },
      value: "http://",
      core: false,
    },
    {
      because: "a time needs its T and Z in capitals",
      schema: { type: "string", format: "date-time" },
      value: "2026-11-02t09:30:00z",
      core: false,
    },
    {
      because: "a time needs its T",
      schema: { type: "string", format: "date-time" },
      value: "2026-11-02 09:30:00Z",
      core: false,
    },
    {
      because: "a leap second is refused",
      schema: { type: "string", format: "date-time" },
      value: "2016-12-31T23:59:60Z",
      core: false,
    },
  ];
