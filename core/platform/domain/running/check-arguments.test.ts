import { describe, expect, it, vi } from "vitest";
import { createArgumentsCheck } from "./check-arguments.ts";

const object = (properties: Record<string, unknown>, more = {}) => ({
  type: "object",
  properties,
  ...more,
});

describe("arguments", () => {
  it.each([
    [{ type: "string" }, 5, "It is 5; it must be a text."],
    [{ type: ["string", "null"] }, [1], "It is a list of 1; it must be a text or null."],
    [{ enum: ["open", "closed"] }, "shut", 'It is "shut"; it must be one of "open", "closed".'],
    [{ type: "string", maxLength: 2 }, "abc", 'It is "abc": string is too long (3 > 2).'],
    [{ type: "integer", minimum: 1 }, 0, "It is 0: 0 is less than 1."],
    [
      { type: "string", pattern: "^[a-z]+$" },
      "A",
      'It is "A", which is not of the form that the tool asks for.',
    ],
    [
      { anyOf: [{ type: "string" }, { type: "integer" }] },
      true,
      "It is true, which fits none of the forms that it may have.",
    ],
    [
      { oneOf: [{ type: "string" }, { minLength: 1 }] },
      "x",
      'It is "x", which fits more than one of the forms that it may have.',
    ],
  ])("of %j that are %j: %s", (schema, value, detail) => {
    expect(createArgumentsCheck(object({ it: schema }))({ it: value })).toEqual([
      { pointer: "/it", detail },
    ]);
  });

  it("are told of where each is wrong, deep down too, and by their own names", () => {
    const check = createArgumentsCheck(
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
      { pointer: "/title", detail: "It is required." },
      { pointer: "/list/1/name", detail: "It is 3; it must be a text." },
      { pointer: "/list/2/name", detail: "It is required." },
      { pointer: "/a~1b~0c", detail: "It is 1; it must be a text." },
      { pointer: "/color", detail: "There is no such argument." },
    ]);
  });

  it("are taken whatever a format says, which only means to describe", () => {
    expect(
      createArgumentsCheck(object({ at: { type: "string", format: "date-time" } }))({
        at: "tomorrow",
      }),
    ).toEqual([]);
  });

  it("are nothing but what was given: no default is filled in", () => {
    const input = {};
    expect(
      createArgumentsCheck(object({ per_page: { type: "integer", default: 30 } }))(input),
    ).toEqual([]);
    expect(input).toEqual({});
  });

  it("may be files where the schema means bytes", () => {
    const check = createArgumentsCheck(
      object({ upload: { type: "string", format: "binary" }, body: { type: "string" } }),
      { files: ["body"] },
    );
    const file = { filename: "a.pdf", content_type: "application/pdf", data: "JVBERi0=" };
    expect(check({ upload: file, body: file })).toEqual([]);
    expect(check({ upload: "plain" })).toEqual([]);
    expect(check({ upload: { name: "x" } })).not.toEqual([]);
  });
});

describe("whoever wrote the schema or the arguments", () => {
  const quickly = (schema: object, input: unknown) => {
    const started = performance.now();
    const errors = createArgumentsCheck(object({ it: schema }))({ it: input });
    expect(performance.now() - started).toBeLessThan(1_500);
    return errors;
  };

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
  ])("can't hand RegExp the pattern %.40s", (pattern) => {
    it.each<[string, object, unknown]>([
      ["of a text", { type: "string", pattern }, `${"a".repeat(10_000)}!`],
      ["of a text that is longer", { pattern }, "a".repeat(1_000_000)],
      ["of many texts", { items: { pattern } }, Array.from({ length: 50_000 }, () => "aaaa!")],
      [
        "of properties",
        { patternProperties: { [pattern]: { type: "object" } } },
        { ["a".repeat(500)]: {} },
      ],
      [
        "of properties' names",
        { propertyNames: { anyOf: [{ pattern }, {}] } },
        { ["a".repeat(500)]: 1 },
      ],
      ["that is negated", { not: { allOf: [{ pattern }, { maxLength: 1 }] } }, "a".repeat(5_000)],
    ])("%s", (_, schema, given) => {
      const constructed = vi.spyOn(globalThis, "RegExp");
      createArgumentsCheck(object({ it: schema }))({ it: given });
      const patterns = constructed.mock.calls.map(([source]) => String(source));
      expect(patterns.filter((source) => source.includes(pattern))).toEqual([]);
      vi.restoreAllMocks();
    });
  });

  it("can't bring more patterns than there is time for", () => {
    const patterns = Array.from({ length: 400 }, (_, index) => ({ pattern: `(a|${index}){200}$` }));
    const check = createArgumentsCheck(object({ it: { allOf: patterns } }));
    expect(check({ it: "a".repeat(5_000) })).toEqual([]);
  });

  it("can't keep it busy with choices within choices", () => {
    const child = object({ child: { $ref: "#/$defs/node" } });
    const check = createArgumentsCheck(
      object({ it: { $ref: "#/$defs/node" } }, { $defs: { node: { anyOf: [child, child] } } }),
    );
    let deep: unknown = 1;
    for (let level = 0; level < 50; level++) deep = { child: deep };
    expect(check({ it: deep })).toEqual([
      {
        pointer: "",
        detail:
          "Checking the arguments takes too long: the tool's schema leaves too many choices for them.",
      },
    ]);
  });

  it("can't keep it busy with references that lead to each other", () => {
    const $defs = { a: { $ref: "#/$defs/b" }, b: { anyOf: [{ $ref: "#/$defs/a" }] } };
    expect(
      createArgumentsCheck(object({ it: { $ref: "#/$defs/a" } }, { $defs }))({ it: 1 })[0]?.detail,
    ).toMatch(/takes too long/);
  });

  it("can't keep it busy with lists that are long, unlike or wrong", () => {
    quickly(
      { type: "array", uniqueItems: true },
      Array.from({ length: 20_000 }, (_, each) => each),
    );
    expect(
      quickly(
        { type: "array", items: { type: "string" } },
        Array.from({ length: 150_000 }, () => 1),
      ).length,
    ).toBeGreaterThan(0);
  });

  it("can't nest without end, nor name or hold halves of characters", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 5_000; level++) deep = [deep];
    expect(quickly({}, deep)[0]?.detail).toBe("It is nested more than 64 levels deep.");
    expect(quickly({}, "a\ud800")).toEqual([
      {
        pointer: "/it",
        detail: "It holds half of a character (a lone surrogate), which can't be sent.",
      },
    ]);
    expect(quickly({}, { "\ud800": 1 })).toHaveLength(1);
  });

  it("can't reach what objects have by birth", () => {
    const input = JSON.parse('{"it":{"__proto__":{"polluted":true},"constructor":1}}');
    expect(
      createArgumentsCheck(
        object({ it: { type: "object", additionalProperties: { type: "string" } } }),
      )(input).length,
    ).toBeGreaterThan(0);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});
