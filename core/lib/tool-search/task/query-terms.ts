import type { ToolIndex } from "../index/open-index.ts";
import { idf } from "../index/postings.ts";
import { actionForTerm, READING_ACTIONS } from "../words/actions.ts";
import { CAMEL_CASE_NAME, splitWord, toTerm } from "../words/tokenizer.ts";
import { isQuestion } from "./commands.ts";
import { type WeightedToken, weightTokens } from "./entities.ts";
import { everydayVerb, leadingVerbPosition } from "./everyday-verbs.ts";

/** A term of the task that occurs in an index. */
export interface QueryTerm {
  readonly term: string;
  /** The word as the task spells it. */
  readonly word: string;
  /** The inverse document frequency times the importance: rare terms have high values. */
  readonly idf: number;
  /**
   * The weight in this step. The weights of a term add up over all steps to its importance times the
   * square root of its number of occurrences.
   */
  readonly weight: number;
  /** How much the term says about the tool, relative to other terms of tasks. */
  readonly importance: number;
  /** Whether the word is capitalized within a sentence or follows a word such as `in` or `with`. */
  readonly isNamed: boolean;
  readonly isPlural: boolean;
  /** Its role in the step: `create` is the verb, `page` the object of `create a page in a space`. */
  readonly role: "verb" | "object" | "context";
  /** The positions among the terms of the step, including repetitions. */
  readonly positions: readonly number[];
  /** The terms that tools have for an everyday verb. A tool with one of them has this term. */
  readonly alternatives: readonly string[];
}

/** The number of typo lookups that a task has left, because they are slow. */
interface TypoBudget {
  remaining: number;
}

const MIN_TYPO_LENGTH = 4;

/** Words that often precede the name of an app. */
const BEFORE_NAMES = new Set("in on at to from with via using through into by".split(" "));

/**
 * Extracts the terms of a step whose idioms are replaced. Corrects typos, and drops words that
 * occur in no index.
 */
export function extractQueryTerms(
  piece: string,
  indexes: readonly ToolIndex[],
  typos: TypoBudget,
): QueryTerm[] {
  const queryTerms = new Map<string, QueryTerm>();
  let previous = "";
  let count = 0;
  const tokens = weightTokens(piece);
  const isAsked = isQuestion(piece);
  const verbPosition = isAsked
    ? -1
    : leadingVerbPosition(tokens.map(({ token }) => token.toLowerCase()));
  const roles = readRoles(tokens, verbPosition);
  const { importanceOf } = indexes.find(({ vectors }) => vectors)?.vectors ?? {};
  for (const [position, { token, factor }] of tokens.entries()) {
    const verb = position === verbPosition ? everydayVerb(token.toLowerCase()) : undefined;
    const isCapital = previous !== "" && /^[A-Z]/.test(token);
    const isNamed = isCapital || BEFORE_NAMES.has(previous);
    previous = token.toLowerCase();
    for (const word of splitToken(token, indexes)) {
      const term =
        resolveTerm(word, isCapital && !verb, indexes, typos) ??
        verb?.terms.find((each) => indexes.some((index) => index.frequencyOf(each) > 0));
      if (term === undefined) continue;
      const existing = queryTerms.get(term);
      const importance = Math.max(
        existing?.importance ?? 0,
        factor *
          (isAsked && isParticiple(word) ? PARTICIPLE_FACTOR : 1) *
          (importanceOf?.(term) ?? 1),
      );
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
        idf: idf(frequency, indexes[0]!.countedTools) * importance,
        weight: (existing?.weight ?? 0) + 1,
        importance,
        isNamed: isNamed || existing?.isNamed === true,
        isPlural: /[^s]s$/.test(word),
        role: existing?.role ?? roles[position]!,
        positions: [...(existing?.positions ?? []), count++],
        alternatives: [...(existing?.alternatives ?? []), ...alternatives],
      });
    }
  }
  return [...queryTerms.values()];
}

/** Words between the object of a request and where, when, how or for whom it is done. */
const PREPOSITIONS = new Set(
  "about as at by for from in inside into named called of on onto per saying through to under using via with".split(
    " ",
  ),
);

/** The role of each token. What follows the object after a preposition is its context. */
function readRoles(tokens: readonly WeightedToken[], verbPosition: number): QueryTerm["role"][] {
  let isContext = false;
  let hasObject = false;
  // Before a request, as in `in Relay, create a channel`, there is only context.
  let isIntroduction = PREPOSITIONS.has(tokens[0]?.token.toLowerCase() ?? "");
  return tokens.map(({ token, factor }, position) => {
    const word = token.toLowerCase();
    const isVerb = everydayVerb(word) !== undefined;
    if (isIntroduction && !isVerb) return "context";
    if (isIntroduction || (position === verbPosition && (isVerb || isActionVerb(word)))) {
      isIntroduction = false;
      return "verb";
    }
    if (PREPOSITIONS.has(word)) isContext ||= hasObject;
    else hasObject ||= toTerm(word) !== undefined;
    return isContext || factor < 1 ? "context" : "object";
  });
}

/** How much a verb such as `running` says about the tool that answers a question. */
const PARTICIPLE_FACTOR = 0.5;
const PARTICIPLE = /.{3}(?:ing|ed)$/;

const isActionVerb = (word: string): boolean => actionForTerm(toTerm(word) ?? "") !== undefined;

/** Whether a word of a question is a verb that the tool doesn't perform: `what is running`. */
function isParticiple(word: string): boolean {
  if (!PARTICIPLE.test(word)) return false;
  const action = actionForTerm(toTerm(word) ?? "");
  return action !== undefined && !READING_ACTIONS.has(action);
}

/** Splits an identifier into words, unless an index contains it as one term (`ClickHouse`). */
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
  typos: TypoBudget,
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
