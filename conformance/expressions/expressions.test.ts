import { Environment } from "@marcbachmann/cel-js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileExpression, compileTemplate } from "../../core/lib/expressions/index.ts";
import { Work } from "../../core/lib/kit/flow/work.ts";
import { RUNTIMES, runProgram } from "../ports/runtimes.ts";
import { ADVERSARIAL_PROGRAMS } from "./adversarial-programs.ts";
import { anyExpressionText, anyProgram, EVENT } from "./arbitrary-programs.ts";

const numRuns = process.env["TEST_TIER"] === "all" ? 400_000 : 10_000;
const LIMIT = 2_000;

/** As many characters as one unit of work creates. */
const CHARACTERS_PER_UNIT = 16;

describe("random expressions", () => {
  it("have a value or an error with a position, and never throw", () => {
    fc.assert(
      fc.property(anyExpressionText, (text) => {
        const compiled = compileExpression(text);
        const { error } = compiled.error ? compiled : compiled.value.evaluate(EVENT);
        if (!error) return;
        expect(error.message).not.toBe("");
        expect(error.start).toBeGreaterThanOrEqual(0);
        expect(error.end).toBeLessThanOrEqual(text.length);
        expect(error.start).toBeLessThanOrEqual(error.end!);
      }),
      { numRuns },
    );
  });

  it("have the same value with exactly the work that they used, and none with less", () => {
    const evaluate = (text: string, limit: number) => {
      const work = new Work(limit);
      const result = compileExpression(text).value!.evaluate(EVENT, work);
      return { result, used: work.used };
    };
    fc.assert(
      fc.property(anyProgram, (text) => {
        if (compileExpression(text).error) return;
        const { result, used } = evaluate(text, LIMIT);
        expect(used).toBeLessThanOrEqual(LIMIT);
        if (result.error?.rule === "limit") return;
        expect(evaluate(text, used)).toEqual({ result, used });
        expect(evaluate(text, used - 1).result.error?.rule).toBe("limit");
      }),
      { numRuns },
    );
  });

  it("create no more than they have work for", () => {
    fc.assert(
      fc.property(anyProgram, fc.integer({ min: 1, max: LIMIT }), (text, limit) => {
        const compiled = compileTemplate({ a: `\${${text}}`, b: `- \${${text}}` });
        const result = compiled.value?.render(EVENT, new Work(limit));
        if (!result || result.error) return;
        expect(measure(result.value)).toBeLessThanOrEqual(limit * CHARACTERS_PER_UNIT);
      }),
      { numRuns },
    );
  });

  it("have the value that the evaluator of the parser's library finds", () => {
    const library = new Environment({ homogeneousAggregateLiterals: false });
    library.registerVariable("event", "dyn");
    let compared = 0;
    fc.assert(
      fc.property(anyProgram, (text) => {
        const compiled = compileExpression(text);
        const ours = compiled.value?.evaluate(EVENT, new Work(LIMIT));
        if (!ours || ours.error) return;
        const expected = evaluateWith(library, text);
        if (expected === undefined) return;
        compared++;
        expect(ours.value).toEqual(expected.value);
      }),
      { numRuns: Math.min(numRuns, 20_000) },
    );
    expect(compared).toBeGreaterThan(500);
  });
});

describe("expressions that would take all memory or time", () => {
  it("count the items of joined lists", () => {
    const work = new Work(1_000);
    compileExpression("(event.data.l + event.data.l).size()").value!.evaluate(
      { data: { l: Array.from({ length: 100 }, () => 0) } },
      work,
    );
    expect(work.used).toBeGreaterThan(200);
  });

  it.for(RUNTIMES)(
    "end at the same limit on $name, with little memory",
    { timeout: 120_000 },
    async ({ name, skipReason }, { skip }) => {
      if (skipReason) return skip(skipReason);
      const program = "../expressions/evaluate-adversarial.ts";
      const { code, errors, lines } = await runProgram(name, program);
      expect([code, errors]).toEqual([0, ""]);
      const { rules, megabytes } = JSON.parse(lines.at(-1)!);
      expect(rules).toEqual(ADVERSARIAL_PROGRAMS.map(({ rule }) => rule));
      expect(megabytes).toBeLessThan(400);
    },
  );
});

/** The characters of a value, and those that its items take at least. */
function measure(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  const entries = Object.entries(value);
  return entries.reduce((sum, [key, child]) => sum + key.length + measure(child), 1);
}

/** Returns the JSON of the library's value, or `undefined` for an error or a value without JSON. */
function evaluateWith(library: Environment, text: string): { value: unknown } | undefined {
  try {
    return { value: toPlain(library.evaluate(text, { event: EVENT })) };
  } catch {
    return undefined;
  }
}

function toPlain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(toPlain);
  if (Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toPlain(each)]));
  throw new Error("The value has no JSON of its own.");
}
