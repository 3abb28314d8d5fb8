import { plainName } from "../../../lib/openapi-tools/compile/index.ts";
import type { AppEntry } from "../../../lib/openapi-tools/index.ts";

/** A word that a name of an app follows. */
const PREPOSITION = /\b(?:in|on|with|via|using|through|into|to|from|by) (?:the |my |our )?$/;

/** Whether a name as it is spelled follows a word such as `in` and ends at the end of a word. */
export function namesApp(task: string, name: string): boolean {
  return findNames(task, name).some((at) => at > 0 && PREPOSITION.test(task.slice(0, at)));
}

/**
 * Whether the task names a remote MCP server, by its name or by another name of it: "in Granola", "with
 * fireflies.ai" or "the Linear MCP server". With `isMention`, it may also be a mention: "my Granola
 * notes".
 */
export const namesServer = (task: string, entry: AppEntry, isMention: boolean): boolean =>
  namesOf(entry).some(
    (name) =>
      namesApp(task, name) ||
      (isMention && mentions(task, name)) ||
      // In lower case, a name such as "Render" is an ordinary word.
      ((entry.popular || isDistinctive(name)) && namesApp(task.toLowerCase(), name.toLowerCase())),
  );

/** The names of a server. Without its suffix, "Linear (MCP)" is the name of Linear's HTTP API. */
function namesOf({ name, aliases = [] }: AppEntry): readonly string[] {
  const plain = plainName(name);
  if (plain !== name) return [name, `${plain} MCP`, ...aliases];
  return [name, ...aliases, name.replace(/\.(?:ai|app|com|dev|io)$/, "")];
}

/**
 * Whether a task has a name as it is spelled, inside a sentence: after a word in lower case. At its
 * start, each word is capitalized.
 */
const mentions = (task: string, name: string): boolean =>
  /\p{Lu}/u.test(name) &&
  findNames(task, name).some((at) => /(?:^|\s)\p{Ll}[\p{Ll}'’]*\s$/u.test(task.slice(0, at)));

/** The positions of a name that begins and ends with a word. */
export function findNames(task: string, name: string): readonly number[] {
  const positions: number[] = [];
  // Without its ending, a name such as ".ai" is empty.
  if (name === "") return positions;
  const isInWord = (position: number) => /[\p{L}\p{N}]/u.test(task.charAt(position));
  for (let at = task.indexOf(name); at !== -1; at = task.indexOf(name, at + 1))
    if (!isInWord(at - 1) && !isInWord(at + name.length)) positions.push(at);
  return positions;
}

/** Whether a name is hardly an ordinary word: several words, a digit, a dot, or a capital inside. */
const isDistinctive = (name: string): boolean => /\S\s+\S|\d|\w\.\w|\p{Ll}\p{Lu}/u.test(name);
