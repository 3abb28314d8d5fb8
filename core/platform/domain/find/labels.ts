import { type Action, termsFor } from "./actions.ts";
import type { ToolIndex } from "./open.ts";
import { rarity } from "./postings.ts";
import type { Step } from "./request.ts";
import { synonymsOf } from "./synonyms.ts";

/** What a word counts that only means what a tool is labelled with; what a verb counts that asks for the same. */
const SYNONYM = 0.5;
const SAME_ACTION = 0.6;

/** A step in an index's numbers. */
export interface View {
  readonly action: Action;
  /** The terms asked for; -1 where the index does not have one. */
  readonly asked: readonly number[];
  readonly rarities: readonly number[];
  readonly allRarities: number;
  /** By term, synonyms too: its place in the step, what it counts, and whether it stands for several. */
  readonly wanted: ReadonlyMap<
    number,
    { readonly place: number; readonly weight: number; readonly isPlural: boolean }
  >;
  /** The terms of other verbs that ask for the same. */
  readonly verbs: ReadonlySet<number>;
}

/** Looks a step's words up. */
export function viewOf(index: ToolIndex, { asked, action }: Step): View {
  const numbers = asked.map(({ term }) => index.terms.find(term));
  const wanted = new Map<number, { place: number; weight: number; isPlural: boolean }>();
  asked.forEach(({ isPlural }, place) =>
    wanted.set(numbers[place]!, { place, weight: 1, isPlural }),
  );
  asked.forEach(({ term, isPlural }, place) => {
    for (const other of synonymsOf(term)) {
      const number = index.terms.find(other);
      if (!wanted.has(number)) wanted.set(number, { place, weight: SYNONYM, isPlural });
    }
  });
  const rarities = asked.map(({ rarity }) => rarity);
  return {
    action,
    asked: numbers,
    rarities,
    allRarities: rarities.reduce((sum, rarity) => sum + rarity, 0),
    wanted,
    verbs: new Set(action === "none" ? [] : termsFor(action).map((term) => index.terms.find(term))),
  };
}

/** How much of what a label says is asked for; its app's own name says nothing. */
export function coverage(
  index: ToolIndex,
  labels: readonly number[],
  start: number,
  end: number,
  { wanted, verbs }: View,
  own: ReadonlySet<number>,
): number {
  let all = 0;
  let had = 0;
  for (let at = start; at < end; at++) {
    const term = labels[at]!;
    const found = wanted.get(term)?.weight ?? 0;
    if (found === 0 && own.has(term)) continue;
    const weight = rarity(index.frequencies[term]!, index.countedTools);
    all += weight;
    had += weight * (found > 0 ? found : verbs.has(term) ? SAME_ACTION : 0);
  }
  return all > 0 ? had / all : 0;
}

/** How much of what is asked for the labels (before an end) and the app's names have. */
export function answered(
  { asked, rarities, allRarities }: View,
  labels: readonly number[],
  end: number,
  own: ReadonlySet<number>,
): number {
  let had = 0;
  for (let place = 0; place < asked.length; place++) {
    const term = asked[place]!;
    const at = labels.indexOf(term, 1);
    if ((at > 0 && at < end) || own.has(term)) had += rarities[place]!;
  }
  return had / allRarities;
}

/** How many of the title's words follow each other as they do in the request. */
export function inOrder(labels: readonly number[], titleEnd: number, { wanted }: View): number {
  let pairs = 0;
  let before = wanted.get(labels[1]!);
  for (let at = 2; at < titleEnd; at++) {
    const here = wanted.get(labels[at]!);
    if (before && here && here.place - before.place === 1) pairs++;
    before = here;
  }
  return Math.min(1, pairs / 2);
}

/** Whether a request is for one thing that is already there, rather than for several or a new one. */
export function isOfOneAsked(labels: readonly number[], { action, wanted }: View): boolean {
  if (action === "update" || action === "delete") return true;
  if (action !== "read") return false;
  return !labels.some((term, at) => at > 0 && wanted.get(term)?.isPlural);
}
