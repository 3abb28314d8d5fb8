import type { Violation } from "../../../json-schema/index.ts";
import { parsePointer } from "../../../kit/json/json-pointer.ts";
import { shortenJson } from "../../../kit/json/shorten-json.ts";
import { didYouMean } from "../../../kit/text/find-nearest.ts";

/** Explains to callers how an argument violates the schema of its tool. */
export const describeViolation = (violation: Violation): string =>
  violation.keyword === "false" ? describeUnknown(violation) : describeError(violation);

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
  for (let index = 0; index < text.length; index++)
    if ((text.codePointAt(index) ?? 0) > 0xffff) count--;
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
