import type { z } from "zod";
import type { InputRule } from "../problem.ts";

/** Describes why a schema rejects a value, in plain words and without the value. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `It must be ${TYPE_NAMES[issue.expected] ?? issue.expected}.`;
    case "invalid_value":
      return issue.values.length === 1
        ? `It must be ${formatValue(issue.values[0])}.`
        : `It must be one of ${issue.values.map(formatValue).join(", ")}.`;
    case "too_small":
      return describeSize(issue.origin, issue.minimum, "at least", issue.inclusive);
    case "too_big":
      return describeSize(issue.origin, issue.maximum, "at most", issue.inclusive);
    case "not_multiple_of":
      return `It must be a multiple of ${issue.divisor}.`;
    case "invalid_format":
      return issue.format === "regex"
        ? `It must match the pattern ${issue.pattern}.`
        : `It must be ${FORMAT_NAMES[issue.format] ?? `in the format ${issue.format}`}.`;
    case "invalid_union":
      return "It matches none of the allowed forms.";
    default:
      return `${issue.message}.`;
  }
}

/** Returns the rule that a value breaks as data. Undefined for rules that fit no field of a form. */
export function toInputRule(issue: z.core.$ZodIssue): InputRule | undefined {
  switch (issue.code) {
    case "invalid_type":
      return { kind: "type", type: issue.expected };
    case "invalid_value":
      return { kind: "choice", values: issue.values };
    case "too_small":
      return { kind: "least", limit: Number(issue.minimum), unit: unitOf(issue.origin) };
    case "too_big":
      return { kind: "most", limit: Number(issue.maximum), unit: unitOf(issue.origin) };
    case "invalid_format":
      return { kind: "form" };
    default:
      return undefined;
  }
}

function unitOf(origin: string): "characters" | "entries" | "number" {
  if (origin === "string") return "characters";
  return UNITS[origin] ? "entries" : "number";
}

function describeSize(
  origin: string,
  size: number | bigint,
  limit: "at least" | "at most",
  isInclusive = true,
): string {
  const unit = UNITS[origin];
  if (unit) return `It must have ${limit} ${size} ${size === 1 ? unit.one : unit.many}.`;
  if (isInclusive) return `It must be ${limit} ${size}.`;
  return `It must be ${limit === "at least" ? "greater" : "less"} than ${size}.`;
}

const UNITS: Readonly<Record<string, { readonly one: string; readonly many: string }>> = {
  string: { one: "character", many: "characters" },
  array: { one: "item", many: "items" },
  object: { one: "member", many: "members" },
  record: { one: "member", many: "members" },
};

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  integer: "an integer",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "an array",
};

const FORMAT_NAMES: Readonly<Record<string, string>> = {
  url: "a URL",
  email: "an email address",
  datetime: "a date and time such as 2027-01-31T09:30:00Z",
  date: "a date such as 2027-01-31",
  uuid: "a UUID",
};

const formatValue = (value: unknown): string =>
  typeof value === "string" ? JSON.stringify(value) : String(value);
