import { z } from "zod";
import type { Schema, Table } from "../generated/table.ts";
import { type InputError, Problem } from "./problem.ts";

/** Turns what a client sent into what an operation takes (defaults filled in), or throws what is wrong with it. */
export type ParseInput = (name: string, input: unknown) => unknown;

/**
 * Compiles the inputs of a whole table in one pass, so that the schemas they share are compiled once. The only place
 * that sees `z.fromJSONSchema`, which zod calls experimental; `conformance/validator.test.ts` holds it against ajv.
 */
export function compileInputs({ operations, bindings, $defs }: Table): ParseInput {
  const inputs = Object.fromEntries(
    Object.entries<{ readonly input: Schema }>({ ...operations, ...bindings }).map(
      ([name, { input }]) => [name, input],
    ),
  );
  const combined = { type: "object", properties: inputs, required: Object.keys(inputs), $defs };
  const { shape } = z.fromJSONSchema(combined as never) as unknown as {
    shape: Record<string, z.ZodType>;
  };

  return (name, input) => {
    const parsed = shape[name]!.safeParse(input);
    if (parsed.success) return parsed.data;
    const all = parsed.error.issues.flatMap((issue) => inputErrors(issue, input));
    const errors = all.slice(0, MAX_ERRORS);
    const more =
      all.length > errors.length ? [`There are ${all.length - errors.length} more errors.`] : [];
    const acceptedNames = Object.keys(inputs[name]!["properties"]).join(", ");
    throw new Problem("invalid_input", [...errors.map(formatError), ...more].join(" "), {
      errors,
      hint: acceptedNames
        ? `${name} takes ${acceptedNames}; /openapi.json says what each must be.`
        : `${name} takes no input.`,
    });
  };
}

/** The most errors that one answer lists. */
const MAX_ERRORS = 20;

function inputErrors(issue: z.core.$ZodIssue, input: unknown): InputError[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      pointer: toPointer([...issue.path, key.slice(0, 100)]),
      detail: "There is no such input.",
    }));
  }
  const value = issue.path.reduce<any>((container, key) => container?.[key], input);
  if (value === undefined) return [{ pointer: toPointer(issue.path), detail: "It is required." }];
  const text = JSON.stringify(value) ?? typeof value;
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  const detailWithoutValue = `${issue.message}.`;
  return [
    {
      pointer: toPointer(issue.path),
      detail: `It is ${short}. ${detailWithoutValue}`,
      detailWithoutValue,
    },
  ];
}

/** RFC 6901. */
const toPointer = (path: readonly PropertyKey[]) =>
  path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

const formatError = ({ pointer: toPointer, detail }: InputError) =>
  toPointer ? `${toPointer.slice(1)}: ${detail}` : detail;
