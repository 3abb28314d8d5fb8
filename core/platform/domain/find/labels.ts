import { type Action, termsForAction } from "./actions.ts";
import type { ToolIndex } from "./open-index.ts";
import type { Step } from "./parse-task.ts";
import { idf } from "./postings.ts";
import { synonymsOf } from "./synonyms.ts";

/** What a word counts that only means what a tool is labeled with; what a verb counts that asks for the same. */
const SYNONYM = 0.5;
const SAME_ACTION = 0.6;

/** A step in an index's numbers. */
export interface QueryView {
  readonly action: Action;
  /** The terms asked for; -1 where the index does not have one. */
  readonly terms: readonly number[];
  readonly idfs: readonly number[];
  readonly idfSum: number;
  /** By term, synonyms too: its place in the step, what it counts, and whether it stands for several. */
  readonly targets: ReadonlyMap<
    number,
    { readonly position: number; readonly weight: number; readonly isPlural: boolean }
  >;
  /** The terms of other verbs that ask for the same. */
  readonly verbs: ReadonlySet<number>;
}

/** Looks a step's words up. */
export function createQueryView(index: ToolIndex, { queryTerms, action }: Step): QueryView {
  const numbers = queryTerms.map(({ term }) => index.terms.find(term));
  const targets = new Map<number, { position: number; weight: number; isPlural: boolean }>();
  queryTerms.forEach(({ isPlural }, position) =>
    targets.set(numbers[position]!, { position, weight: 1, isPlural }),
  );
  queryTerms.forEach(({ term, isPlural }, position) => {
    for (const other of synonymsOf(term)) {
      const number = index.terms.find(other);
      if (!targets.has(number)) targets.set(number, { position, weight: SYNONYM, isPlural });
    }
  });
  const idfs = queryTerms.map(({ idf }) => idf);
  return {
    action,
    terms: numbers,
    idfs,
    idfSum: idfs.reduce((sum, idf) => sum + idf, 0),
    targets,
    verbs: new Set(
      action === "none" ? [] : termsForAction(action).map((term) => index.terms.find(term)),
    ),
  };
}

/** How much of what a label says is asked for; its app's own name says nothing. */
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
    matched += weight * (matchWeight > 0 ? matchWeight : verbs.has(term) ? SAME_ACTION : 0);
  }
  return total > 0 ? matched / total : 0;
}

/** How much of what is asked for the labels (before an end) and the app's names have. */
export function queryCoverage(
  { terms: queryTerms, idfs, idfSum }: QueryView,
  labels: readonly number[],
  end: number,
  appTerms: ReadonlySet<number>,
): number {
  let matched = 0;
  for (let position = 0; position < queryTerms.length; position++) {
    const term = queryTerms[position]!;
    const at = labels.indexOf(term, 1);
    if ((at > 0 && at < end) || appTerms.has(term)) matched += idfs[position]!;
  }
  return matched / idfSum;
}

/** How many of the title's words follow each other as they do in the request. */
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

/** Whether a request is for one thing that is already there, rather than for several or a new one. */
export function asksForSingle(labels: readonly number[], { action, targets }: QueryView): boolean {
  if (action === "update" || action === "delete") return true;
  if (action !== "read") return false;
  return !labels.some((term, at) => at > 0 && targets.get(term)?.isPlural);
}
