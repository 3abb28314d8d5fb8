import { ACTIONS, actionOf, kinship, suits, type Action } from "./actions.ts";
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
export function measuring(scene: Scene): (candidate: Candidate, into: Float32Array) => void {
  const { index, steps, named, directions } = scene;
  const wanted = steps.map((step) => wantedOf(index, step));
  const askedFor = steps.map(({ asked }) => asked.reduce((sum, { rarity }) => sum + rarity, 0));
  return ({ tool, whole, step, share }, into) => {
    const { action } = steps[step]!;
    const app = index.appOf[tool]!;
    const [titleLength, ...labels] = readNumbers(index.labels, index.labelStarts[tool]!, index.labelStarts[tool + 1]!);
    const title = labels.slice(0, titleLength);
    const name = labels.slice(titleLength);
    const own = new Set(index.appNames.of[app]!.flatMap((words) => [...words]));
    const titleHad = coverage(index, title, wanted[step]!, own, action);
    const nameHad = coverage(index, name, wanted[step]!, own, action);
    const [method, depth, does, ofOne] = index.traits.subarray(tool * 4, tool * 4 + 4) as unknown as [number, number, number, number];
    into.set([
      whole / scene.whole,
      share,
      titleHad,
      nameHad,
      Math.max(titleHad, nameHad),
      askedHad(index, labels, own, steps[step]!) / askedFor[step]!,
      named[app]!,
      action === "none" ? 0.5 : kinship(action, ACTIONS[does]!),
      suits(action, METHODS[method - 1]),
      1 / (1 + Math.max(0, depth - 1) / 4),
      directions.length > 0 ? likeness(index, tool, directions[step]!) : 0,
      directions.length > 0 ? likeness(index, tool, directions[steps.length]!) : 0,
      inOrder(title, wanted[step]!),
      depth === 0 ? 0.5 : isOfOneAsked(labels, wanted[step]!, action) === (ofOne === 1) ? 1 : 0,
      titleHad > 0.999 && askedHad(index, title, own, steps[step]!) > 0.999 * askedFor[step]! ? 1 : 0,
    ]);
  };
}

/** By term: its place in the step, what it counts, and whether it stands for several. */
type Wanted = ReadonlyMap<number, { readonly place: number; readonly weight: number; readonly isPlural: boolean }>;

function wantedOf(index: ToolIndex, { asked }: Step): Wanted {
  const wanted = new Map<number, { place: number; weight: number; isPlural: boolean }>();
  asked.forEach(({ term, isPlural }, place) => {
    const number = index.terms.find(term);
    if (number >= 0) wanted.set(number, { place, weight: 1, isPlural });
  });
  asked.forEach(({ term, isPlural }, place) => {
    for (const other of synonymsOf(term)) {
      const number = index.terms.find(other);
      if (number >= 0 && !wanted.has(number)) wanted.set(number, { place, weight: SYNONYM, isPlural });
    }
  });
  return wanted;
}

/** How much of what a label says is asked for; its app's own name says nothing. */
function coverage(index: ToolIndex, label: readonly number[], wanted: Wanted, own: ReadonlySet<number>, action: Action): number {
  let all = 0;
  let had = 0;
  for (const term of label) {
    const found = wanted.get(term)?.weight ?? 0;
    if (found === 0 && own.has(term)) continue;
    const weight = rarity(index.frequencies[term]!, index.countedTools);
    all += weight;
    if (found > 0) had += weight * found;
    else if (action !== "none" && actionOf(index.terms.at(term)) === action) had += weight * SAME_ACTION;
  }
  return all > 0 ? had / all : 0;
}

/** How much of what is asked for the labels and the app's names have. */
function askedHad(index: ToolIndex, labels: readonly number[], own: ReadonlySet<number>, { asked }: Step): number {
  let had = 0;
  for (const { term, rarity } of asked) {
    const number = index.terms.find(term);
    if (number >= 0 && (own.has(number) || labels.includes(number))) had += rarity;
  }
  return had;
}

/** How many of a label's words follow each other as they do in the request. */
function inOrder(label: readonly number[], wanted: Wanted): number {
  let pairs = 0;
  for (let at = 1; at < label.length; at++) {
    const first = wanted.get(label[at - 1]!);
    const second = wanted.get(label[at]!);
    if (first && second && second.place - first.place === 1) pairs++;
  }
  return Math.min(1, pairs / 2);
}

/** Whether a request is for one thing that is already there, rather than for several or a new one. */
function isOfOneAsked(labels: readonly number[], wanted: Wanted, action: Action): boolean {
  if (action === "update" || action === "delete") return true;
  if (action !== "read") return false;
  return !labels.some((term) => wanted.get(term)?.isPlural);
}

function likeness({ directions }: ToolIndex, tool: number, direction: Float32Array): number {
  const from = tool * direction.length;
  let sum = 0;
  for (let at = 0; at < direction.length; at++) sum += directions[from + at]! * direction[at]!;
  return Math.max(0, sum / 127);
}
