import type { Schema } from "../../../json-schema/index.ts";
import {
  createValidator,
  TooMuchWorkError,
  type Validate,
  type Violation,
} from "../../../json-schema/index.ts";
import type { InputError } from "../../../kit/input-error.ts";
import { formatPointer } from "../../../kit/json/json-pointer.ts";
import { fileArguments } from "../../body/request-body.ts";
import type { HttpBinding, ToolRecord } from "../../tool-record.ts";
import { describeViolation } from "./describe-violation.ts";

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
    const message = describeViolation(violation);
    errors.set(`${pointer} ${message}`, { pointer, rule, message });
  }
  return [...errors.values()];
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
