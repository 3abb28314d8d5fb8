import { z } from "zod";
import type { Schema, Table } from "../generated/table.ts";
import { type InputError, Problem } from "./problem.ts";

/** Turns what a client sent into what an operation takes (defaults filled in), or throws what is wrong with it. */
export type ParseInput = (name: string, sent: unknown) => unknown;

/**
 * Compiles the inputs of a whole table in one pass, so that the schemas they share are compiled once. The only place
 * that sees `z.fromJSONSchema`, which zod calls experimental; `schema.test.ts` holds it against ajv.
 */
export function compileInputs({ operations, bindings, $defs }: Table): ParseInput {
  const inputs = Object.fromEntries(
    Object.entries<{ readonly input: Schema }>({ ...operations, ...bindings }).map(
      ([name, { input }]) => [name, input],
    ),
  );
  const whole = { type: "object", properties: inputs, required: Object.keys(inputs), $defs };
  const { shape } = z.fromJSONSchema(whole as never) as unknown as {
    shape: Record<string, z.ZodType>;
  };

  return (name, sent) => {
    const parsed = shape[name]!.safeParse(sent);
    if (parsed.success) return parsed.data;
    const all = parsed.error.issues.flatMap((issue) => inputErrors(issue, sent));
    const errors = all.slice(0, MOST_ERRORS);
    const more =
      all.length > errors.length ? [`There are ${all.length - errors.length} more errors.`] : [];
    const taken = Object.keys(inputs[name]!["properties"]).join(", ");
    throw new Problem("invalid_input", [...errors.map(sentence), ...more].join(" "), {
      errors,
      hint: taken
        ? `${name} takes ${taken}; /openapi.json says what each must be.`
        : `${name} takes no input.`,
    });
  };
}

/** The most errors that one answer lists. */
const MOST_ERRORS = 20;

function inputErrors(issue: z.core.$ZodIssue, sent: unknown): InputError[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      pointer: pointer([...issue.path, key.slice(0, 100)]),
      detail: "There is no such input.",
    }));
  }
  const value = issue.path.reduce<any>((within, key) => within?.[key], sent);
  if (value === undefined) return [{ pointer: pointer(issue.path), detail: "It is required." }];
  const shown = JSON.stringify(value) ?? typeof value;
  const short = shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
  return [{ pointer: pointer(issue.path), detail: `It is ${short}. ${issue.message}.` }];
}

/** RFC 6901. */
const pointer = (path: readonly PropertyKey[]) =>
  path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

const sentence = ({ pointer, detail }: InputError) =>
  pointer ? `${pointer.slice(1)}: ${detail}` : detail;
