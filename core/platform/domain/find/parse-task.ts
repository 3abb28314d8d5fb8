import { type Action, actionForTerm } from "./actions.ts";
import type { ToolIndex } from "./open-index.ts";
import { idf } from "./postings.ts";
import { CAMEL_CASE_NAME, splitTokens, splitWord, toTerm } from "./tokenizer.ts";

/** A word of a request that some tool has. */
export interface QueryTerm {
  readonly term: string;
  /** As it was written. */
  readonly word: string;
  /** How much it says: the rarer, the more. */
  readonly idf: number;
  /** What it counts here: the root of how often it occurs, shared among the steps that have it. */
  readonly weight: number;
  /** Whether it is written like a name, or follows a word such as `in` or `with`. */
  readonly isNamed: boolean;
  /** Whether it stands for several. */
  readonly isPlural: boolean;
}

/** One step of a request: a sentence, or what follows an `and then`. */
export interface Step {
  readonly queryTerms: readonly QueryTerm[];
  readonly action: Action;
}

const MAX_STEPS = 8;
const MAX_TERMS = 64;
const MIN_TYPO_LENGTH = 4;
/** So many slips are looked up: it takes longer than all else of a word. */
const MAX_TYPOS = 8;

/** Where one step ends and the next begins. */
const BETWEEN_STEPS =
  /[.?!;\n]+(?=\s|$)|,?\s+(?:and\s+)?(?:then|also|additionally|finally|afterwards|furthermore|moreover|besides|next)\b,?|,\s*and\s+|,\s+(?=(?:get|find|show|list|create|send|provide|give|check|fetch|retrieve|search|suggest|recommend|tell|update|delete|add)\b)/i;

const MAX_TASK_LENGTH = 4_000;

/** Runs of these say no more than one, and would be tried in vain from each of their places. */
const REPEATED = /([\s.?!;])\1+/g;

/** Where `like` is not what somebody does to a post. */
const LIKE_IDIOMS =
  /\b(?:would|i'?d|looks?|feels?|sounds?|something|things?|more|just|much) like\b|\blike to\b/gi;

/** Before the name of an app. */
const BEFORE_NAMES = new Set("in on at to from with via using through into by".split(" "));

/** Reads what is asked for; a word that no tool has is taken for the one that it is a slip of. */
export function parseTask(task: string, indexes: readonly ToolIndex[]): Step[] {
  const steps: { queryTerms: QueryTerm[]; action: Action }[] = [];
  let remaining = MAX_TERMS;
  const typos = { remaining: MAX_TYPOS };
  for (const piece of splitSteps(
    task.slice(0, MAX_TASK_LENGTH).replaceAll(REPEATED, "$1").replaceAll(LIKE_IDIOMS, " "),
  )) {
    const queryTerms = [...extractQueryTerms(piece, indexes, typos).values()].slice(0, remaining);
    remaining -= queryTerms.length;
    const previous = steps.at(-1);
    if (previous && (isFragment(queryTerms, indexes) || isFragment(previous.queryTerms, indexes)))
      mergeIntoStep(previous, queryTerms, detectAction(piece));
    else if (queryTerms.length > 0) steps.push({ queryTerms, action: detectAction(piece) });
  }
  return weightSteps(steps);
}

/** A word alone is no step, and neither is an app's name. */
function isFragment(queryTerms: readonly QueryTerm[], indexes: readonly ToolIndex[]): boolean {
  if (queryTerms.length < 2) return true;
  return indexes.some(({ terms, appNames }) => {
    const numbers = queryTerms.map(({ term }) => terms.find(term));
    return appNames
      .appsWithTerm(numbers[0]!)
      .some((app) =>
        numbers.every((number) => appNames.byApp[app]!.some((name) => name.includes(number))),
      );
  });
}

function mergeIntoStep(
  step: { queryTerms: QueryTerm[]; action: Action },
  queryTerms: readonly QueryTerm[],
  action: Action,
): void {
  if (step.action === "none") step.action = action;
  for (const each of queryTerms) {
    const at = step.queryTerms.findIndex(({ term }) => term === each.term);
    if (at < 0) step.queryTerms.push(each);
    else step.queryTerms[at] = { ...each, weight: each.weight + step.queryTerms[at]!.weight };
  }
}

/** The last one takes what is too much. */
function splitSteps(task: string): string[] {
  const pieces = task.split(BETWEEN_STEPS).filter((piece) => piece.trim() !== "");
  return pieces.length <= MAX_STEPS
    ? pieces
    : [...pieces.slice(0, MAX_STEPS - 1), pieces.slice(MAX_STEPS - 1).join(" ")];
}

function weightSteps(steps: readonly Step[]): Step[] {
  const totals = new Map<string, number>();
  for (const { queryTerms } of steps)
    for (const { term, weight } of queryTerms) totals.set(term, (totals.get(term) ?? 0) + weight);
  return steps.map(({ queryTerms, action }) => ({
    action,
    queryTerms: queryTerms.map((each) => ({
      ...each,
      weight: each.weight / Math.sqrt(totals.get(each.term)!),
    })),
  }));
}

function extractQueryTerms(
  piece: string,
  indexes: readonly ToolIndex[],
  typos: { remaining: number },
): Map<string, QueryTerm> {
  const queryTerms = new Map<string, QueryTerm>();
  let previous = "";
  for (const token of splitTokens(piece)) {
    const isCapital = previous !== "" && /^[A-Z]/.test(token);
    const isNamed = isCapital || BEFORE_NAMES.has(previous);
    previous = token.toLowerCase();
    for (const word of splitToken(token, indexes)) {
      const term = resolveTerm(word, isCapital, indexes, typos);
      if (term === undefined) continue;
      const existing = queryTerms.get(term);
      const frequency = Math.max(...indexes.map((index) => index.frequencyOf(term)));
      queryTerms.set(term, {
        term,
        word: existing?.word ?? token,
        idf: idf(frequency, indexes[0]!.countedTools),
        weight: (existing?.weight ?? 0) + 1,
        isNamed: isNamed || existing?.isNamed === true,
        isPlural: /[^s]s$/.test(word),
      });
    }
  }
  return queryTerms;
}

/** A name that is written in one is one word if tools have it so. */
function splitToken(token: string, indexes: readonly ToolIndex[]): string[] {
  const wholeTerm = CAMEL_CASE_NAME.test(token) ? toTerm(token.toLowerCase()) : undefined;
  return wholeTerm !== undefined && indexes.some((index) => index.frequencyOf(wholeTerm) > 0)
    ? [token.toLowerCase()]
    : splitWord(token);
}

function resolveTerm(
  word: string,
  isCapital: boolean,
  indexes: readonly ToolIndex[],
  typos: { remaining: number },
): string | undefined {
  const term = toTerm(word);
  if (term === undefined) return undefined;
  if (indexes.some((index) => index.frequencyOf(term) > 0)) return term;
  if (word.length < MIN_TYPO_LENGTH || /[^a-z]/.test(word)) return undefined;
  // A word of the language is no slip, though no tool has it.
  if (indexes.some(({ vectors }) => vectors && vectors.vocabulary.find(term) >= 0))
    return undefined;
  if (typos.remaining-- <= 0) return undefined;
  let best: string | undefined;
  let highest = 0;
  for (const index of indexes) {
    for (const number of new Set([
      ...index.terms.findSimilar(term),
      ...index.terms.findSimilar(word),
    ])) {
      // What begins with a capital is a name: of an app, or none of ours.
      if (isCapital && index.appNames.appsWithTerm(number).length === 0) continue;
      const frequency = index.frequencies[number]!;
      if (frequency > highest) [best, highest] = [index.terms.at(number), frequency];
    }
  }
  return best;
}

const QUESTION = /^(?:what|which|who|whose|when|where|how|is|are|was|were|does|do|did|has|have)\b/i;

/** What the first verb asks for; a question asks to read. */
function detectAction(piece: string): Action {
  const text = piece.trim();
  const isQuestion = QUESTION.test(text);
  if (isQuestion) return "read";
  for (const token of splitTokens(text)) {
    const action = actionForTerm(toTerm(token.toLowerCase()) ?? "");
    if (action) return action;
  }
  return "none";
}
