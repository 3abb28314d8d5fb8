import type { Schema } from "../../../../generated/table.ts";
import type { InputError } from "../../../problem.ts";
import { createValidator, TooMuchWorkError, type Validate, type Violation } from "./validator.ts";

/** Tells what is wrong with arguments; nothing if they fit. Each pointer leads into the arguments. */
export type CheckArguments = (input: unknown) => readonly InputError[];

/** The most errors that are told of one set of arguments. */
const MAX_ERRORS = 20;
/** Deeper than any document describes. */
const MAX_DEPTH = 64;

/** Prepares the check of a tool's arguments by its schema; those of `files` may be files too. Nothing is filled in: what a default is the app knows. */
export function createArgumentsCheck(
  schema: Schema,
  { files = [] }: { readonly files?: readonly string[] } = {},
): CheckArguments {
  const validate = createValidator(withFiles(schema, files));
  return (input) => {
    const invalidText = findInvalidText(input, 0, "");
    if (invalidText) return [invalidText];
    const violations = violationsOf(validate, input);
    if (violations === undefined)
      return [
        {
          pointer: "",
          detail:
            "Checking the arguments takes too long: the tool's schema leaves too many choices for them.",
        },
      ];
    return inputErrors(violations);
  };
}

/** The schema, in which a file may be given for these properties. */
function withFiles(schema: Schema, files: readonly string[]): Schema {
  const properties: Record<string, unknown> = { ...schema["properties"] };
  const present = files.filter((name) => Object.hasOwn(properties, name));
  if (present.length === 0) return schema;
  for (const name of present) properties[name] = { format: "binary" };
  return { ...schema, properties };
}

/** `undefined` if validation would have taken too long. */
function violationsOf(validate: Validate, input: unknown): readonly Violation[] | undefined {
  try {
    return validate(input);
  } catch (error) {
    // A RangeError is a stack that is too deep.
    if (error instanceof TooMuchWorkError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function inputErrors(violations: readonly Violation[]): readonly InputError[] {
  const inputErrors = new Map<string, InputError>();
  for (const violation of violations) {
    const { pointer } = violation;
    const detail = describeError(violation);
    if (inputErrors.size < MAX_ERRORS) inputErrors.set(`${pointer} ${detail}`, { pointer, detail });
  }
  return [...inputErrors.values()];
}

function describeError({ keyword, value, expected }: Violation): string {
  const subject = `It is ${formatValue(value)}`;
  if (keyword === "required") return "It is required.";
  if (keyword === "false") return "There is no such argument.";
  if (keyword === "type")
    return `${subject}; it must be ${formatTypes([expected].flat() as string[])}.`;
  if (keyword === "enum")
    return `${subject}; it must be one of ${(expected as unknown[])
      .map((each) => JSON.stringify(each))
      .join(", ")
      .slice(0, 300)}.`;
  if (keyword === "const")
    return `${subject}; it must be ${JSON.stringify(expected).slice(0, 100)}.`;
  if (keyword === "pattern") return `${subject}, which is not of the form that the tool asks for.`;
  if (keyword === "anyOf" || keyword === "oneOf")
    return `${subject}, which fits ${expected ? "more than one" : "none"} of the forms that it may have.`;
  if (keyword === "not") return `${subject}, which the tool does not take.`;
  return `${subject}: ${detailOf(keyword, value, expected)}.`;
}

/** What a value is compared with, and how. */
function detailOf(keyword: string, value: unknown, expected: unknown): string {
  const { length } = Array.isArray(value) ? value : [...String(value)];
  const members = Object.keys(Object(value)).length;
  const details: Readonly<Record<string, string>> = {
    minimum: `${value} is less than ${expected}`,
    maximum: `${value} is greater than ${expected}`,
    exclusiveMinimum: `${value} is less than or equal to ${expected}`,
    exclusiveMaximum: `${value} is greater than or equal to ${expected}`,
    multipleOf: `${value} is not a multiple of ${expected}`,
    minLength: `string is too short (${length} < ${expected})`,
    maxLength: `string is too long (${length} > ${expected})`,
    minItems: `array has too few items (${length} < ${expected})`,
    maxItems: `array has too many items (${length} > ${expected})`,
    uniqueItems: "array has duplicate items",
    contains: "array does not contain a required item",
    minProperties: `object has too few properties (${members} < ${expected})`,
    maxProperties: `object has too many properties (${members} > ${expected})`,
    propertyNames: "the tool does not take this property name",
  };
  return details[keyword] ?? "it does not match the tool's schema";
}

const ARTICLES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
  null: "null",
};

const formatTypes = (types: readonly string[]) =>
  types.map((type) => ARTICLES[type] ?? type).join(" or ") || "of another kind";

function formatValue(value: unknown): string {
  if (typeof value === "object" && value !== null)
    return Array.isArray(value) ? `a list of ${value.length}` : "an object";
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** What no check could take: too many levels, and halves of characters, which no request can carry. */
function findInvalidText(value: unknown, depth: number, pointer: string): InputError | undefined {
  if (typeof value === "string")
    return LONE_SURROGATE.test(value)
      ? { pointer, detail: "It holds half of a character (a lone surrogate), which can't be sent." }
      : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > MAX_DEPTH)
    return { pointer, detail: `It is nested more than ${MAX_DEPTH} levels deep.` };
  for (const [name, inner] of Object.entries(value)) {
    if (LONE_SURROGATE.test(name) || name.length > MAX_NAME_LENGTH)
      return {
        pointer,
        detail: `It has a member whose name is over ${MAX_NAME_LENGTH} characters, or holds half of one.`,
      };
    const invalidText = findInvalidText(
      inner,
      depth + 1,
      `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
    );
    if (invalidText) return invalidText;
  }
  return undefined;
}

const LONE_SURROGATE = /\p{Surrogate}/u;
const MAX_NAME_LENGTH = 512;
