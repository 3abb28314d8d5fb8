import { Problem } from "../../../http/problem.ts";

/**
 * Creates the `Problem` "invalid_arguments" for one argument. Its pointer is relative to the input
 * of `runTool`.
 */
export const invalidArgument = (argument: string, detail: string): Problem =>
  new Problem("invalid_arguments", `${argument}: ${detail}`, {
    errors: [
      { pointer: `/arguments/${argument.replaceAll("~", "~0").replaceAll("/", "~1")}`, detail },
    ],
  });
