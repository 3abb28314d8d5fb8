import { ACTIONS, kinship, suits, termsFor, type Action } from "./actions.ts";
import type { Candidate } from "./gather.ts";
import { METHODS } from "./methods.ts";
import { readNumbers } from "./numbers.ts";
import type { ToolIndex } from "./open.ts";
import { rarity } from "./postings.ts";
import type { Step } from "./request.ts";
import { synonymsOf } from "./synonyms.ts";

/** What ranks a tool, each from 0 to 1. */
export const FEATURES = ["whole", "share", "title", "name", "label", "asked", "app", "action", "method", "shallow", "meaning", "sense", "order", "count", "exact"] as const;

export type Feature = (typeof FEATURES)[number];

/** What the features of all candidates are measured against. */
export interface Scene {
  readonly index: ToolIndex;
  readonly steps: readonly Step[];
  /** By app, as `appsNamed` has it. */
  readonly named: Float32Array;
  /** The greatest of all candidates. */
  readonly whole: number;
  /** What each step means, and after them the whole request; none without vectors. */
  readonly directions: readonly Float32Array[];
}

/** What a word counts that only means what a tool is labelled with; what a verb counts that asks for the same. */
const SYNONYM = 0.5;
const SAME_ACTION = 0.6;

/** Makes what measures candidates, in the order of `FEATURES`. */
export function measuring({ index, steps, named, whole: greatest, directions }: Scene): (candidate: Candidate, into: Float32Array) => void {
  const views = steps.map((step) => viewOf(index, step));
  const ownWords = new Map<number, ReadonlySet<number>>();
  const ownOf = (app: number) => {
    const known = ownWords.get(app);
    if (known) return known;
    const own = new Set(index.appNames.of[app]!.flatMap((words) => [...words]));
    ownWords.set(app, own);
    return own;
  };
  const wholeDirection = directions[steps.length];
  return ({ tool, whole, step, share }, into) => {
    const view = views[step]!;
    const { action } = view;
    const app = index.appOf[tool]!;
    const own = ownOf(app);
    const labels = readNumbers(index.labels, index.labelStarts[tool]!, index.labelStarts[tool + 1]!);
    const titleEnd = 1 + labels[0]!;
    const title = coverage(index, labels, 1, titleEnd, view, own);
    const name = coverage(index, labels, titleEnd, labels.length, view, own);
    const method = METHODS[index.traits[tool * 4]! - 1];
    const depth = index.traits[tool * 4 + 1]!;
    const does = ACTIONS[index.traits[tool * 4 + 2]!]!;
    const isOfOne = index.traits[tool * 4 + 3] === 1;
    const direction = directions[step];
    into[0] = whole / greatest;
    into[1] = share;
    into[2] = title;
    into[3] = name;
    into[4] = Math.max(title, name);
    into[5] = answered(view, labels, labels.length, own);
    into[6] = named[app]!;
    into[7] = action === "none" ? 0.5 : kinship(action, does);
    into[8] = suits(action, method);
    into[9] = 1 / (1 + Math.max(0, depth - 1) / 4);
    into[10] = direction ? likeness(index, tool, direction) : 0;
    into[11] = wholeDirection ? likeness(index, tool, wholeDirection) : 0;
    into[12] = inOrder(labels, titleEnd, view);
    into[13] = depth === 0 ? 0.5 : isOfOneAsked(labels, view) === isOfOne ? 1 : 0;
    into[14] = title > 0.999 && answered(view, labels, titleEnd, own) > 0.999 ? 1 : 0;
  };
}

/** A step in an index's numbers. */
interface View {
  readonly action: Action;
  /** The terms asked for; -1 where the index does not have one. */
  readonly asked: readonly number[];
  readonly rarities: readonly number[];
  readonly allRarities: number;
  /** By term, synonyms too: its place in the step, what it counts, and whether it stands for several. */
  readonly wanted: ReadonlyMap<number, { readonly place: number; readonly weight: number; readonly isPlural: boolean }>;
  /** The terms of other verbs that ask for the same. */
  readonly verbs: ReadonlySet<number>;
}

function viewOf(index: ToolIndex, { asked, action }: Step): View {
  const numbers = asked.map(({ term }) => index.terms.find(term));
  const wanted = new Map<number, { place: number; weight: number; isPlural: boolean }>();
  asked.forEach(({ isPlural }, place) => wanted.set(numbers[place]!, { place, weight: 1, isPlural }));
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
function coverage(index: ToolIndex, labels: readonly number[], start: number, end: number, { wanted, verbs }: View, own: ReadonlySet<number>): number {
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
function answered({ asked, rarities, allRarities }: View, labels: readonly number[], end: number, own: ReadonlySet<number>): number {
  let had = 0;
  for (let place = 0; place < asked.length; place++) {
    const term = asked[place]!;
    const at = labels.indexOf(term, 1);
    if ((at > 0 && at < end) || own.has(term)) had += rarities[place]!;
  }
  return had / allRarities;
}

/** How many of the title's words follow each other as they do in the request. */
function inOrder(labels: readonly number[], titleEnd: number, { wanted }: View): number {
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
function isOfOneAsked(labels: readonly number[], { action, wanted }: View): boolean {
  if (action === "update" || action === "delete") return true;
  if (action !== "read") return false;
  return !labels.some((term, at) => at > 0 && wanted.get(term)?.isPlural);
}

function likeness({ directions }: ToolIndex, tool: number, direction: Float32Array): number {
  const from = tool * direction.length;
  let sum = 0;
  for (let at = 0; at < direction.length; at++) sum += directions[from + at]! * direction[at]!;
  return Math.max(0, sum / 127);
}
