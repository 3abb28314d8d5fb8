import { z } from "zod";
import type { Schema, Table } from "../../generated/table.ts";
import { formatPointer } from "../lib/kit/json-pointer.ts";
import { shortenJson } from "../lib/kit/shorten-json.ts";
import { formatErrors } from "./input-problem.ts";
import { createPlainCheck } from "./plain-input.ts";
import { Problem, type ProblemError } from "./problem.ts";

/**
 * Validates a client's input and fills in defaults. Throws the `Problem` `invalid_input` with one
 * error per violation.
 */
export type ParseInput = (name: string, input: unknown) => unknown;

/**
 * Creates the validator of a table. No other code uses `z.fromJSONSchema`, which zod marks as
 * experimental. `conformance/validator.test.ts` compares it with ajv.
 */
export function compileInputs({ operations, bindings, $defs }: Table): ParseInput {
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
    // Only for the listed errors, because describing one can serialize a large value.
    const errors = issues
      .slice(0, MAX_ERRORS)
      .flatMap((issue) => inputErrors(issue, input))
      .slice(0, MAX_ERRORS);
    const total = issues.reduce((sum, issue) => sum + countErrors(issue), 0);
    const omitted = total > MAX_ERRORS ? ` Errors not listed: ${total - MAX_ERRORS}.` : "";
    const acceptedNames = Object.keys(inputs[name]!["properties"]).join(", ");
    throw new Problem("invalid_input", formatErrors(errors) + omitted, {
      errors,
      hint: acceptedNames
        ? `Send only these inputs: ${acceptedNames}. See /openapi.json for their schemas.`
        : `Call ${name} without input.`,
    });
  };
}

/** The maximum number of errors in one response. */
const MAX_ERRORS = 20;

const countErrors = (issue: z.core.$ZodIssue): number =>
  issue.code === "unrecognized_keys" ? issue.keys.length : 1;

function inputErrors(issue: z.core.$ZodIssue, input: unknown): ProblemError[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.slice(0, MAX_ERRORS).map((key) => ({
      pointer: formatPointer([...issue.path, key.slice(0, 100)]),
      detail: "Unknown input.",
    }));
  }
  const value = issue.path.reduce<any>((container, key) => container?.[key], input);
  if (value === undefined)
    return [{ pointer: formatPointer(issue.path), detail: "It is required." }];
  // A text may have a million characters, and a message shows 60 of them.
  const shown = typeof value === "string" ? value.slice(0, 100) : value;
  const short = shortenJson(JSON.stringify(shown) ?? typeof value);
  const detailWithoutValue = `${issue.message}.`;
  return [
    {
      pointer: formatPointer(issue.path),
      detail: `It is ${short}. ${detailWithoutValue}`,
      detailWithoutValue,
    },
  ];
}
