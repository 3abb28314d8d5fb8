import { LONGEST_PATTERN, translate } from "../../../json-schema/index.ts";

/** Returns why a pattern is left out, or undefined if it isn't. */
export function explainRejectedPattern(pattern: string): string | undefined {
  const shortened = pattern.slice(0, 60);
  if (pattern.length > LONGEST_PATTERN)
    return `The pattern "${shortened}" has more than ${LONGEST_PATTERN} characters.`;
  if (translate(pattern) === "invalid")
    return `The pattern "${shortened}" is not a valid ECMA-262 regular expression.`;
  return undefined;
}
