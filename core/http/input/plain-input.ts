import type { Schema } from "../../../generated/table.ts";
import { isObject } from "../../lib/kit/json/json-access.ts";

/**
 * Returns a valid input with its defaults, or `undefined` if this check can't decide. It never
 * rejects an input.
 */
type PlainCheck = (input: unknown) => Record<string, unknown> | undefined;

interface Member {
  readonly name: string;
  readonly isRequired: boolean;
  readonly fallback: unknown;
  /** Returns whether a value is certainly valid. */
  readonly accepts: ValueCheck;
}

type ValueCheck = (value: unknown) => boolean;

/**
 * Creates a check for closed objects whose members are strings, integers, booleans, enums or
 * arbitrary objects. Most inputs are valid and plain, and zod takes ten times as long for them.
 * Returns `undefined` for a schema that only zod can decide.
 */
export function createPlainCheck(schema: Schema): PlainCheck | undefined {
  const { type, properties, required = [], additionalProperties, ...others } = schema;
  if (type !== "object" || additionalProperties !== false || !areAnnotations(others))
    return undefined;
  const members = Object.entries<Schema>(properties).map(([name, property]): Member => {
    const isRequired: boolean = required.includes(name);
    return { name, isRequired, fallback: property["default"], accepts: createValueCheck(property) };
  });
  return members.some(isAlwaysUndecided) ? undefined : (input) => checkMembers(input, members);
}

/** Requests can't share a default that is an object, because an operation could change it. */
const isAlwaysUndecided = ({ name, isRequired, fallback, accepts }: Member) =>
  name === "__proto__" || typeof fallback === "object" || (isRequired && accepts === neverCertain);

function checkMembers(
  input: unknown,
  members: readonly Member[],
): Record<string, unknown> | undefined {
  if (!isObject(input)) return undefined;
  const checked: Record<string, unknown> = {};
  let unknownCount = 0;
  for (const _ in input) unknownCount++;
  for (const { name, accepts, isRequired, fallback } of members) {
    if (Object.hasOwn(input, name)) {
      const value = input[name];
      if (!accepts(value)) return undefined;
      checked[name] = value;
      unknownCount--;
    } else if (fallback !== undefined) checked[name] = fallback;
    else if (isRequired) return undefined;
  }
  return unknownCount === 0 ? checked : undefined;
}

function createValueCheck({ type, ...keywords }: Schema): ValueCheck {
  if (type === "string") return "enum" in keywords ? checkEnum(keywords) : checkString(keywords);
  if (type === "integer") return checkInteger(keywords);
  if (type === "boolean") return areAnnotations(keywords) ? isBoolean : neverCertain;
  return type === "object" ? checkAnyObject(keywords) : neverCertain;
}

function checkEnum({ enum: values, ...others }: Schema): ValueCheck {
  if (!areAnnotations(others)) return neverCertain;
  return (value) => typeof value === "string" && values.includes(value);
}

/** JSON Schema counts characters. A string has at most as many characters as code units. */
function checkString({
  minLength = 0,
  maxLength = Number.POSITIVE_INFINITY,
  ...others
}: Schema): ValueCheck {
  if (minLength > 1 || !areAnnotations(others)) return neverCertain;
  return (value) =>
    typeof value === "string" && value.length >= minLength && value.length <= maxLength;
}

function checkInteger({
  minimum = Number.MIN_SAFE_INTEGER,
  maximum = Number.MAX_SAFE_INTEGER,
  ...others
}: Schema): ValueCheck {
  if (!areAnnotations(others)) return neverCertain;
  return (value) =>
    typeof value === "number" &&
    Number.isSafeInteger(value) &&
    value >= minimum &&
    value <= maximum;
}

/** Zod removes a member named `__proto__`. */
function checkAnyObject({ additionalProperties = true, ...others }: Schema): ValueCheck {
  if (additionalProperties !== true || !areAnnotations(others)) return neverCertain;
  return (value) => isObject(value) && !Object.hasOwn(value, "__proto__");
}

const neverCertain: ValueCheck = () => false;
const isBoolean: ValueCheck = (value) => typeof value === "boolean";

/** Returns whether all keywords are annotations, which restrict nothing. */
const areAnnotations = (keywords: Schema) =>
  Object.keys(keywords).every((keyword) => ANNOTATIONS.has(keyword));

const ANNOTATIONS = new Set(["title", "description", "examples", "default", "deprecated"]);
