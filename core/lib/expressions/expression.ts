import { Work, WorkLimitError } from "../kit/flow/work.ts";
import { setRecent } from "../kit/net/freshness.ts";
import { compileProgram, type Program } from "./compile.ts";
import { CompileError } from "./compiler.ts";
import { CelFailure, type Range } from "./failure.ts";
import { parse } from "./parse.ts";
import { toJson } from "./to-json.ts";

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
  /**
   * Evaluates the expression over an event. The result is JSON.
   *
   * @param work Work that this is part of. An expression never uses more than `EXPRESSION_WORK`.
   */
  evaluate(event: unknown, work?: Work): Result<unknown>;
}

/** The longest expression, in characters. */
const MAX_EXPRESSION_LENGTH = 2_000;
/** The most work of one expression, or of all expressions of a template, in units of `Work`. */
export const EXPRESSION_WORK = 250_000;
const MAX_CACHED = 1_000;
const cache = new Map<string, Result<Expression>>();

/**
 * Compiles an expression of CEL (Common Expression Language) with the variable `event`: at most 2,000
 * characters and 500 nodes, and without regular expressions.
 */
export function compileExpression(text: string): Result<Expression> {
  const cached = cache.get(text);
  if (cached) return cached;
  const result = compile(text);
  if (text.length <= MAX_EXPRESSION_LENGTH) setRecent(cache, text, result, MAX_CACHED);
  return result;
}

function compile(text: string): Result<Expression> {
  const whole = { start: 0, end: text.length };
  if (text.length > MAX_EXPRESSION_LENGTH)
    return failure(
      "limit",
      `The expression has more than ${MAX_EXPRESSION_LENGTH} characters.`,
      whole,
    );
  const parsed = parse(text);
  if ("message" in parsed) return failure(parsed.rule, parsed.message, parsed.range ?? whole);
  try {
    const program = compileProgram(parsed.ast);
    return {
      value: {
        evaluate: (event, work = new Work(EXPRESSION_WORK)) =>
          work.part(EXPRESSION_WORK, (part) => evaluate(program, { event, whole, work: part })),
      },
    };
  } catch (error) {
    if (error instanceof CompileError) return failure(error.rule, error.message, error.range);
    throw error;
  }
}

interface Evaluation {
  readonly event: unknown;
  /** The range of the whole expression. */
  readonly whole: Range;
  readonly work: Work;
}

function evaluate({ run, slots }: Program, { event, whole, work }: Evaluation): Result<unknown> {
  const frame = { work, slots: new Array<unknown>(slots) };
  frame.slots[0] = event;
  try {
    return { value: toJson(run(frame), work) };
  } catch (error) {
    if (error instanceof CelFailure)
      return failure("evaluation", `${error.summary}.`, error.range ?? whole);
    if (error instanceof WorkLimitError)
      return failure("limit", "The expression needs too much work for this event.", whole);
    // Values are nested too deeply for the stack.
    if (error instanceof RangeError)
      return failure("limit", "The values are nested too deeply for the expression.", whole);
    throw error;
  }
}

const failure = (
  rule: ExpressionError["rule"],
  message: string,
  { start, end }: Range,
): { readonly error: ExpressionError } => ({ error: { pointer: "", rule, message, start, end } });

/** A compiled filter. An event for which it fails must not be acted on. */
interface Filter {
  test(event: unknown, work?: Work): Result<boolean>;
}

/** Compiles an expression whose result must be true or false. */
export function compileFilter(text: string): Result<Filter> {
  const { value: expression, error } = compileExpression(text);
  if (error) return { error };
  return {
    value: {
      test(event, work) {
        const result = expression.evaluate(event, work);
        if (result.error) return result;
        return typeof result.value === "boolean"
          ? { value: result.value }
          : failure("boolean", "The result is neither true nor false.", {
              start: 0,
              end: text.length,
            });
      },
    },
  };
}
