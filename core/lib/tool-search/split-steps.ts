import { actionForTerm } from "./actions.ts";
import { everydayVerb } from "./everyday-verbs.ts";
import { toTerm } from "./tokenizer.ts";

const MAX_STEPS = 8;

/** Ends of sentences, the numbers of a list, and words such as `then`. */
const SEPARATORS =
  /[.?!;\n]+(?=\s|$)|(?:^|\s)(?:\d{1,2}[.)]|[-*•])\s|,?\s+(?:and\s+|but\s+)?(?:then|also|additionally|finally|afterwards|after\s+that|furthermore|moreover|besides|next)\b,?|(?:^|\s)when\s[^,:]{1,80}[,:]\s|,\s*and\s+/i;

/** Separators that count only before a verb. */
const BEFORE_VERB = /,?\s+(?:and|&)\s+|,\s+/gi;

/** Words that begin a step, besides the everyday verbs and the verbs of an action. */
const OTHER_VERBS = new Set(
  "let give get take turn loop look pull go keep bring leave ask use sign provide suggest recommend tell translate".split(
    " ",
  ),
);
/** Verbs that more often are nouns or adjectives after `and` or a comma. */
const RARELY_VERBS = new Set(
  "page text email mail message phone call ring record note file bill comment report place block point open close start issue label track review status star like index all display information details info check set stop list forecast void schedule fire design draft clear release call store fix plan show".split(
    " ",
  ),
);

/** Whether a lowercase word can begin a request. */
export const isVerb = (word: string): boolean =>
  everydayVerb(word) !== undefined ||
  OTHER_VERBS.has(word) ||
  (BASE_FORM.test(word) && actionForTerm(toTerm(word) ?? "") !== undefined);

/** Not `closed`, `closing` or `closes`. */
const BASE_FORM = /(?:ss|[^sdg]|[^e]d|[^n]g)$/;

/** Splits a task into at most eight pieces. The last one contains the rest. */
export function splitSteps(task: string): string[] {
  const pieces = withoutRepetitions(task)
    .split(SEPARATORS)
    .flatMap(splitClauses)
    .map((piece) => piece.trim())
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
    const [word = "", next = ""] = sentence
      .slice(end, end + 60)
      .toLowerCase()
      .split(/[^a-z']+/);
    const isClause = isVerb(word) && (!RARELY_VERBS.has(word) || DETERMINERS.has(next));
    if (!isClause) continue;
    pieces.push(sentence.slice(start, separator.index));
    start = end;
  }
  return [...pieces, sentence.slice(start)];
}

/** Words after a verb, which show that it isn't a noun. */
const DETERMINERS = new Set(
  "the a an it them this that these those my our your his her their him me us all every each someone everyone people".split(
    " ",
  ),
);
