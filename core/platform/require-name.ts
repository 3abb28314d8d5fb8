import { Problem } from "../http/problem.ts";
import { parseDisplayName } from "../lib/kit/text/display-name.ts";

/**
 * Returns a name in the form in which it is stored. Throws the `Problem` "invalid_input" if people
 * couldn't read it. `field` is the field of the input.
 */
export function requireName(text: string, field = "name"): string {
  const parsed = parseDisplayName(text);
  if ("name" in parsed) return parsed.name;
  const isEmpty = parsed.defect === "empty";
  const detail = isEmpty
    ? "It is empty."
    : "It has characters that can't be seen or change the direction of text.";
  throw new Problem("invalid_input", `${field}: ${detail}`, {
    errors: [
      { pointer: `/${field}`, detail, ...(isEmpty && { rule: { kind: "missing" } as const }) },
    ],
  });
}
