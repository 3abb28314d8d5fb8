import { EvaluationError, ParseError } from "@marcbachmann/cel-js";
import { setRecent } from "../kit/freshness.ts";
import { environment } from "./environment.ts";
import { type Complexity, isTooLong, measure } from "./fence.ts";

/** Why an expression is invalid, or why it can't be evaluated. */
export interface ExpressionError {
  /** A JSON Pointer to the expression. Empty for a single one. */
  readonly pointer: string;
  readonly rule: "syntax" | "type" | "limit" | "function" | "evaluation" | "boolean" | "size";
  readonly message: string;
  /** Where the error is in the expression: a range of characters. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** A value, or why there is none. */
export type Result<Value> =
  | { readonly value: Value; readonly error?: undefined }
  | { readonly error: ExpressionError; readonly value?: undefined };

/** A compiled expression. */
export interface Expression {
  /** Evaluates the expression over an event. The result is JSON. */
  evaluate(event: unknown): Result<unknown>;
}

/** The longest expression, in characters. */
export const MAX_EXPRESSION_LENGTH = 2_000;
const MAX_CACHED = 1_000;
const cache = new Map<string, Result<Expression>>();

/**
 * Compiles an expression of CEL (Common Expression Language) with the variable `event`. Without
 * `matches`, and with a bounded amount of work: at most 2,000 characters, 500 nodes, 2 nested macros,
 * and a million visited items.
 */
export function compileExpression(text: string): Result<Expression> {
  const cached = cache.get(text);
  if (cached) return cached;
  const result = compile(text);
  if (text.length <= MAX_EXPRESSION_LENGTH) setRecent(cache, text, result, MAX_CACHED);
  return result;
}

function compile(text: string): Result<Expression> {
  if (text.length > MAX_EXPRESSION_LENGTH)
    return failure("limit", `The expression has more than ${MAX_EXPRESSION_LENGTH} characters.`);
  try {
    const parsed = environment.parse(text);
    const complexity = measure(parsed.ast);
    if ("message" in complexity) return failure("function", complexity.message, complexity);
    const { valid, error } = parsed.check();
    if (!valid && error) return failure("type", toSentence(error.summary), error.range);
    return { value: { evaluate: (event) => evaluate(parsed, complexity, event) } };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const rule = error.code.includes("limit") || error.code.includes("max") ? "limit" : "syntax";
    return failure(rule, toSentence(error.summary), error.range);
  }
}

function evaluate(
  run: (context: Record<string, unknown>) => unknown,
  complexity: Complexity,
  event: unknown,
): Result<unknown> {
  if (isTooLong(complexity, event))
    return failure("limit", "The lists of this event are too long for the expression.");
  try {
    return { value: toJson(run({ event })) };
  } catch (error) {
    if (!(error instanceof EvaluationError) && !(error instanceof RangeError)) throw error;
    return error instanceof RangeError
      ? failure("limit", "The result is too large.")
      : failure("evaluation", explain(error), error.range);
  }
}

/** Explains an error, and names the path of a missing field. */
function explain({ code, summary, node }: EvaluationError): string {
  if (code !== "no_such_key" || !node) return toSentence(summary);
  const path = node.input.slice(0, node.range.end).match(/[\w.[\]'"]+$/)?.[0] ?? "event";
  return `"${path}" is missing in this event. Test for it with has(${path}).`;
}

const toSentence = (summary: string): string =>
  `${summary[0]?.toUpperCase() ?? ""}${summary.slice(1)}${summary.endsWith(".") ? "" : "."}`;

const failure = (
  rule: ExpressionError["rule"],
  message: string,
  range?: { readonly start: number; readonly end: number },
): { readonly error: ExpressionError } => ({
  error: { pointer: "", rule, message, ...(range && { start: range.start, end: range.end }) },
});

/** Converts a result of CEL to JSON: integers are bigints, and times are dates. */
function toJson(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (value === undefined || typeof value !== "object" || value === null) return value ?? null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toJson);
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  if (value.constructor !== Object && !(value instanceof Map)) return String(value);
  return Object.fromEntries(entries.map(([key, child]) => [String(key), toJson(child)]));
}

/** A compiled filter. An event for which it fails must not be acted on. */
export interface Filter {
  test(event: unknown): Result<boolean>;
}

/** Compiles an expression whose result must be true or false. */
export function compileFilter(text: string): Result<Filter> {
  const { value: expression, error } = compileExpression(text);
  if (error) return { error };
  return {
    value: {
      test(event) {
        const result = expression.evaluate(event);
        if (result.error) return result;
        return typeof result.value === "boolean"
          ? { value: result.value }
          : failure("boolean", "The result is neither true nor false.");
      },
    },
  };
}
