import { beginsCommand } from "./commands.ts";
import { hideQuotes } from "./entities.ts";

const MAX_STEPS = 8;

/** Ends of sentences, the numbers of a list, and words such as `then`. */
const SEPARATORS =
  /[.?!;\n]+(?=\s|$)|(?:^|\s)(?:\d{1,2}[.)]|[-*•])\s|,?\s+(?:and\s+|but\s+)?(?:then|also|additionally|finally|afterwards|after\s+that|furthermore|moreover|besides|next)\b,?|(?:^|\s)when\s[^,:]{1,80}[,:]\s|,\s*and\s+/i;

/** Separators that count only before a verb. */
const BEFORE_VERB = /,?\s+(?:and|&)\s+|,\s+/gi;

/** Splits a task into at most eight pieces. The last one contains the rest. */
export function splitSteps(task: string): string[] {
  const { hidden, restore } = hideQuotes(withoutRepetitions(task));
  const pieces = hidden
    .split(SEPARATORS)
    .flatMap(splitClauses)
    .map((piece) => restore(piece).trim())
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  return pieces.length <= MAX_STEPS
    ? pieces
    : [...pieces.slice(0, MAX_STEPS - 1), pieces.slice(MAX_STEPS - 1).join(" ")];
}

/** Shortens runs of white space and punctuation, which would make `SEPARATORS` quadratic. */
const withoutRepetitions = (task: string): string =>
  task
    .replaceAll(/\s+/g, (space) => (space.includes("\n") ? "\n" : " "))
    .replaceAll(/([.?!;,])[.?!;,]+/g, "$1");

/** Splits a sentence before each clause that begins with a verb, as in `close it and tell Ana`. */
function splitClauses(sentence: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (const separator of sentence.matchAll(BEFORE_VERB)) {
    const end = separator.index + separator[0].length;
    const [word = "", next = ""] = sentence.slice(end, end + 60).split(/[^A-Za-z']+/);
    const before = sentence.slice(start, separator.index);
    if (!beginsCommand(word, next, before)) continue;
    pieces.push(before);
    start = end;
  }
  return [...pieces, sentence.slice(start)];
}
