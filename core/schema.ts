import { z } from "zod";
import type { Table } from "../generated/table.ts";
import { Problem, type InputError } from "./problem.ts";

/** Turns what a client sent into what an operation takes (defaults filled in), or throws what is wrong with it. */
export type ParseInput = (name: string, sent: unknown) => unknown;

/**
 * Compiles the inputs of a whole table in one pass, so that the schemas they share are compiled once. The only place
 * that sees `z.fromJSONSchema`, which zod calls experimental; `schema.test.ts` holds it against ajv.
 */
export function compileInputs({ operations, $defs }: Table): ParseInput {
  const inputs = Object.fromEntries(Object.entries(operations).map(([name, { input }]) => [name, input]));
  const whole = { type: "object", properties: inputs, required: Object.keys(inputs), $defs };
  const { shape } = z.fromJSONSchema(whole as never) as unknown as { shape: Record<string, z.ZodType> };

  return (name, sent) => {
    const parsed = shape[name]!.safeParse(sent);
    if (parsed.success) return parsed.data;
    const errors = parsed.error.issues.flatMap(inputErrors);
    throw new Problem("invalid_input", errors.map(({ pointer, detail }) => sentence(pointer, detail)).join(" "), { errors });
  };
}

function inputErrors(issue: z.core.$ZodIssue): InputError[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ pointer: pointer([...issue.path, key]), detail: "There is no such input." }));
  }
  const detail = issue.code === "invalid_type" && issue.input === undefined ? "It is required." : `${issue.message}.`;
  return [{ pointer: pointer(issue.path), detail }];
}

/** RFC 6901. */
const pointer = (path: readonly PropertyKey[]) =>
  path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

const sentence = (pointer: string, detail: string) => (pointer ? `${pointer.slice(1)}: ${detail}` : detail);
