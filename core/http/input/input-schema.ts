import { z } from "zod";
import type { Schema, Table } from "../../../generated/table.ts";
import { formatPointer } from "../../lib/kit/json/json-pointer.ts";
import { shortenJson } from "../../lib/kit/json/shorten-json.ts";
import { requireValue } from "../../lib/kit/require-value.ts";
import { didYouMean } from "../../lib/kit/text/find-nearest.ts";
import { Problem, type ProblemError } from "../problem.ts";
import { formatErrors } from "./input-problem.ts";
import { createPlainCheck } from "./plain-input.ts";
import { describeIssue, toInputRule } from "./schema-messages.ts";

/**
 * Validates a client's input and fills in defaults. Throws the `Problem` `invalid_input` with one
 * error per violation.
 */
export type ParseInput = (name: string, input: unknown) => unknown;

/**
 * Where inputs belong that clients send to the wrong operation, as a sentence, by operation and
 * input.
 */
export type MisplacedInputs = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Creates the validator of a table. No other code uses `z.fromJSONSchema`, which zod marks as
 * experimental. `conformance/validator.test.ts` compares it with ajv.
 */
export function compileInputs(
  { operations, bindings, $defs }: Table,
  misplaced: MisplacedInputs = {},
): ParseInput {
  const inputs = Object.fromEntries(
    Object.entries<{ readonly input: Schema }>({ ...operations, ...bindings }).map(
      ([name, { input }]) => [name, input],
    ),
  );
  const plainChecks = new Map(
    Object.entries(inputs).map(([name, input]) => [name, createPlainCheck(input)]),
  );
  const compiled = new Map<string, z.ZodType>();

  // On first use, because most operations never need zod and a table takes it 50 ms at startup.
  function compileInput(name: string): z.ZodType {
    const schema = z.fromJSONSchema({ ...inputs[name], $defs });
    compiled.set(name, schema);
    return schema;
  }

  return (name, input) => {
    const checked = plainChecks.get(name)?.(input);
    if (checked !== undefined) return checked;
    const parsed = (compiled.get(name) ?? compileInput(name)).safeParse(input);
    if (parsed.success) return parsed.data;
    const { issues } = parsed.error;
    const schema = requireValue(inputs[name], `the input of ${name}`);
    // Only for the listed errors, because describing one can serialize a large value.
    const errors = issues
      .slice(0, MAX_ERRORS)
      .flatMap((issue) =>
        inputErrors(issue, { input, schema, issues, misplaced: misplaced[name] ?? {} }),
      )
      .slice(0, MAX_ERRORS);
    const total = issues.reduce((sum, issue) => sum + countErrors(issue), 0);
    const omitted = total > MAX_ERRORS ? ` Errors not listed: ${total - MAX_ERRORS}.` : "";
    const acceptedNames = Object.keys(schema["properties"]).join(", ");
    const hasWrongNames = issues.some(
      ({ code, path }) => code === "unrecognized_keys" || path.length === 0,
    );
    const advice = hasWrongNames
      ? `Send only these inputs: ${acceptedNames}.`
      : "Correct the input, and send the request again.";
    throw new Problem("invalid_input", formatErrors(errors) + omitted, {
      errors,
      hint: acceptedNames
        ? `${advice} See /openapi.json for the schemas.`
        : `Call ${name} without input.`,
    });
  };
}

/** The maximum number of errors in one response. */
const MAX_ERRORS = 20;

const countErrors = (issue: z.core.$ZodIssue): number =>
  issue.code === "unrecognized_keys" ? issue.keys.length : 1;

interface Rejected {
  readonly input: unknown;
  readonly schema: Schema;
  readonly issues: readonly z.core.$ZodIssue[];
  readonly misplaced: MisplacedInputs[string];
}

function inputErrors(issue: z.core.$ZodIssue, rejected: Rejected): ProblemError[] {
  const meant = issue.code === "invalid_union" ? findMeantOption(issue) : undefined;
  if (meant) {
    const issues = meant.map((each) => ({ ...each, path: [...issue.path, ...each.path] }));
    return issues.flatMap((each) => inputErrors(each, rejected));
  }
  if (issue.code === "unrecognized_keys") {
    return issue.keys.slice(0, MAX_ERRORS).map((key) => ({
      pointer: formatPointer([...issue.path, key.slice(0, 100)]),
      detail:
        issue.path.length === 0
          ? describeUnknown(key, issue.keys.length === 1, rejected)
          : "Unknown input.",
    }));
  }
  const value = issue.path.reduce<any>((container, key) => container?.[key], rejected.input);
  if (value === undefined)
    return [
      {
        pointer: formatPointer(issue.path),
        detail: "It is required.",
        rule: { kind: "missing" },
      },
    ];
  // A text may have a million characters, and a message shows 60 of them.
  const shown = typeof value === "string" ? value.slice(0, 100) : value;
  const short = shortenJson(JSON.stringify(shown) ?? typeof value);
  const detailWithoutValue = describeIssue(issue);
  return [
    {
      pointer: formatPointer(issue.path),
      detail: `It is ${short}. ${detailWithoutValue}`,
      detailWithoutValue,
      rule: value === "" ? { kind: "missing" } : toInputRule(issue),
    },
  ];
}

/**
 * Returns the issues of the option of a union that the value means: the only one whose kind, or
 * another property with a single value, is that of the value.
 */
function findMeantOption({ errors }: z.core.$ZodIssueInvalidUnion) {
  const options = errors.filter(
    (issues) => !issues.some(({ code, path }) => code === "invalid_value" && path.length === 1),
  );
  return errors.length > 1 && options.length === 1 ? options[0] : undefined;
}

/**
 * Describes an input that the operation doesn't define. Suggests the input with the nearest name,
 * the required one that is missing, or `arguments` if the operation takes any there.
 */
function describeUnknown(
  name: string,
  isOnly: boolean,
  { input, schema, issues, misplaced }: Rejected,
): string {
  if (Object.hasOwn(misplaced, name)) return `Unknown input. ${misplaced[name]}`;
  const properties: Readonly<Record<string, Schema>> = schema["properties"];
  const absent = Object.keys(properties).filter((each) => !Object.hasOwn(Object(input), each));
  const nearest = didYouMean(name, absent);
  if (nearest) return `Unknown input. ${nearest}`;
  const required: readonly string[] = schema["required"] ?? [];
  const missing = absent.filter((each) => required.includes(each));
  if (isOnly && missing.length === 1 && issues.length === 2)
    return `Unknown input. Did you mean ${missing[0]}?`;
  return properties["arguments"]?.["additionalProperties"] === true
    ? "Unknown input. Put the tool's arguments under `arguments`."
    : "Unknown input.";
}
