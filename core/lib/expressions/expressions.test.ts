import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileExpression, compileFilter, compileTemplate } from "./index.ts";

const EVENT = {
  type: "poll.new",
  data: {
    action: "opened",
    number: 1347,
    price: 9.5,
    title: 'Say "hi" {now}',
    labels: [{ name: "bug" }, { name: "later" }],
    none: null,
  },
};

const evaluate = (text: string, event: unknown = EVENT) => {
  const { value, error } = compileExpression(text);
  if (error) return error.message;
  const result = value.evaluate(event);
  return result.error ? result.error.message : result.value;
};

describe("expressions", () => {
  it.each([
    ["event.data.number + 1", 1348],
    ["event.data.number % 2 == 1", true],
    ["event.data.price * 2", 19],
    ["1 - event.data.price", -8.5],
    ["event.data.labels.exists(l, l.name == 'bug')", true],
    ["event.data.labels.map(l, l.name)", ["bug", "later"]],
    ["size(event.data.labels)", 2],
    ["event.data.none == null", true],
    ["has(event.data.missing)", false],
    ["{'number': event.data.number, 'kinds': [event.type]}", { number: 1347, kinds: ["poll.new"] }],
    ["timestamp('2026-11-23T10:00:00Z')", "2026-11-23T10:00:00.000Z"],
    ["1 + 0.5 + event.data.number", 1348.5],
    ["1 + 0.5 + 2.5", 4],
  ])("evaluates %s", (text, expected) => {
    expect(evaluate(text)).toEqual(expected);
  });

  it.each([
    ["event.data.nothing", /"event\.data\.nothing" is missing.*has\(event\.data\.nothing\)/],
    ["event.constructor", /missing/],
    ["event.__proto__", /missing/],
    ["1 + 0.5 + size(event.data.labels) + 'a'", /no such overload/i],
    ["event.data.title.matches('(a+)+$')", /"matches" isn't available/],
    ["process.exit()", /process/],
    ["event.data +", /EOF/],
    [
      `event.data.labels.all(a, event.data.labels.all(b, event.data.labels.all(c, true)))`,
      /nested/,
    ],
    [`${"1+".repeat(300)}1`, /./],
    ["'a".padEnd(2_100, "a").concat("'"), /2000 characters/],
  ])("refuses or explains %s", (text, expected) => {
    expect(evaluate(text)).toMatch(expected);
  });

  it("refuses events whose lists would take too long", () => {
    const items = Array.from({ length: 1_001 }, (_, index) => index);
    const nested = "event.items.all(a, event.items.all(b, a != -1 && b != -1))";
    expect(evaluate(nested, { items })).toMatch(/too long/);
    expect(evaluate(nested, { items: items.slice(0, 900) })).toBe(true);
    const joined = "(event.items + event.items).all(a, event.items.all(b, a != -1))";
    expect(evaluate(joined, { items: items.slice(0, 900) })).toMatch(/too long/);
    const split = "event.text.split('').all(a, event.text.split('').all(b, a != ''))";
    expect(evaluate(split, { text: "a".repeat(2_000) })).toMatch(/too long/);
  });

  it("never reaches a prototype or throws", () => {
    const name = fc.constantFrom(
      "event",
      "data",
      "constructor",
      "__proto__",
      "toString",
      "labels",
      "x",
    );
    const path = fc.array(name, { maxLength: 4 }).map((names) => ["event", ...names].join("."));
    const literal = fc.oneof(
      fc.integer({ min: -5, max: 5 }).map(String),
      fc.string({ maxLength: 5 }).map((text) => JSON.stringify(text)),
      fc.constantFrom("true", "null", "[]", "{}", "1.5", "2u"),
    );
    const operator = fc.constantFrom(
      "+",
      "-",
      "*",
      "/",
      "%",
      "==",
      "<",
      "in",
      "&&",
      "||",
      "?",
      "[",
    );
    const program = fc
      .tuple(
        fc.oneof(path, literal),
        fc.array(fc.tuple(operator, fc.oneof(path, literal)), { maxLength: 4 }),
        fc.constantFrom("", ")", ".size()", ".map(x, x)", ".exists(x, x == event)"),
      )
      .map(
        ([first, rest, end]) => first + rest.map(([op, text]) => ` ${op} ${text}`).join("") + end,
      );
    fc.assert(
      fc.property(program, fc.jsonValue(), (text, data) => {
        const { value, error } = compileExpression(text);
        if (error) return;
        const result = value.evaluate({ data, labels: [1, "a", null] });
        expect(typeof result.value).not.toBe("function");
        if (result.error === undefined) JSON.stringify(result.value);
      }),
      { numRuns: process.env["TEST_TIER"] === "all" ? 100_000 : 3_000 },
    );
  });
});

describe("filters", () => {
  it("are true or false, or an error", () => {
    const test = (text: string) => compileFilter(text).value!.test(EVENT);
    expect(test("event.data.action == 'opened'")).toEqual({ value: true });
    expect(test("event.data.action == 'closed'")).toEqual({ value: false });
    expect(test("event.data.number").error?.rule).toBe("boolean");
    expect(test("event.data.missing == 1").error?.rule).toBe("evaluation");
  });

  it("report where they are invalid", () => {
    expect(compileFilter("event.data == 'a' && evnt").error).toMatchObject({ start: 21, end: 25 });
  });
});

describe("templates", () => {
  const render = (template: unknown) => {
    const { value, error } = compileTemplate(template);
    return error ?? value.render(EVENT);
  };

  it("keep the type of a single expression, and put others into the text", () => {
    expect(
      render({
        issue: "${event.data.number}",
        labels: "${event.data.labels}",
        nothing: "${event.data.none}",
        text: "#${event.data.number}: ${event.data.title} (${event.data.none}) ${event.data.labels[0]}",
        list: ["${event.type}", 5, true, null],
        "${event.type}": "literal",
        escaped: "costs $${5} or $5",
      }),
    ).toEqual({
      value: {
        issue: 1347,
        labels: [{ name: "bug" }, { name: "later" }],
        nothing: null,
        text: '#1347: Say "hi" {now} () {"name":"bug"}',
        list: ["poll.new", 5, true, null],
        "${event.type}": "literal",
        escaped: "costs ${5} or $5",
      },
    });
  });

  it("end expressions at the right brace", () => {
    expect(render("${ {'a': '}'} }")).toEqual({ value: { a: "}" } });
    expect(render("a ${'\\'}'} b")).toEqual({ value: "a '} b" });
  });

  it("name the place of an error", () => {
    expect(render({ a: ["x ${event.data.nope}"] })).toMatchObject({
      error: { pointer: "/a/0", rule: "evaluation" },
    });
    expect(render({ a: "${event." })).toMatchObject({ pointer: "/a", rule: "syntax" });
    expect(render({ "a/b": "${event.x +}" })).toMatchObject({ pointer: "/a~1b" });
  });

  it("can't replace values with values of another place", () => {
    const event = { data: { title: "${event.secret}" }, secret: "s" };
    const { value } = compileTemplate({ text: "${event.data.title}" });
    expect(value!.render(event)).toEqual({ value: { text: "${event.secret}" } });
  });

  it("limit the size of the result", () => {
    const { value } = compileTemplate(["${event.t}", "${event.t}", "${event.t}"]);
    expect(value!.render({ t: "a".repeat(400_000) })).toMatchObject({ error: { rule: "size" } });
  });
});
