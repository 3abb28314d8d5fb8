import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Work } from "../kit/flow/work.ts";
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
    ["[].all(e, e > 0)", true],
    ["[].exists(e, e > 0)", false],
    ["[1, 2, 3].map(n, n % 2 == 1, n * 10)", [10, 30]],
    ["{'a': 1, 'b': 2}.exists_one(k, k == 'a')", true],
    ["event.data.labels.exists(l, l.size > 1 || l.name == 'bug')", true],
    ["cel.bind(t, event.data.title, t + t).size()", 28],
    ["'a,b,,c'.split(',')", ["a", "b", "", "c"]],
    ["'a,b,c'.split(',', 2)", ["a", "b,c"]],
    ["['a', 'b'].join('-')", "a-b"],
    ["timestamp('2026-11-23T10:00:00Z').getHours('Europe/Berlin')", 11],
    ["timestamp('2026-11-23T10:00:00Z') - duration('90m')", "2026-11-23T08:30:00.000Z"],
    ["type(1) == int && type(event.time) != string || true", true],
    ["-9223372036854775808", -(2 ** 63)],
    ["size('äö😀')", 3],
    ["'abcabcabcabcabd'.indexOf('abcabcabd')", 6],
    ["'abcdefghijk abcdefghijk'.lastIndexOf('abcdefghij')", 12],
    ["event.data.labels.all(a, event.data.labels.all(b, event.data.labels.all(c, true)))", true],
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
    ["1 + 'a'", /No such overload: int \+ string/],
    ["size(1)", /No such overload: size\(int\)/],
    ["event.data.labels.all(l, l.name)", /must be true or false, not string/],
    ["event.data.title ? 1 : 2", /must be true or false, not string/],
    ["event.data.labels[2]", /outside of the list, which has 2 items/],
    ["9223372036854775807 + 1", /more than 64 bits/],
    ["1 / 0", /division by zero/i],
    ["timestamp('yesterday')", /needs a time/],
    ["timestamp('2026-11-23T10:00:00Z').getHours('Mars')", /Unknown time zone "Mars"/],
    ["bogus(1)", /"bogus" isn't available/],
    ["[1].all(1, true)", /invalid/],
    ["has(event)", /has\(\)/],
    [`${"1+".repeat(300)}1`, /./],
    ["'a".padEnd(2_100, "a").concat("'"), /2000 characters/],
  ])("refuses or explains %s", (text, expected) => {
    expect(evaluate(text)).toMatch(expected);
  });

  it("end when an event needs too much work", () => {
    const items = Array.from({ length: 1_000 }, (_, index) => index);
    const nested = "event.items.all(a, event.items.all(b, a != -1 && b != -1))";
    expect(evaluate(nested, { items })).toMatch(/too much work/);
    expect(evaluate(nested, { items: items.slice(0, 200) })).toBe(true);
    const doubled = `[event.items]${".map(x, x + x)".repeat(27)}`;
    expect(evaluate(doubled, { items })).toMatch(/too much work/);
  });

  it("share the work that they are part of", () => {
    const work = new Work(100);
    const { value } = compileExpression("[1, 2, 3].map(n, n + 1)");
    const results = Array.from({ length: 10 }, () => value!.evaluate(EVENT, work));
    expect(results[0]).toEqual({ value: [2, 3, 4] });
    expect(results.at(-1)?.error?.rule).toBe("limit");
    expect(work.used).toBe(100);
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

  it("share the work of one expression", () => {
    const items = Array.from({ length: 2_000 }, (_, index) => index);
    const render = (count: number) =>
      compileTemplate(Array.from({ length: count }, () => "${event.items}")).value!.render({
        items,
      });
    expect(render(10).error).toBeUndefined();
    expect(render(200)).toMatchObject({ error: { rule: "limit" } });
  });

  it("limit the size of the result", () => {
    const { value } = compileTemplate(["${event.t}", "${event.t}", "${event.t}"]);
    expect(value!.render({ t: "a".repeat(400_000) })).toMatchObject({ error: { rule: "size" } });
  });
});
