import type { SpelledName, SpelledNames } from "./spelled-names.ts";
import { spelledWord, splitTokens } from "./tokenizer.ts";

/** A name of an app that a step contains. */
export interface SpelledMatch {
  readonly name: SpelledName;
  /** How the spelling or the word before marks a name. */
  readonly mark: "both" | "capital" | "preposition" | undefined;
  /** Whether the word is capitalized within the step or follows a word such as `at` or `from`. */
  readonly isNamed: boolean;
  /** The words of the name in the step, in lowercase. */
  readonly taskWords: readonly string[];
}

/** Words that most often precede the name of an app if no article follows. */
const BEFORE_APPS = new Set("in on via using with".split(" "));
/** Words that often precede the name of an app. */
const BEFORE_NAMES = new Set("in on at to from with via using through into by".split(" "));
/** A name before a colon, as in `Slack: tell the team`. */
const LABEL = /^\W*[A-Z][\w.]*(?: [\w.]+){0,2}:\s/;

/** Returns the names of apps that a step contains, exactly as they are spelled except for case. */
export function findSpelledNames(names: SpelledNames, text: string): SpelledMatch[] {
  const tokens = splitTokens(text);
  const words = tokens.map(spelledWord);
  const isLabeled = LABEL.test(text);
  const matches: SpelledMatch[] = [];
  for (const [at, word] of words.entries()) {
    const previous = words[at - 1] ?? "";
    const isCapital = (at > 0 || isLabeled) && /^[A-Z]/.test(tokens[at]!);
    for (const name of names.startingWith(word)) {
      if (!name.words.every((each, offset) => isSame(each, words[at + offset], offset))) continue;
      matches.push({
        name,
        mark: markOf(isCapital, BEFORE_APPS.has(previous)),
        isNamed: isCapital || BEFORE_NAMES.has(previous),
        taskWords: words.slice(at, at + name.words.length),
      });
    }
  }
  return matches;
}

/** Whether words are equal. The later ones of a name may differ in number: `Google Sheet`. */
const isSame = (name: string, word: string | undefined, offset: number): boolean =>
  name === word || (offset > 0 && (`${word}s` === name || word === `${name}s`));

function markOf(isCapital: boolean, isAfterPreposition: boolean): SpelledMatch["mark"] {
  if (isCapital) return isAfterPreposition ? "both" : "capital";
  return isAfterPreposition ? "preposition" : undefined;
}
