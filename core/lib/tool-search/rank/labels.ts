import { readNumbers } from "../index/numbers.ts";
import type { ToolIndex } from "../index/open-index.ts";
import { idf } from "../index/postings.ts";
import type { Step } from "../task/parse-task.ts";
import type { QueryTerm } from "../task/query-terms.ts";
import { type Action, termsForAction } from "../words/actions.ts";
import { synonymsOf } from "../words/synonyms.ts";

/** The weight of a synonym relative to the query term, in a feature of a label. */
const LABEL_SYNONYM_WEIGHT = 0.5;
/** The weight of a less common term that tools have in place of an everyday verb. */
const ALTERNATIVE_WEIGHT = 0.7;
/** The weight of another verb for the requested action. */
const SAME_ACTION = 0.6;

/** A step of the task, with the term numbers of an index. */
interface QueryView {
  readonly action: Action;
  /** The query terms. Terms that the index doesn't contain are -1. */
  readonly terms: readonly number[];
  /** By position: the terms that count as the query term. */
  readonly alternatives: readonly (readonly number[])[];
  /** By position: the role of the query term in the step. */
  readonly roles: readonly QueryTerm["role"][];
  readonly idfs: readonly number[];
  readonly idfSum: number;
  /** The query terms and their synonyms, with the position of the query term in the step. */
  readonly targets: ReadonlyMap<
    number,
    { readonly position: number; readonly weight: number; readonly isPlural: boolean }
  >;
  /** The terms of other verbs for the same action. */
  readonly verbs: ReadonlySet<number>;
}

/** Looks up the terms of a step in an index. */
export function createQueryView(index: ToolIndex, { queryTerms, action }: Step): QueryView {
  const numbers = queryTerms.map(({ term }) => index.terms.find(term));
  const targets = new Map<number, { position: number; weight: number; isPlural: boolean }>();
  for (const [position, { isPlural }] of queryTerms.entries()) {
    targets.set(numbers[position]!, { position, weight: 1, isPlural });
  }
  for (const [position, { alternatives, isPlural }] of queryTerms.entries()) {
    for (const [rank, other] of alternatives.entries()) {
      const number = index.terms.find(other);
      if (!targets.has(number))
        targets.set(number, { position, weight: rank === 0 ? 1 : ALTERNATIVE_WEIGHT, isPlural });
    }
  }
  for (const [position, { term, isPlural }] of queryTerms.entries()) {
    for (const other of synonymsOf(term)) {
      const number = index.terms.find(other);
      if (!targets.has(number))
        targets.set(number, { position, weight: LABEL_SYNONYM_WEIGHT, isPlural });
    }
  }
  const idfs = queryTerms.map(({ idf }) => idf);
  return {
    action,
    terms: numbers,
    alternatives: queryTerms.map(({ alternatives }) =>
      alternatives.map((term) => index.terms.find(term)).filter((number) => number >= 0),
    ),
    roles: queryTerms.map(({ role }) => role),
    idfs,
    idfSum: idfs.reduce((sum, idf) => sum + idf, 0),
    targets,
    verbs: new Set(
      action === "none" ? [] : termsForAction(action).map((term) => index.terms.find(term)),
    ),
  };
}

/**
 * The share of a label's terms that the step requests, weighted by IDF. Terms of the app name that
 * the step doesn't contain are ignored.
 */
export function labelCoverage(
  index: ToolIndex,
  labels: readonly number[],
  start: number,
  end: number,
  { targets, verbs }: QueryView,
  appTerms: ReadonlySet<number>,
): number {
  let total = 0;
  let matched = 0;
  for (let at = start; at < end; at++) {
    const term = labels[at]!;
    const matchWeight = targets.get(term)?.weight ?? 0;
    if (matchWeight === 0 && appTerms.has(term)) continue;
    const weight = idf(index.frequencies[term]!, index.countedTools);
    total += weight;
    if (matchWeight > 0) matched += weight * matchWeight;
    else if (verbs.has(term)) matched += weight * SAME_ACTION;
  }
  return total > 0 ? matched / total : 0;
}

/** The IDF-weighted share of the query terms that occur before `end` or in the app names. */
export function queryCoverage(
  { terms: queryTerms, alternatives, idfs, idfSum }: QueryView,
  labels: readonly number[],
  end: number,
  appTerms: ReadonlySet<number>,
): number {
  let matched = 0;
  for (let position = 0; position < queryTerms.length; position++) {
    const term = queryTerms[position]!;
    const isLabel = (each: number) => {
      const at = labels.indexOf(each, 1);
      return at > 0 && at < end;
    };
    if (isLabel(term) || appTerms.has(term) || alternatives[position]!.some(isLabel))
      matched += idfs[position]!;
  }
  return matched / idfSum;
}

/** How much the terms of a phrase that the step lacks count against it, and those only of the step. */
const MISSING_IN_STEP = 0.7;
const MISSING_IN_PHRASE = 0.3;

/** The sum of the IDF of the terms that aren't part of the app's name. */
export function requestedWeight({ terms, idfs }: QueryView, appTerms: ReadonlySet<number>): number {
  let sum = 0;
  for (let position = 0; position < terms.length; position++)
    if (!appTerms.has(terms[position]!)) sum += idfs[position]!;
  return sum;
}

/** How well the title or the best phrase of a tool matches the step, from 0 to 1. */
export function phraseMatch(
  index: ToolIndex,
  tool: number,
  labels: readonly number[],
  titleEnd: number,
  view: QueryView,
  requested: number,
  appTerms: ReadonlySet<number>,
): number {
  let best = similarity(index, labels, 1, titleEnd, view, requested, appTerms);
  const start = index.phraseStarts[tool]!;
  const end = index.phraseStarts[tool + 1]!;
  if (start === end) return best;
  const numbers = readNumbers(index.phrases, start, end);
  for (let at = 0; at < numbers.length; ) {
    const next = at + 1 + numbers[at]!;
    best = Math.max(best, similarity(index, numbers, at + 1, next, view, requested, appTerms));
    at = next;
  }
  return best;
}

/** The similarity of Tversky (1977), with terms weighted by IDF. */
function similarity(
  index: ToolIndex,
  terms: readonly number[],
  start: number,
  end: number,
  { targets, verbs }: QueryView,
  requested: number,
  appTerms: ReadonlySet<number>,
): number {
  let total = 0;
  let matched = 0;
  for (let at = start; at < end; at++) {
    const term = terms[at]!;
    if (appTerms.has(term)) continue;
    const weight = idf(index.frequencies[term]!, index.countedTools);
    total += weight;
    matched += weight * (targets.get(term)?.weight ?? (verbs.has(term) ? SAME_ACTION : 0));
  }
  if (matched === 0) return 0;
  return (
    matched /
    (matched +
      MISSING_IN_STEP * (total - matched) +
      MISSING_IN_PHRASE * Math.max(0, requested - matched))
  );
}

/**
 * Whether a title names the object of a step, and not only its context: `create a space` has only
 * the context of `create a page in the space`. `share` is the part of the matched title terms that
 * belong to the object, or 0.5 without any. `coverage` is the matched part of the object.
 */
export function objectMatch(
  labels: readonly number[],
  titleEnd: number,
  { targets, roles, idfs }: QueryView,
  appTerms: ReadonlySet<number>,
): { share: number; coverage: number } {
  const sums = { verb: 0, object: 0, context: 0 };
  const matched = new Set<number>();
  for (let at = 1; at < titleEnd; at++) {
    const target = targets.get(labels[at]!);
    if (!target || appTerms.has(labels[at]!) || matched.has(target.position)) continue;
    matched.add(target.position);
    sums[roles[target.position]!] += target.weight * idfs[target.position]!;
  }
  let total = 0;
  for (const [position, role] of roles.entries()) if (role === "object") total += idfs[position]!;
  const { object, context } = sums;
  return {
    share: object + context > 0 ? object / (object + context) : 0.5,
    coverage: total > 0 ? Math.min(1, object / total) : 0.5,
  };
}

/** Scores title terms that are adjacent in the step too: 0.5 for one pair, 1 for more. */
export function orderedPairScore(
  labels: readonly number[],
  titleEnd: number,
  { targets }: QueryView,
): number {
  let pairs = 0;
  let previous = targets.get(labels[1]!);
  for (let at = 2; at < titleEnd; at++) {
    const current = targets.get(labels[at]!);
    if (previous && current && current.position - previous.position === 1) pairs++;
    previous = current;
  }
  return Math.min(1, pairs / 2);
}

/** Whether a step requests one existing item, as opposed to several items or a new one. */
export function requestsSingle(labels: readonly number[], { action, targets }: QueryView): boolean {
  if (action === "update" || action === "delete") return true;
  if (action !== "read") return false;
  return !labels.some((term, at) => at > 0 && targets.get(term)?.isPlural);
}
