import { Problem } from "../../../problem.ts";

/** The `Problem` "invalid_arguments" of one argument; `pointer` leads into the input of `runTool`. */
export const invalidArgument = (argument: string, detail: string): Problem =>
  new Problem("invalid_arguments", `${argument}: ${detail}`, {
    errors: [
      { pointer: `/arguments/${argument.replaceAll("~", "~0").replaceAll("/", "~1")}`, detail },
    ],
  });
