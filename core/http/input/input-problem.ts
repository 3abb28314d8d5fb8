import { type InputError, InvalidInputError } from "../../lib/kit/input-error.ts";
import { Problem, type ProblemError } from "../problem.ts";

interface InputProblemOptions {
  /** Default `invalid_input`. */
  readonly code?: "invalid_input" | "invalid_arguments";
  /** A JSON Pointer from the client's input to the value that the library received. */
  readonly within?: string;
  readonly hint?: string;
}

/** Creates the problem for errors that a library found in a client's input. */
export const inputProblem = (
  errors: readonly InputError[],
  { code = "invalid_input", within = "", hint }: InputProblemOptions = {},
): Problem =>
  new Problem(
    code,
    formatErrors(errors.map(({ pointer, message }) => ({ pointer, detail: message }))),
    {
      errors: errors.map(({ pointer, message }) => ({
        pointer: within + pointer,
        detail: message,
      })),
      hint,
    },
  );

/** Calls a library, and turns its `InvalidInputError` into a problem. */
export function withInputProblem<Result>(
  callLibrary: () => Result,
  options: InputProblemOptions,
): Result {
  try {
    return callLibrary();
  } catch (error) {
    throw error instanceof InvalidInputError ? inputProblem([error.error], options) : error;
  }
}

/** Formats errors for `detail`, such as `cursor: The cursor is invalid.` */
export const formatErrors = (errors: readonly ProblemError[]): string =>
  errors
    .map(({ pointer, detail }) => (pointer ? `${pointer.slice(1)}: ${detail}` : detail))
    .join(" ");
