import { Problem } from "../../../../http/problem.ts";

/** Parses JSON that a person entered. Rejects with the `Problem` "invalid_input". */
export function parseJsonField(name: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const detail = "It isn't JSON.";
    throw new Problem("invalid_input", `${name}: ${detail}`, {
      hint: 'Example: {"title": "It hums"}',
      errors: [{ pointer: `/${name}`, detail }],
    });
  }
}
