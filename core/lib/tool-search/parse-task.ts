import { type Action, actionForTerm } from "./actions.ts";
import { everydayVerb, leadingVerbPosition } from "./everyday-verbs.ts";
import { replaceIdioms } from "./idioms.ts";
import type { ToolIndex } from "./open-index.ts";
import { idf } from "./postings.ts";
import { isVerb, splitSteps } from "./split-steps.ts";
import { CAMEL_CASE_NAME, splitTokens, splitWord, toTerm } from "./tokenizer.ts";

/** A term of the task that occurs in an index. */
export interface QueryTerm {
  readonly term: string;
  /** The word as the task spells it. */
  readonly word: string;
  /** The inverse document frequency: rare terms have high values. */
  readonly idf: number;
  /**
   * The weight in this step. The weights of a term add up over all steps to the square root of its
   * number of occurrences.
   */
  readonly weight: number;
  /** Whether the word is capitalized within a sentence or follows a word such as `in` or `with`. */
  readonly isNamed: boolean;
  /** How clearly the spelling or the word before marks a name. */
  readonly nameMark: "capital" | "preposition" | undefined;
  readonly isPlural: boolean;
  /** The positions among the terms of the step, including repetitions. */
  readonly positions: readonly number[];
  /** The terms that tools have for an everyday verb. A tool with one of them has this term. */
  readonly alternatives: readonly string[];
}

/** One step of a task: a sentence, or a clause after words such as `and then`. */
export interface Step {
  /** The part of the task, as it is spelled. */
  readonly text: string;
  readonly queryTerms: readonly QueryTerm[];
  readonly action: Action;
  /** Whether it begins with a verb, as opposed to a question or a remark. */
  readonly isCommand: boolean;
}

const MAX_TERMS = 64;
const MIN_TYPO_LENGTH = 4;
/** The maximum number of typo lookups per task, because they are slow. */
const MAX_TYPOS = 8;

const MAX_TASK_LENGTH = 4_000;

/** Phrases in which `like` isn't the action on a post. */
const LIKE_IDIOMS =
  /\b(?:would|i'?d|looks?|feels?|sounds?|something|things?|more|just|much) like\b|\blike to\b/gi;

/** Words that most often precede the name of an app if no article follows. */
const BEFORE_APPS = new Set("in on via using with".split(" "));
/** Words that often precede the name of an app. */
const BEFORE_NAMES = new Set("in on at to from with via using through into by".split(" "));

/**
 * Splits a task into steps and extracts their query terms. Corrects typos, and drops words that
 * occur in no index.
 */
export function parseTask(task: string, indexes: readonly ToolIndex[]): Step[] {
  const steps: MutableStep[] = [];
  let remaining = MAX_TERMS;
  const typos = { remaining: MAX_TYPOS };
  for (const text of splitSteps(task.slice(0, MAX_TASK_LENGTH))) {
    const piece = replaceIdioms(text.replaceAll(LIKE_IDIOMS, " "));
    const queryTerms = [...extractQueryTerms(piece, indexes, typos).values()].slice(0, remaining);
    remaining -= queryTerms.length;
    const step: MutableStep = {
      text,
      queryTerms,
      action: detectAction(piece),
      isCommand: isCommand(piece),
    };
    const previous = steps.at(-1);
    if (previous && (isFragment(queryTerms, indexes) || isFragment(previous.queryTerms, indexes))) {
      mergeIntoStep(previous, step);
    } else if (queryTerms.length > 0) {
      steps.push(step);
    }
  }
  return weightSteps(steps);
}

interface MutableStep {
  text: string;
  queryTerms: QueryTerm[];
  action: Action;
  isCommand: boolean;
}

/** A single term or an app name isn't a step of its own. */
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

function mergeIntoStep(step: MutableStep, added: MutableStep): void {
  if (step.action === "none") step.action = added.action;
  step.text = `${step.text}, ${added.text}`;
  step.isCommand &&= added.isCommand;
  // A gap, so that the last word of one piece and the first of the next aren't neighbors.
  const offset = 2 + Math.max(-1, ...step.queryTerms.flatMap(({ positions }) => positions));
  for (const each of added.queryTerms) {
    const moved = { ...each, positions: each.positions.map((position) => position + offset) };
    const at = step.queryTerms.findIndex(({ term }) => term === each.term);
    if (at < 0) step.queryTerms.push(moved);
    else step.queryTerms[at] = mergeTerms(step.queryTerms[at]!, moved);
  }
}

const mergeTerms = (first: QueryTerm, second: QueryTerm): QueryTerm => ({
  ...second,
  weight: first.weight + second.weight,
  isNamed: first.isNamed || second.isNamed,
  nameMark: first.nameMark ?? second.nameMark,
  positions: [...first.positions, ...second.positions],
});

function weightSteps(steps: readonly Step[]): Step[] {
  const totals = new Map<string, number>();
  for (const { queryTerms } of steps) {
    for (const { term, weight } of queryTerms) totals.set(term, (totals.get(term) ?? 0) + weight);
  }
  return steps.map(({ queryTerms, ...step }) => ({
    ...step,
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
  let count = 0;
  const tokens = splitTokens(piece);
  const verbPosition = QUESTION.test(piece.trim())
    ? -1
    : leadingVerbPosition(tokens.map((token) => token.toLowerCase()));
  for (const [position, token] of tokens.entries()) {
    const verb = position === verbPosition ? everydayVerb(token.toLowerCase()) : undefined;
    const isCapital = previous !== "" && /^[A-Z]/.test(token);
    const isNamed = isCapital || BEFORE_NAMES.has(previous);
    const mark = markOfName(isCapital, previous);
    previous = token.toLowerCase();
    for (const word of splitToken(token, indexes)) {
      const term =
        resolveTerm(word, isCapital && !verb, indexes, typos) ??
        verb?.terms.find((each) => indexes.some((index) => index.frequencyOf(each) > 0));
      if (term === undefined) continue;
      const existing = queryTerms.get(term);
      const alternatives = verb?.terms.filter((each) => each !== term) ?? [];
      // A verb that few tools have is as common as the verbs that tools have in its place.
      const frequency = Math.max(
        ...[term, ...alternatives.slice(0, 1)].flatMap((each) =>
          indexes.map((index) => index.frequencyOf(each)),
        ),
      );
      queryTerms.set(term, {
        term,
        word: existing?.word ?? token,
        idf: idf(frequency, indexes[0]!.countedTools),
        weight: (existing?.weight ?? 0) + 1,
        isNamed: isNamed || existing?.isNamed === true,
        nameMark: mark ?? existing?.nameMark,
        isPlural: /[^s]s$/.test(word),
        positions: [...(existing?.positions ?? []), count++],
        alternatives: [...(existing?.alternatives ?? []), ...alternatives],
      });
    }
  }
  return queryTerms;
}

function markOfName(isCapital: boolean, previous: string): QueryTerm["nameMark"] {
  if (isCapital) return "capital";
  return BEFORE_APPS.has(previous) ? "preposition" : undefined;
}

/** Splits an identifier into words, unless an index contains it as one term (`GitHub`). */
function splitToken(token: string, indexes: readonly ToolIndex[]): string[] {
  const wholeTerm = CAMEL_CASE_NAME.test(token) ? toTerm(token.toLowerCase()) : undefined;
  return wholeTerm !== undefined && indexes.some((index) => index.frequencyOf(wholeTerm) > 0)
    ? [token.toLowerCase()]
    : splitWord(token);
}

/**
 * Returns the term of a word, or the similar term of an index if the word is a typo. Returns
 * undefined for a stop word, and for a word that occurs in no index.
 */
export function resolveTerm(
  word: string,
  isCapital: boolean,
  indexes: readonly ToolIndex[],
  typos: { remaining: number },
): string | undefined {
  const term = toTerm(word);
  if (term === undefined) return undefined;
  if (indexes.some((index) => index.frequencyOf(term) > 0)) return term;
  if (word.length < MIN_TYPO_LENGTH || /[^a-z]/.test(word)) return undefined;
  // A known English word isn't a typo, even if no tool contains it.
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
      // A capitalized word is a name, so it can only be a misspelled app name.
      if (isCapital && index.appNames.appsWithTerm(number).length === 0) continue;
      const frequency = index.frequencies[number]!;
      if (frequency > highest) {
        best = index.terms.at(number);
        highest = frequency;
      }
    }
  }
  return best;
}

const QUESTION =
  /^(?:what|which|who|whose|when|where|how|is|are|was|were|does|do|did|has|have)\b(?! (?:do|can|could|should) (?:i|we)\b)/i;
/** Questions for several things. */
const LIST_QUESTION = /^(?:who|(?:what|which) (?:\w+ )?(?!is|was|does)\w+[^s]s)\b/i;

/** Words before the verb of a command. */
const BEFORE_COMMANDS = new Set(
  "please then also and finally first second third next lastly".split(" "),
);
/** Requests in one sentence, such as `Can you find it and send it to Ana?`. */
const POLITE =
  /^\s*(?:please\s+)?(?:(?:can|could|would|will) you|i (?:want|need|would like|'d like)(?: you)? to|help me(?: to)?)\b/i;

function isCommand(piece: string): boolean {
  const words = splitTokens(piece.replace(POLITE, "")).map((token) => token.toLowerCase());
  const first = words.find((word) => !BEFORE_COMMANDS.has(word));
  return first !== undefined && isVerb(first);
}

/** Whether a task has several steps, each of which is a command. */
export const isSequence = (task: string, steps: readonly Step[]): boolean =>
  steps.length > 1 &&
  steps.every((step) => step.isCommand) &&
  // Prose politely asks for several aspects of one thing.
  !(POLITE.test(task) && SENTENCES.test(task));

const SENTENCES = /[.?!]\s+\S/;

/** The action of the leading verb, or else of the first known one. Questions request `read`. */
function detectAction(piece: string): Action {
  const text = piece.trim();
  if (LIST_QUESTION.test(text)) return "list";
  if (QUESTION.test(text)) return "read";
  const words = splitTokens(text).map((token) => token.toLowerCase());
  const leading = words[leadingVerbPosition(words)];
  const verb = leading === undefined ? undefined : everydayVerb(leading);
  if (verb) return verb.action;
  for (const word of words) {
    const action = actionForTerm(toTerm(word) ?? "");
    if (action) return action;
  }
  return "none";
}
