import { stem } from "./stem.ts";

/** Words that don't help to identify a tool. */
const STOP_WORDS = new Set(
  `a an the this that these those such same other another any some each every all both either neither no not only own
  i me my mine myself we us our ours you your yours he him his she her hers it its they them their theirs one ones someone
  am is are was were be been being do does did done doing have has had having can could will would shall should may might must
  of to in on at by for with from into onto out up down over under about above below between through during before after
  as and or but nor so if then than too very just also again further once here there when where why how what which who whom whose
  please want wants wanted need needs let lets help give tell show use using used via okay ok hi hello thanks thank etc
  im ive id ill dont cant whats isnt wont s t re ve ll`.split(/\s+/),
);

/**
 * Splits a text into terms: lowercase stems without accents, in order. Identifiers are split into
 * words. Numbers and stop words are dropped.
 */
export function tokenize(text: string): string[] {
  const terms: string[] = [];
  for (const token of splitTokens(text)) for (const part of splitWord(token)) addTerm(terms, part);
  return terms;
}

/**
 * Like `tokenize`, but also returns CamelCase names as one term (`ClickHouse`). Adds the words to
 * `words`, in lowercase as they are spelled.
 */
export function tokenizeWithNames(text: string, words?: Set<string>): string[] {
  const terms: string[] = [];
  for (const token of splitTokens(text)) {
    words?.add(spelledWord(token));
    if (CAMEL_CASE_NAME.test(token)) addTerm(terms, token.toLowerCase());
    for (const part of splitWord(token)) addTerm(terms, part);
  }
  return terms;
}

/**
 * Splits a text into runs of letters and digits, without accents. Runs in scripts without spaces
 * are split into bigrams.
 */
export function splitTokens(input: string): string[] {
  const text = input.replace(TO_DO, "todo");
  if (ASCII.test(text)) return text.match(/[A-Za-z0-9]+(?:'[st]\b)?/g) ?? [];
  const plain = text
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .replaceAll("’", "'")
    .normalize("NFC");
  return (plain.match(/[\p{L}\p{M}\p{N}]+(?:'[st]\b)?/gu) ?? []).flatMap((token) =>
    SPACELESS_SCRIPT.test(token) ? token.split(SPACELESS_SCRIPT).flatMap(bigrams) : [token],
  );
}

/** Splits a text into lowercase words, including numbers and stop words, without accents. */
export const splitWords = (text: string): string[] => splitTokens(text).flatMap(splitWord);

/** A token in lowercase, without a possessive `'s`. */
export const spelledWord = (token: string): string => token.replace(POSSESSIVE, "").toLowerCase();

/** Whether a lowercase word doesn't help to identify anything, such as `the` or `want`. */
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);

/** Splits an identifier such as `createPullRequest` or `HTMLPage` into lowercase words. */
export function splitWord(token: string): string[] {
  const word = token.replace(POSSESSIVE, "");
  if (LOWERCASE.test(word)) return [word];
  return word
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(" ");
}

/** The term for a lowercase word, or `undefined` for numbers and stop words. */
export function toTerm(word: string): string | undefined {
  if (
    STOP_WORDS.has(word) ||
    NUMBER.test(word) ||
    word.length > MAX_TERM_LENGTH ||
    (word.length === 1 && word < "\x7f")
  ) {
    return undefined;
  }
  return stem(word);
}

/** Two or three capitalized parts, which is typical of product names. */
export const CAMEL_CASE_NAME = /^(?=.{4,16}$)[A-Z][a-z]+(?:[A-Z][a-z]*){1,2}$/;

/** The only common name that consists of stop words. */
const TO_DO = /\bTo[ -]Dos?\b|\bto-dos?\b/g;
const POSSESSIVE = /'[st]$/;
const MAX_TERM_LENGTH = 24;
const ASCII = /^[\x00-\x7f]*$/;
const LOWERCASE = /^[a-z0-9]+$/;
/** Includes versions, such as `v2`. */
const NUMBER = /^v?\d+$/;
const SPACELESS_SCRIPT = /((?:\p{scx=Han}|\p{scx=Hiragana}|\p{scx=Katakana}|\p{scx=Thai})+)/u;

function addTerm(terms: string[], word: string): void {
  const term = toTerm(word);
  if (term === undefined) return;
  terms.push(term);
  // A numbered word, such as `oauth2`, also matches without its number.
  const letters = /^([a-z]{3,})\d+$/.exec(word)?.[1];
  if (letters !== undefined && !STOP_WORDS.has(letters)) terms.push(stem(letters));
}

function bigrams(run: string): string[] {
  if (!SPACELESS_SCRIPT.test(run)) return run ? [run] : [];
  const letters = [...run];
  return letters.length === 1
    ? letters
    : letters.slice(1).map((letter, at) => letters[at]! + letter);
}
