import { WEEKDAYS } from "../task/entities.ts";
import { isStopWord, spelledWord, splitTokens } from "../words/tokenizer.ts";
import type { SpelledName, SpelledNames } from "./spelled-names.ts";

/** A name of an app that a step contains. */
export interface SpelledMatch {
  readonly name: SpelledName;
  /** How the spelling or the word before marks a name. */
  readonly mark: "both" | "capital" | "preposition" | undefined;
  /**
   * Whether the word is capitalized within the step, follows a word such as `at` or `from`, or has
   * a digit, like `ec2`.
   */
  readonly isNamed: boolean;
  /** Whether the step has the name in two words: `click up`. */
  readonly isSplit: boolean;
  /** The words of the name in the step, in lowercase. */
  readonly taskWords: readonly string[];
}

/** The letters of the shortest name that may be in two words. */
const MIN_SPLIT_LENGTH = 6;
/** Words that most often precede the name of an app if no article follows. */
const BEFORE_APPS = new Set("in on via using with".split(" "));
/** Words that often precede the name of an app. */
const BEFORE_NAMES = new Set("in on at to from with via using through into by".split(" "));
/** A name before a colon, as in `Relay: tell the team`. */
const LABEL = /^\W*[A-Z][\w.]*(?: [\w.]+){0,2}:\s/;

/** Articles and other words that precede ordinary nouns. */
const DETERMINERS = new Set("a an the this that each every any another one no".split(" "));
/** Words that precede a day of the week. */
const BEFORE_DAYS = new Set(
  "on next last this by until till every since before after from for of coming and or to".split(
    " ",
  ),
);

interface SpelledNamesInStep {
  readonly matches: readonly SpelledMatch[];
  /** Words that are spelled like a name but aren't one, such as days and ordinary nouns. */
  readonly otherWords: ReadonlySet<string>;
}

/**
 * Finds the names of apps that a step contains, exactly as they are spelled except for case. A name
 * may be in two words. Ordinary nouns ("the ec2 box") and days ("on Monday") are no names.
 */
export function findSpelledNames(names: SpelledNames, text: string): SpelledNamesInStep {
  const tokens = splitTokens(text);
  const words = tokens.map(spelledWord);
  const isLabeled = LABEL.test(text);
  const matches: SpelledMatch[] = [];
  const otherWords = new Set<string>();
  for (const [at, word] of words.entries()) {
    const previous = words[at - 1] ?? "";
    const isCapital = (at > 0 || isLabeled) && /^[A-Z]/.test(tokens[at]!);
    const offer = (name: SpelledName, length: number) =>
      matches.push({
        name,
        mark: markOf(isCapital, BEFORE_APPS.has(previous)),
        isNamed: isCapital || BEFORE_NAMES.has(previous) || /\d/.test(word),
        isSplit: length > name.words.length,
        taskWords: words.slice(at, at + length),
      });
    for (const name of names.startingWith(word)) {
      if (!name.words.every((each, offset) => isSame(each, words[at + offset], offset))) continue;
      if (name.words.length === 1 && (isDay(words, at) || (!isCapital && isNoun(words, at))))
        otherWords.add(word);
      else if (word.length > 1 || (isCapital && BEFORE_APPS.has(previous)))
        offer(name, name.words.length);
    }
    const next = words[at + 1];
    if (next === undefined || word.length + next.length < MIN_SPLIT_LENGTH) continue;
    for (const name of names.startingWith(word + next)) if (name.words.length === 1) offer(name, 2);
  }
  return { matches, otherWords };
}

/** Whether a word is a day of the week rather than the app monday: `on monday`, `monday at 9`. */
function isDay(words: readonly string[], at: number): boolean {
  if (!WEEKDAYS.has(words[at]!)) return false;
  return (
    BEFORE_DAYS.has(words[at - 1] ?? "") ||
    /^(?:at|morning|noon|afternoon|evening|night|\d.*)$/.test(words[at + 1] ?? "")
  );
}

/**
 * Whether a word in lowercase is an ordinary noun: after an article, with at most one word between,
 * and without another noun that it could describe (`the box folder`).
 */
function isNoun(words: readonly string[], at: number): boolean {
  if (!DETERMINERS.has(words[at - 1] ?? "") && !DETERMINERS.has(words[at - 2] ?? "")) return false;
  const next = words[at + 1];
  return next === undefined || isStopWord(next) || !/^[a-z]{2,}$/.test(next);
}

/** Whether words are equal. The later ones of a name may differ in number: `Apple Note`. */
const isSame = (name: string, word: string | undefined, offset: number): boolean =>
  name === word || (offset > 0 && (`${word}s` === name || word === `${name}s`));

function markOf(isCapital: boolean, isAfterPreposition: boolean): SpelledMatch["mark"] {
  if (isCapital) return isAfterPreposition ? "both" : "capital";
  return isAfterPreposition ? "preposition" : undefined;
}
