import { inputProblem } from "../../http/input/input-problem.ts";
import { Problem } from "../../http/problem.ts";
import { InvalidInputError } from "../../lib/kit/input-error.ts";
import type { ConnectionRule } from "../../lib/openapi-tools/call/index.ts";

const CONNECTION_HINTS: Readonly<Record<string, string>> = {
  base_url: "Connect the app again and enter its address as shown in your browser.",
  credential_text: "Connect the app again. The key may have been copied with a line break.",
  context: "Reconnect the connection.",
  access_key: "Connect the app again with an access key ID and a secret access key.",
} satisfies Record<ConnectionRule, string>;

/**
 * Turns the error of a request that can't be built into the `Problem` "invalid_arguments",
 * "connection_incomplete" or "connection_inactive". Returns any other error unchanged.
 */
export function requestProblem(error: unknown): unknown {
  if (!(error instanceof InvalidInputError)) return error;
  const { pointer, rule, message } = error.error;
  if (pointer.startsWith("/args")) {
    return inputProblem([{ pointer: pointer.slice("/args".length), rule, message }], {
      code: "invalid_arguments",
      within: "/arguments",
    });
  }
  return new Problem(
    rule === "context" ? "connection_incomplete" : "connection_inactive",
    message,
    { hint: CONNECTION_HINTS[rule] },
  );
}
