import { Work, WorkLimitError } from "../kit/flow/work.ts";
import { formatPointer } from "../kit/json/json-pointer.ts";
import {
  compileExpression,
  EXPRESSION_WORK,
  type Expression,
  type ExpressionError,
  type Result,
} from "./expression.ts";

/** Compiled JSON with `${…}` expressions in its texts. */
interface Template {
  /** Replaces the expressions, which share the work of one. The result is JSON. */
  render(event: unknown, work?: Work): Result<unknown>;
}

type Render = (event: unknown, work: Work) => unknown;

/** The most values and expressions of a template. */
const MAX_VALUES = 1_000;
const MAX_DEPTH = 20;
/** The longest rendered text, and the most characters of all of them together. */
const MAX_CHARACTERS = 1_000_000;

/** Carries an error out of nested functions. Never leaves this file. */
class TemplateError extends Error {
  readonly details: ExpressionError;
  constructor(details: ExpressionError) {
    super(details.message);
    this.details = details;
  }
}

/**
 * Compiles a template. A text that consists of one `${expression}` becomes the value of the
 * expression, of any type. In a longer text, each expression is replaced by its value as text. `$${`
 * stands for `${`. Names of properties are literal.
 */
export function compileTemplate(template: unknown): Result<Template> {
  let values = 0;
  const compile = (value: unknown, path: readonly string[]): Render => {
    if (++values > MAX_VALUES || path.length > MAX_DEPTH)
      throw new TemplateError({
        pointer: formatPointer(path),
        rule: "limit",
        message: `The template has more than ${MAX_VALUES} values or ${MAX_DEPTH} levels.`,
      });
    if (typeof value === "string") return compileText(value, formatPointer(path));
    if (typeof value !== "object" || value === null) return () => value;
    if (Array.isArray(value)) {
      const items = value.map((item, index) => compile(item, [...path, String(index)]));
      return (event, work) => items.map((render) => render(event, work));
    }
    const entries = Object.entries(value).map(
      ([key, child]) => [key, compile(child, [...path, key])] as const,
    );
    return (event, work) =>
      Object.fromEntries(entries.map(([key, render]) => [key, render(event, work)]));
  };
  try {
    const render = compile(template, []);
    return {
      value: {
        render: (event, work = new Work(EXPRESSION_WORK)) =>
          attempt(() => work.part(EXPRESSION_WORK, (part) => renderWhole(render, event, part))),
      },
    };
  } catch (error) {
    return toResult(error);
  }
}

function renderWhole(render: Render, event: unknown, work: Work): unknown {
  const value = render(event, work);
  if (JSON.stringify(value).length > MAX_CHARACTERS)
    throw new TemplateError({
      pointer: "",
      rule: "size",
      message: `The result has more than ${MAX_CHARACTERS} characters.`,
    });
  return value;
}

const attempt = <Value>(work: () => Value): Result<Value> => {
  try {
    return { value: work() };
  } catch (error) {
    return toResult(error);
  }
};

function toResult(error: unknown): { readonly error: ExpressionError } {
  if (error instanceof TemplateError) return { error: error.details };
  if (error instanceof WorkLimitError)
    return {
      error: { pointer: "", rule: "limit", message: "The template needs too much work." },
    };
  throw error;
}

/** A text between expressions, or an expression. */
type Part = string | Expression;

function compileText(text: string, pointer: string): Render {
  const parts = splitText(text, pointer);
  const [first, ...others] = parts;
  if (first === undefined) return () => "";
  if (others.length === 0)
    return typeof first === "string"
      ? () => first
      : (event, work) => evaluate(first, { event, work, pointer });
  return (event, work) =>
    parts
      .map((part) => {
        if (typeof part !== "string") return toText(evaluate(part, { event, work, pointer }));
        work.takeText(part.length);
        return part;
      })
      .join("");
}

function evaluate(
  expression: Expression,
  { event, work, pointer }: { event: unknown; work: Work; pointer: string },
): unknown {
  const { value, error } = expression.evaluate(event, work);
  if (error) throw new TemplateError({ ...error, pointer });
  return value;
}

function toText(value: unknown): string {
  if (value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Splits a text at its expressions. */
function splitText(text: string, pointer: string): readonly Part[] {
  const parts: Part[] = [];
  let literal = "";
  let index = 0;
  while (index < text.length) {
    if (text.startsWith("$${", index)) {
      literal += "${";
      index += 3;
    } else if (text.startsWith("${", index)) {
      const end = findEnd(text, index + 2);
      if (end === undefined)
        throw new TemplateError({
          pointer,
          rule: "syntax",
          message: 'The text has "${" without "}". Write "$${" for a literal "${".',
        });
      const { value, error } = compileExpression(text.slice(index + 2, end));
      if (error) throw new TemplateError({ ...error, pointer });
      if (literal) parts.push(literal);
      literal = "";
      parts.push(value);
      index = end + 1;
    } else literal += text[index++];
  }
  if (literal) parts.push(literal);
  return parts;
}

/** Returns the index of the `}` that ends an expression. Braces in its texts don't count. */
function findEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let quote: string | undefined;
  for (let index = start; index < text.length; index++) {
    const character = text.charAt(index);
    if (quote !== undefined) {
      if (character === "\\") index++;
      else if (character === quote) quote = undefined;
    } else if (character === '"' || character === "'") quote = character;
    else if (character === "{") depth++;
    else if (character === "}" && depth-- === 0) return index;
  }
  return undefined;
}
