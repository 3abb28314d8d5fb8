import { Session } from "node:inspector";
import { afterAll, describe, expect, it, vi } from "vitest";
import { expectLinearSteps, StepCounter } from "../../../kit/testing.ts";
import { createArgumentsCheck, createSchemaCheck } from "./check-arguments.ts";

const steps = new StepCounter(new Session());
afterAll(() => steps.stop());

const object = (properties: Record<string, unknown>, more = {}) => ({
  type: "object",
  properties,
  ...more,
});

describe("the check of arguments", () => {
  it.each([
    [{ type: "string" }, 5, "Expected a string, but got 5."],
    [{ type: ["string", "null"] }, [1], "Expected a string or null, but got an array of length 1."],
    [{ enum: ["open", "closed"] }, "shut", 'Expected one of "open", "closed", but got "shut".'],
    [{ type: "string", maxLength: 2 }, "abc", '"abc" is too long: length 3, maximum 2.'],
    [{ type: "integer", minimum: 1 }, 0, "0 is less than 1."],
    [
      { type: "string", pattern: "^[a-z]+$" },
      "A",
      '"A" doesn\'t match the pattern that the tool requires.',
    ],
    [
      { anyOf: [{ type: "string" }, { type: "integer" }] },
      true,
      "Expected one of the allowed forms, but got true.",
    ],
    [
      { oneOf: [{ type: "string" }, { minLength: 1 }] },
      "x",
      'Expected exactly one of the allowed forms, but got "x", which matches several.',
    ],
  ])("with the schema %j rejects %j: %s", (schema, value, message) => {
    expect(createSchemaCheck(object({ it: schema }))({ it: value })).toMatchObject([
      { pointer: "/it", message },
    ]);
  });

  it("allows hidden arguments that the connection fills in", () => {
    const check = createArgumentsCheck({
      input: object({ text: { type: "string" } }, { additionalProperties: false }),
      binding: {
        method: "POST",
        path: "/notes",
        slots: [
          {
            argument: "org",
            in: "header",
            name: "x-org",
            style: "simple",
            fill: { value: "{org}" },
          },
          { argument: "text", in: "body", name: "text", style: "" },
        ],
      },
    });
    expect(check({ text: "hi" })).toEqual([]);
    expect(check({ text: "hi", org: "org_2" })).toEqual([]);
    expect(check({ text: "hi", org: { id: 2 } })).toMatchObject([{ pointer: "/org" }]);
    expect(check({ text: "hi", other: "x" })).toMatchObject([{ pointer: "/other" }]);
  });

  it("reports every error with its JSON Pointer", () => {
    const check = createSchemaCheck(
      object(
        { list: { type: "array", items: { $ref: "#/$defs/item" } }, "a/b~c": { type: "string" } },
        {
          required: ["title"],
          additionalProperties: false,
          $defs: { item: object({ name: { type: "string" } }, { required: ["name"] }) },
        },
      ),
    );
    expect(check({ list: [{ name: "x" }, { name: 3 }, {}], "a/b~c": 1, color: "red" })).toEqual([
      { pointer: "/title", rule: "required", message: "It is required." },
      { pointer: "/list/1/name", rule: "type", message: "Expected a string, but got 3." },
      { pointer: "/list/2/name", rule: "required", message: "It is required." },
      { pointer: "/a~1b~0c", rule: "type", message: "Expected a string, but got 1." },
      { pointer: "/color", rule: "false", message: "The tool doesn't accept this property." },
    ]);
  });

  it.each([
    [{ titel: "x" }, "/titel", " Did you mean title?"],
    [{ repository: "x" }, "/repository", " Did you mean repo?"],
    [{ repo: "x", color: "red" }, "/color", ""],
  ])("suggests the property that %j means", (args, pointer, suggestion) => {
    const check = createSchemaCheck(
      object(
        { repo: { type: "string" }, title: { type: "string" } },
        { required: ["repo"], additionalProperties: false },
      ),
    );
    expect(check(args)).toContainEqual({
      pointer,
      rule: "false",
      message: `The tool doesn't accept this property.${suggestion}`,
    });
  });

  it("rejects a clear mistake in a format", () => {
    const check = createSchemaCheck(object({ at: { type: "string", format: "date-time" } }));
    expect(check({ at: "tomorrow" })).toEqual([
      {
        pointer: "/at",
        rule: "format",
        message: 'Expected a date and time such as 2027-01-31T09:30:00Z, but got "tomorrow".',
      },
    ]);
    expect(check({ at: "2027-01-31" })).toEqual([]);
  });

  it("doesn't fill in defaults", () => {
    const input = {};
    expect(
      createSchemaCheck(object({ per_page: { type: "integer", default: 30 } }))(input),
    ).toEqual([]);
    expect(input).toEqual({});
  });

  it("accepts files for binary data", () => {
    const check = createSchemaCheck(
      object({ upload: { type: "string", format: "binary" }, body: { type: "string" } }),
      { files: ["body"] },
    );
    const file = { filename: "a.pdf", content_type: "application/pdf", data: "JVBERi0=" };
    expect(check({ upload: file, body: file })).toEqual([]);
    expect(check({ upload: "plain" })).toEqual([]);
    expect(check({ upload: { name: "x" } })).not.toEqual([]);
  });
});

describe("the check of hostile input", () => {
  const errorsOf = (schema: object, input: unknown) =>
    createSchemaCheck(object({ it: schema }))({ it: input });

  describe.each([
    "^((((a?){4}){4}){4}){4}$",
    "(?:a|a)".repeat(28),
    "(a*){4}(a*){4}b",
    "(a|a)*b",
    "(.*)*=",
    "(a+)+$",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "a*a*a*a*a*b",
    "(x+x+)+y",
    "(a+)+".repeat(10_000),
  ])("never passes the pattern %.40s to RegExp", (pattern) => {
    it.each<[string, object, unknown]>([
      ["for a string", { type: "string", pattern }, `${"a".repeat(10_000)}!`],
      ["for a longer string", { pattern }, "a".repeat(1_000_000)],
      ["for many strings", { items: { pattern } }, Array.from({ length: 50_000 }, () => "aaaa!")],
      [
        "for properties",
        { patternProperties: { [pattern]: { type: "object" } } },
        { ["a".repeat(500)]: {} },
      ],
      [
        "for property names",
        { propertyNames: { anyOf: [{ pattern }, {}] } },
        { ["a".repeat(500)]: 1 },
      ],
      [
        "for a negated schema",
        { not: { allOf: [{ pattern }, { maxLength: 1 }] } },
        "a".repeat(5_000),
      ],
    ])("%s", (_, schema, input) => {
      const constructed = vi.spyOn(globalThis, "RegExp");
      createSchemaCheck(object({ it: schema }))({ it: input });
      const patterns = constructed.mock.calls.map(([source]) => String(source));
      expect(patterns.filter((source) => source.includes(pattern))).toEqual([]);
      vi.restoreAllMocks();
    });
  });

  it("limits the total work for patterns", () => {
    const patterns = Array.from({ length: 400 }, (_, index) => ({ pattern: `(a|${index}){200}$` }));
    const check = createSchemaCheck(object({ it: { allOf: patterns } }));
    expect(check({ it: "a".repeat(5_000) })).toEqual([]);
  });

  it("limits the work for nested alternatives", () => {
    const child = object({ child: { $ref: "#/$defs/node" } });
    const check = createSchemaCheck(
      object({ it: { $ref: "#/$defs/node" } }, { $defs: { node: { anyOf: [child, child] } } }),
    );
    let deep: unknown = 1;
    for (let level = 0; level < 50; level++) deep = { child: deep };
    expect(check({ it: deep })).toEqual([
      {
        pointer: "",
        rule: "work",
        message:
          "Validation takes too long because the tool's schema allows too many alternatives.",
      },
    ]);
  });

  it("limits the work for circular references", () => {
    const $defs = { a: { $ref: "#/$defs/b" }, b: { anyOf: [{ $ref: "#/$defs/a" }] } };
    expect(
      createSchemaCheck(object({ it: { $ref: "#/$defs/a" } }, { $defs }))({ it: 1 })[0]?.message,
    ).toMatch(/takes too long/);
  });

  it("describes long texts in linear time", () => {
    const text = (length: number) => "\u{1f3a7} ".repeat(length / 2);
    expect(errorsOf({ type: "string", maxLength: 10 }, text(700_000))[0]?.message).toMatch(
      /…" is too long: length 700000, maximum 10\.$/,
    );
    expectLinearSteps(
      steps,
      (length) => () => errorsOf({ type: "string", maxLength: 10 }, text(length)),
    );
  });

  it("handles long lists of distinct or invalid items in linear time", () => {
    for (const rules of [{ uniqueItems: true }, { items: { type: "string" } }])
      expectLinearSteps(steps, (length) => {
        const numbers = Array.from({ length }, (_, each) => each);
        return () => errorsOf({ type: "array", ...rules }, numbers);
      });
  });

  it("rejects deep nesting and lone surrogates", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 5_000; level++) deep = [deep];
    expect(errorsOf({}, deep)[0]?.message).toBe("The value is nested more than 64 levels deep.");
    expect(errorsOf({}, "a\ud800")).toEqual([
      {
        pointer: "/it",
        rule: "unicode",
        message: "The string contains a lone surrogate, which can't be sent.",
      },
    ]);
    expect(errorsOf({}, { "\ud800": 1 })).toHaveLength(1);
  });

  it("doesn't read or change inherited members", () => {
    const input = JSON.parse('{"it":{"__proto__":{"polluted":true},"constructor":1}}');
    expect(
      createSchemaCheck(
        object({ it: { type: "object", additionalProperties: { type: "string" } } }),
      )(input).length,
    ).toBeGreaterThan(0);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});
