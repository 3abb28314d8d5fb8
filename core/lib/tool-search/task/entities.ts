import { splitTokens } from "../words/tokenizer.ts";

/*
 * Texts, names and dates in a task that say what a tool gets, but not which tool it is: a quoted
 * message, an email address, an ID, or a day of the week.
 */

/** A token of a step, and how much it says about the tool, from 0 to 1. */
export interface WeightedToken {
  readonly token: string;
  readonly factor: number;
}

const CONTENT_FACTOR = 0.3;
const DATE_FACTOR = 0.3;
const REASON_FACTOR = 0.3;

/** A reason at the start or at the end of a request, such as `it's eating budget`. */
const REASON =
  /^(?:since|because|now that|given that)\s[^:,]{3,120}[:,]\s|(?:[,;–—]|\s-)\s*(?:because|since|as)?\s*(?:it|they|he|she|users|customers|people|everyone)(?:'s|'re|'ve)?\s[^,;]{3,80}$/gi;

const QUOTED =
  /"[^"]{1,400}"|“[^”]{1,400}”|«[^»]{1,400}»|(?<=^|[\s(])'[^']{1,200}'(?=$|[\s.,;:?!)])/g;
const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g;
/** Such as `SO-20391`. */
const CODE = /\b[A-Z]{1,6}-\d+\b/g;
/** A range of cells in a spreadsheet, or one after a preposition. */
const CELLS =
  /\b[A-Z]{1,2}\d{1,5}(?::| to )[A-Z]{1,2}\d{1,5}\b|(?<=\b(?:in|into|of|cell) )[A-Z]{1,2}\d{1,5}\b/g;

/** Replaces each quoted text by a text that `restore` replaces back. */
export function hideQuotes(task: string): { hidden: string; restore: (text: string) => string } {
  const quotes: string[] = [];
  const hidden = task.replaceAll(QUOTED, (quote) => `\u0001${quotes.push(quote) - 1}\u0002`);
  return {
    hidden,
    restore: (text) => text.replaceAll(HIDDEN, (_, at: string) => quotes[Number(at)] ?? ""),
  };
}

const HIDDEN = /\u0001(\d+)\u0002/g;

/** Replaces email addresses, codes and cells by words for their kind, or by stop words. */
export const replaceIdentifiers = (text: string): string =>
  text.replaceAll(EMAIL, "someone").replaceAll(CELLS, "range values").replaceAll(CODE, "it");

interface Range {
  readonly start: number;
  readonly end: number;
}

const findRanges = (text: string, pattern: RegExp): Range[] =>
  [...text.matchAll(pattern)].map(({ index, 0: match }) => ({
    start: index,
    end: index + match.length,
  }));

/** Splits a step into tokens, and weights those that aren't about the tool less. */
export function weightTokens(piece: string): WeightedToken[] {
  const content = contentStart(piece);
  const reasons = findRanges(piece, REASON);
  const quotes = findRanges(piece, QUOTED);
  const tokens: WeightedToken[] = [];
  const isInside = (ranges: readonly Range[], at: number) =>
    ranges.some(({ start, end }) => at >= start && at < end);
  const bounds = [
    ...new Set([0, content, ...[...quotes, ...reasons].flatMap(({ start, end }) => [start, end])]),
  ]
    .filter((at) => at < piece.length)
    .sort((a, b) => a - b);
  for (const [position, start] of bounds.entries()) {
    let factor = 1;
    if (start >= content || isInside(quotes, start)) factor = CONTENT_FACTOR;
    else if (isInside(reasons, start)) factor = REASON_FACTOR;
    for (const token of splitTokens(piece.slice(start, bounds[position + 1])))
      tokens.push({ token, factor });
  }
  return tokens.map(({ token, factor }, at) =>
    isDate(token, tokens[at - 1]?.token, tokens[at + 1]?.token)
      ? { token, factor: Math.min(factor, DATE_FACTOR) }
      : { token, factor },
  );
}

/** A command before a colon, as in `jot down in my notes: the door code is 1234`. */
const BEFORE_CONTENT = /^(?:[^\s:]+\s+){2,}[^\s:]+:\s+(?=\S)/;
/** A command before its topic, as in `file a bug about the login page`. */
const BEFORE_TOPIC =
  /^(?:(?:please|pls|can you|could you|i want to|i need to)\s+)*(?:add|announce|book|create|draft|email|file|log|mail|make|message|notify|open|ping|post|raise|report|schedule|send|start|submit|tell|text|tweet|write)\b.*?\s(?:about|regarding|concerning)\s+(?=\S)/i;
/** Words before a colon, after which details of the request follow. */
const BEFORE_DETAILS =
  /\b(?:following|these|those|such|details?|information|tasks?|steps?|since|because|so|question|request)\b/i;

/** Where the content or the topic of a message or note begins, or Infinity if there is none. */
function contentStart(piece: string): number {
  const before = BEFORE_CONTENT.exec(piece)?.[0];
  const content = before === undefined || BEFORE_DETAILS.test(before) ? Infinity : before.length;
  return Math.min(content, BEFORE_TOPIC.exec(piece)?.[0].length ?? Infinity);
}

export const WEEKDAYS = new Set(
  "monday tuesday wednesday thursday friday saturday sunday".split(" "),
);
const DAYS = new Set([
  ...[...WEEKDAYS].flatMap((day) => [day, `${day}s`]),
  ..."today tomorrow yesterday tonight".split(" "),
]);
const PERIODS = new Set(
  "week month quarter year morning afternoon evening weekend night".split(" "),
);
const BEFORE_PERIODS = new Set("this next last past coming previous every".split(" "));
const MONTHS = new Set(
  "jan january feb february mar march apr april may jun june jul july aug august sep sept september oct october nov november dec december".split(
    " ",
  ),
);
const UNITS = new Set("am pm h hr hrs hour hours min mins minute minutes".split(" "));
const NUMBER = /^\d/;

function isDate(token: string, previous = "", next = ""): boolean {
  const word = token.toLowerCase().replace(/'s$/, "");
  const before = previous.toLowerCase();
  if (DAYS.has(word)) return true;
  if (PERIODS.has(word)) return BEFORE_PERIODS.has(before);
  if (BEFORE_PERIODS.has(word))
    return PERIODS.has(next.toLowerCase()) || DAYS.has(next.toLowerCase());
  if (MONTHS.has(word)) return NUMBER.test(before) || NUMBER.test(next);
  return UNITS.has(word) && NUMBER.test(before);
}
