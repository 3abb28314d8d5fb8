import { withInputProblem } from "../../http/input/input-problem.ts";

/**
 * Calls a function that reads the client's cursor. Throws the `Problem` "invalid_input" if the
 * cursor is invalid.
 */
export const withCursorProblem = <Result>(readPage: () => Result): Result =>
  withInputProblem(readPage, {
    hint: "Start again without a cursor. Send each next_cursor with the same filters.",
  });
