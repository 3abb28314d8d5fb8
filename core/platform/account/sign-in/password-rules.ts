import { Problem } from "../../../http/problem.ts";

const MIN_LENGTH = 12;
const MIN_DIFFERENT = 5;

/** Throws the `Problem` "password_refused" for a password that is too easy to guess. */
export function requireStrongPassword(password: string, name: string): void {
  const problem = explainWeakness(password, name);
  if (problem === undefined) return;
  throw new Problem("password_refused", problem, {
    hint: "Use a password manager, or several words.",
    errors: [{ pointer: "/password", detail: problem }],
  });
}

function explainWeakness(password: string, name: string): string | undefined {
  const characters = [...password];
  if (characters.length < MIN_LENGTH)
    return `The password has fewer than ${MIN_LENGTH} characters.`;
  if (new Set(characters).size < MIN_DIFFERENT)
    return `The password has fewer than ${MIN_DIFFERENT} different characters.`;
  const rest = password.toLowerCase().replaceAll(name.toLowerCase(), "");
  if ([...rest].length < MIN_LENGTH / 2) return "The password consists mostly of your name.";
  return undefined;
}
