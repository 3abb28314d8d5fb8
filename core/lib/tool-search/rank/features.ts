import { METHODS } from "../index/methods.ts";
import { readNumbers } from "../index/numbers.ts";
import type { ToolIndex } from "../index/open-index.ts";
import type { Step } from "../task/parse-task.ts";
import { ACTIONS, actionSimilarity, methodFit } from "../words/actions.ts";
import {
  createQueryView,
  labelCoverage,
  objectMatch,
  orderedPairScore,
  phraseMatch,
  queryCoverage,
  requestedWeight,
  requestsSingle,
} from "./labels.ts";
import type { Candidate } from "./retrieve-candidates.ts";

/** The ranking features of a candidate, each from 0 to 1. */
export const FEATURES = [
  "total",
  "share",
  "title",
  "name",
  "label",
  "coverage",
  "app",
  "action",
  "method",
  "shallow",
  "stepSimilarity",
  "taskSimilarity",
  "wordOrder",
  "grammaticalNumber",
  "exact",
  "phrase",
  "described",
  "bestSimilarity",
  "objectShare",
  "objectCoverage",
] as const;

export type Feature = (typeof FEATURES)[number];

/** The inputs that the features of all candidates share. */
interface FeatureContext {
  readonly index: ToolIndex;
  readonly steps: readonly Step[];
  /** By app: the confidence that the task names it, from 0 to 1. */
  readonly named: Float32Array;
  /** The highest `total` of all candidates. */
  readonly bestTotal: number;
  /** The embedding of each step, followed by that of the whole task. Empty without word vectors. */
  readonly directions: readonly Float32Array[];
}

/**
 * Creates a function that computes the features of a candidate and writes them to `output`, in the
 * order of `FEATURES`.
 */
export function createFeatureExtractor({
  index,
  steps,
  named,
  bestTotal,
  directions,
}: FeatureContext): (candidate: Candidate, output: Float32Array) => void {
  const views = steps.map((step) => createQueryView(index, step));
  const appTermCache = new Map<number, ReadonlySet<number>>();
  const appTerms = (app: number) => {
    const cached = appTermCache.get(app);
    if (cached) return cached;
    const appTermSet = new Set(index.appNames.byApp[app]!.flatMap((terms) => [...terms]));
    appTermCache.set(app, appTermSet);
    return appTermSet;
  };
  const requestedCache = new Map<number, number>();
  const requested = (app: number, step: number) => {
    const key = app * steps.length + step;
    const cached = requestedCache.get(key);
    if (cached !== undefined) return cached;
    const weight = requestedWeight(views[step]!, appTerms(app));
    requestedCache.set(key, weight);
    return weight;
  };
  const taskDirection = directions[steps.length];
  return ({ tool, total, step, share }, output) => {
    const view = views[step]!;
    const { action } = view;
    const app = index.appOf[tool]!;
    const appTermSet = appTerms(app);
    const labels = readNumbers(
      index.labels,
      index.labelStarts[tool]!,
      index.labelStarts[tool + 1]!,
    );
    const titleEnd = 1 + labels[0]!;
    const title = labelCoverage(index, labels, 1, titleEnd, view, appTermSet);
    const name = labelCoverage(index, labels, titleEnd, labels.length, view, appTermSet);
    const method = METHODS[index.traits[tool * 4]! - 1];
    const depth = index.traits[tool * 4 + 1]!;
    const performed = ACTIONS[index.traits[tool * 4 + 2]!]!;
    const isSingle = index.traits[tool * 4 + 3] === 1;
    const direction = directions[step];
    output[0] = total / bestTotal;
    output[1] = share;
    output[2] = title;
    output[3] = name;
    output[4] = Math.max(title, name);
    output[5] = queryCoverage(view, labels, labels.length, appTermSet);
    output[6] = named[app]!;
    output[7] = action === "none" ? 0.5 : actionSimilarity(action, performed);
    output[8] = methodFit(action, method);
    output[9] = 1 / (1 + Math.max(0, depth - 1) / 4);
    output[10] = direction ? similarity(index, tool, direction) : 0;
    output[11] = taskDirection ? similarity(index, tool, taskDirection) : 0;
    output[12] = orderedPairScore(labels, titleEnd, view);
    output[13] = depth === 0 ? 0.5 : Number(requestsSingle(labels, view) === isSingle);
    output[14] = title > 0.999 && queryCoverage(view, labels, titleEnd, appTermSet) > 0.999 ? 1 : 0;
    output[15] = phraseMatch(index, tool, labels, titleEnd, view, requested(app, step), appTermSet);
    output[16] = Number(
      index.phraseStarts[tool + 1]! > index.phraseStarts[tool]! || !index.hasPhrases[app],
    );
    let bestSimilarity = output[10]!;
    for (const [other, each] of directions.entries())
      if (other !== step && other < steps.length)
        bestSimilarity = Math.max(bestSimilarity, similarity(index, tool, each));
    output[17] = bestSimilarity;
    const { share: objectShare, coverage } = objectMatch(labels, titleEnd, view, appTermSet);
    output[18] = objectShare;
    output[19] = coverage;
  };
}

function similarity({ directions }: ToolIndex, tool: number, direction: Float32Array): number {
  const from = tool * direction.length;
  let sum = 0;
  for (let at = 0; at < direction.length; at++) sum += directions[from + at]! * direction[at]!;
  return Math.max(0, sum / 127);
}
