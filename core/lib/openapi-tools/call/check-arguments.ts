import type { Schema } from "../../json-schema/index.ts";
import {
  createValidator,
  TooMuchWorkError,
  type Validate,
  type Violation,
} from "../../json-schema/index.ts";
import { didYouMean } from "../../kit/find-nearest.ts";
import type { InputError } from "../../kit/input-error.ts";
import { formatPointer, parsePointer } from "../../kit/json-pointer.ts";
import { shortenJson } from "../../kit/shorten-json.ts";
import type { HttpBinding, ToolRecord } from "../app.ts";
import { fileArguments } from "./request-body.ts";

/**
 * Returns the errors in a tool's arguments, or an empty array. Pointers are relative to the
 * arguments.
 */
export type CheckArguments = (input: unknown) => readonly InputError[];

const MAX_ERRORS = 20;
/** Deeper than any input schema in the catalog. */
const MAX_DEPTH = 64;

/**
 * Creates a check of a tool's arguments against its input schema. An argument that is a whole body
 * may also be a file. Defaults are not filled in, because the app applies them.
 */
export const createArgumentsCheck = ({
  input,
  binding,
}: Pick<ToolRecord, "input" | "binding">): CheckArguments =>
  createSchemaCheck(binding ? withHiddenArguments(input, binding) : input, {
    files: binding && fileArguments(binding),
  });

/** The schema of an argument that isn't in the tool's schema. */
const SCALAR = { type: ["string", "number", "boolean"] };

/**
 * Also allows the arguments that a connection fills in. Triggers and programs from before it did so
 * still pass them.
 */
function withHiddenArguments(schema: Schema, { slots }: HttpBinding): Schema {
  const hidden = slots.filter(
    ({ argument, fill }) => fill && !Object.hasOwn(schema["properties"] ?? {}, argument),
  );
  if (hidden.length === 0) return schema;
  const properties = Object.fromEntries(hidden.map(({ argument }) => [argument, SCALAR]));
  return { ...schema, properties: { ...schema["properties"], ...properties } };
}

/** Creates a check against a schema. The arguments named in `files` may also be files. */
export function createSchemaCheck(
  schema: Schema,
  { files = [] }: { readonly files?: readonly string[] | undefined } = {},
): CheckArguments {
  const validate = createValidator(withFiles(schema, files));
  return (input) => {
    const invalidText = findInvalidText(input, 0, "");
    if (invalidText) return [invalidText];
    const violations = validateWithinLimits(validate, input);
    if (violations === undefined)
      return [
        {
          pointer: "",
          rule: "work",
          message:
            "Validation takes too long because the tool's schema allows too many alternatives.",
        },
      ];
    return inputErrors(violations);
  };
}

/** Lets these properties of a schema be files. */
function withFiles(schema: Schema, files: readonly string[]): Schema {
  const properties: Record<string, unknown> = { ...schema["properties"] };
  const present = files.filter((name) => Object.hasOwn(properties, name));
  if (present.length === 0) return schema;
  for (const name of present) properties[name] = { format: "binary" };
  return { ...schema, properties };
}

/** Returns `undefined` if validation takes too long. */
function validateWithinLimits(
  validate: Validate,
  input: unknown,
): readonly Violation[] | undefined {
  try {
    return validate(input);
  } catch (error) {
    // A RangeError means that the call stack is exhausted.
    if (error instanceof TooMuchWorkError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function inputErrors(violations: readonly Violation[]): readonly InputError[] {
  const errors = new Map<string, InputError>();
  for (const violation of violations) {
    if (errors.size === MAX_ERRORS) break;
    const { pointer, keyword: rule } = violation;
    const message = rule === "false" ? describeUnknown(violation) : describeError(violation);
    errors.set(`${pointer} ${message}`, { pointer, rule, message });
  }
  return [...errors.values()];
}

/** Describes a property that the schema doesn't define, and suggests the one with the nearest name. */
function describeUnknown({ pointer, expected }: Violation): string {
  const name = parsePointer(pointer).at(-1) ?? "";
  const suggestion = didYouMean(name, Array.isArray(expected) ? (expected as string[]) : []);
  return `The tool doesn't accept this property.${suggestion && ` ${suggestion}`}`;
}

function describeError({ keyword, value, expected }: Violation): string {
  const actual = formatValue(value);
  switch (keyword) {
    case "required":
      return "It is required.";
    case "type":
      return `Expected ${formatTypes([expected].flat() as string[])}, but got ${actual}.`;
    case "enum":
      return `Expected one of ${formatChoices(expected as unknown[])}, but got ${actual}.`;
    case "const":
      return `Expected ${JSON.stringify(expected).slice(0, 100)}, but got ${actual}.`;
    case "pattern":
      return `${actual} doesn't match the pattern that the tool requires.`;
    case "format":
      return `Expected ${FORMAT_NAMES[String(expected)] ?? `the format ${expected}`}, but got ${actual}.`;
    case "anyOf":
    case "oneOf":
      return expected
        ? `Expected exactly one of the allowed forms, but got ${actual}, which matches several.`
        : `Expected one of the allowed forms, but got ${actual}.`;
    case "not":
      return `The tool doesn't accept ${actual}.`;
    default:
      return describeLimit(keyword, value, expected);
  }
}

/** Describes the violation of a keyword that limits the size or the content of a value. */
function describeLimit(keyword: string, value: unknown, expected: unknown): string {
  switch (keyword) {
    case "minimum":
      return `${value} is less than ${expected}.`;
    case "maximum":
      return `${value} is greater than ${expected}.`;
    case "exclusiveMinimum":
      return `${value} is less than or equal to ${expected}.`;
    case "exclusiveMaximum":
      return `${value} is greater than or equal to ${expected}.`;
    case "multipleOf":
      return `${value} is not a multiple of ${expected}.`;
    case "minLength":
      return `${formatValue(value)} is too short: length ${countCharacters(String(value))}, minimum ${expected}.`;
    case "maxLength":
      return `${formatValue(value)} is too long: length ${countCharacters(String(value))}, maximum ${expected}.`;
    case "minItems":
      return `The array is too short: length ${countMembers(value)}, minimum ${expected}.`;
    case "maxItems":
      return `The array is too long: length ${countMembers(value)}, maximum ${expected}.`;
    case "uniqueItems":
      return "The array has duplicate items.";
    case "contains":
      return "The array lacks a required item.";
    case "minProperties":
      return `The object has too few properties: ${countMembers(value)}, minimum ${expected}.`;
    case "maxProperties":
      return `The object has too many properties: ${countMembers(value)}, maximum ${expected}.`;
    case "propertyNames":
      return `The tool doesn't accept the property name ${formatValue(value)}.`;
    default:
      return "The value doesn't match the tool's schema.";
  }
}

/** Counts the characters of a text as JSON Schema does, without an array of them. */
function countCharacters(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index++) if (text.codePointAt(index)! > 0xffff) count--;
  return count;
}

const countMembers = (value: unknown): number =>
  Array.isArray(value) ? value.length : Object.keys(Object(value)).length;

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  object: "an object",
  array: "an array",
  null: "null",
};

const FORMAT_NAMES: Readonly<Record<string, string>> = {
  date: "a date such as 2027-01-31",
  "date-time": "a date and time such as 2027-01-31T09:30:00Z",
  email: "an email address",
  "idn-email": "an email address",
  uri: "a URL",
  url: "a URL",
  uuid: "a UUID",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
};

const formatTypes = (types: readonly string[]) =>
  types.map((type) => TYPE_NAMES[type] ?? type).join(" or ") || "another type";

const formatChoices = (values: readonly unknown[]) =>
  values
    .map((value) => JSON.stringify(value))
    .join(", ")
    .slice(0, 300);

function formatValue(value: unknown): string {
  if (typeof value === "object" && value !== null)
    return Array.isArray(value) ? `an array of length ${value.length}` : "an object";
  // A text may have a million characters, and a message shows 60 of them.
  const short = typeof value === "string" ? value.slice(0, 100) : value;
  return shortenJson(JSON.stringify(short) ?? "nothing");
}

/**
 * Finds deep nesting, long property names, and lone surrogates, which can't be encoded as UTF-8.
 */
function findInvalidText(value: unknown, depth: number, pointer: string): InputError | undefined {
  if (typeof value === "string")
    return LONE_SURROGATE.test(value)
      ? {
          pointer,
          rule: "unicode",
          message: "The string contains a lone surrogate, which can't be sent.",
        }
      : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > MAX_DEPTH)
    return {
      pointer,
      rule: "depth",
      message: `The value is nested more than ${MAX_DEPTH} levels deep.`,
    };
  for (const [name, inner] of Object.entries(value)) {
    if (LONE_SURROGATE.test(name) || name.length > MAX_NAME_LENGTH)
      return {
        pointer,
        rule: "property_name",
        message: `A property name has more than ${MAX_NAME_LENGTH} characters or contains a lone surrogate.`,
      };
    const invalidText = findInvalidText(inner, depth + 1, pointer + formatPointer([name]));
    if (invalidText) return invalidText;
  }
  return undefined;
}

const LONE_SURROGATE = /\p{Surrogate}/u;
const MAX_NAME_LENGTH = 512;
