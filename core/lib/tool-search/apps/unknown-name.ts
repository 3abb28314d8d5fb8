import type { ToolIndex } from "../index/open-index.ts";
import { resolveTerm } from "../task/query-terms.ts";
import { isStopWord, splitTokens, splitWord, toTerm } from "../words/tokenizer.ts";

/** Words after which a task names the app to use, or a place, a person or a time. */
const BEFORE_NAMES = new Set("in on with through into".split(" "));
/** Words after which a task names the app to use. */
const BEFORE_APPS = new Set("via using".split(" "));
const CAPITALIZED = /^[A-Z][A-Za-z0-9]*$/;
const MIN_LENGTH = 3;
const MAX_TASK_LENGTH = 4_000;

/**
 * Returns the first name in a task that stands where an app's name would, and that occurs in no
 * index, such as `Zorblax` in `create an issue in Zorblax`. Misspelled words aren't unknown, and
 * neither are known words after `in`, because most of them are places.
 */
export function findUnknownName(task: string, indexes: readonly ToolIndex[]): string | undefined {
  if (indexes.length === 0) return undefined;
  const typos = { remaining: 2 };
  let previous = "";
  for (const token of splitTokens(task.slice(0, MAX_TASK_LENGTH))) {
    const word = token.toLowerCase();
    const mayBePlace = BEFORE_NAMES.has(previous);
    const isCandidate = mayBePlace || BEFORE_APPS.has(previous);
    previous = word;
    if (!isCandidate || token.length < MIN_LENGTH || !CAPITALIZED.test(token) || isStopWord(word))
      continue;
    if (mayBePlace && isKnownWord(word, indexes)) continue;
    const words = [word, ...splitWord(token)];
    if (words.every((each) => resolveTerm(each, true, indexes, typos) === undefined)) return token;
  }
  return undefined;
}

function isKnownWord(word: string, indexes: readonly ToolIndex[]): boolean {
  const term = toTerm(word);
  return (
    term !== undefined &&
    indexes.some(({ vectors }) => vectors !== undefined && vectors.vocabulary.find(term) >= 0)
  );
}
