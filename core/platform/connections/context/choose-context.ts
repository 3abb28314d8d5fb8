import { Problem } from "../../../http/problem.ts";
import { formatPointer } from "../../../lib/kit/json/json-pointer.ts";
import type { Connection } from "../../../ports/stores/connection-store.ts";

/** The IDs of choices by the name of their context. */
type Choices = Readonly<Record<string, string>>;

const MAX_LISTED = 20;

/** Throws the `Problem` "invalid_input" unless the app lists all these choices for the connection. */
export function requireChoices({ context = {} }: Connection, choices: Choices): void {
  for (const [name, id] of Object.entries(choices)) {
    const entry = Object.hasOwn(context, name) ? context[name] : undefined;
    if (entry?.choices.some((choice) => choice.id === id)) continue;
    const pointer = formatPointer(["context", name]);
    const names = Object.keys(context).map((each) => `"${each}"`);
    const ids = entry?.choices.slice(0, MAX_LISTED).map((choice) => `"${choice.id}"`) ?? [];
    const detail = entry
      ? `The app lists no "${id.slice(0, 100)}" for the connection.`
      : `The connection has no context "${name.slice(0, 100)}".`;
    throw new Problem("invalid_input", `${pointer.slice(1)}: ${detail}`, {
      hint: entry
        ? `Send one of: ${ids.join(", ")}. To list them again, test the connection.`
        : `Its context has: ${names.join(", ") || "nothing"}.`,
      errors: [{ pointer, detail }],
    });
  }
}

/** Makes choices that `requireChoices` has accepted. */
export const withChoices = (
  context: Connection["context"] = {},
  choices: Choices,
): Connection["context"] =>
  Object.fromEntries(
    Object.entries(context).map(([name, entry]) => [
      name,
      Object.hasOwn(choices, name) ? { ...entry, chosen: choices[name] } : entry,
    ]),
  );

/** The choices as details of an entry of the audit log. */
export const choiceDetails = (choices: Choices = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(choices).map(([name, id]) => [`context.${name}`, id]));
