import { ACTIONS, kinship, suits } from "./actions.ts";
import type { Candidate } from "./gather.ts";
import { answered, coverage, inOrder, isOfOneAsked, viewOf } from "./labels.ts";
import { METHODS } from "./methods.ts";
import { readNumbers } from "./numbers.ts";
import type { ToolIndex } from "./open.ts";
import type { Step } from "./request.ts";

/** What ranks a tool, each from 0 to 1. */
export const FEATURES = [
  "whole",
  "share",
  "title",
  "name",
  "label",
  "asked",
  "app",
  "action",
  "method",
  "shallow",
  "meaning",
  "sense",
  "order",
  "count",
  "exact",
] as const;

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

/** Makes what measures candidates, in the order of `FEATURES`. */
export function measuring({
  index,
  steps,
  named,
  whole: greatest,
  directions,
}: Scene): (candidate: Candidate, into: Float32Array) => void {
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
    const labels = readNumbers(
      index.labels,
      index.labelStarts[tool]!,
      index.labelStarts[tool + 1]!,
    );
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

function likeness({ directions }: ToolIndex, tool: number, direction: Float32Array): number {
  const from = tool * direction.length;
  let sum = 0;
  for (let at = 0; at < direction.length; at++) sum += directions[from + at]! * direction[at]!;
  return Math.max(0, sum / 127);
}
