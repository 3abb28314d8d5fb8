import { METHODS } from "../index/methods.ts";
import { ACTIONS, READING_ACTIONS } from "../words/actions.ts";
import type { FeatureSet } from "./extract-features.ts";
import { FEATURES } from "./features.ts";
import type { CandidateStanding } from "./standings.ts";

/** A network with one hidden layer, whose output is added to the sum of the weighted features. */
export interface Reranker {
  /** For each hidden unit, the weight of each input. */
  readonly hidden: readonly (readonly number[])[];
  readonly biases: readonly number[];
  readonly output: readonly number[];
}

/** The number of best candidates that are ranked again. */
export const RERANKED = 100;

/** The number of inputs: the features, and those of `rerankInputs`. */
export const RERANK_INPUTS = FEATURES.length + 17;

const LARGE_CATALOG = 100_000;
const GET = METHODS.indexOf("GET") + 1;
const POST = METHODS.indexOf("POST") + 1;
const DELETE = METHODS.indexOf("DELETE") + 1;

/**
 * Returns the inputs for a candidate, each from 0 to 1: its features, how it compares with the
 * others, whether the task and the tool read or change something, and the size of the catalog.
 */
export function rerankInputs(
  { index, steps, candidates, features }: FeatureSet,
  position: number,
  {
    relativeScore,
    appShare,
    appRank,
    stepRank,
    appLead,
    coverage,
    appCoverage,
    appBreadth,
    appSimilarity,
  }: CandidateStanding,
): Float32Array {
  const inputs = new Float32Array(RERANK_INPUTS);
  const { tool, step } = candidates[position]!;
  const from = position * FEATURES.length;
  inputs.set(features.subarray(from, from + FEATURES.length));
  const { action, queryTerms } = steps[step]!;
  const method = index.traits[tool * 4]!;
  const performed = ACTIONS[index.traits[tool * 4 + 2]!]!;
  let at = FEATURES.length;
  inputs[at++] = relativeScore;
  inputs[at++] = appShare;
  inputs[at++] = appRank;
  inputs[at++] = stepRank;
  inputs[at++] = appLead;
  inputs[at++] = coverage;
  inputs[at++] = appCoverage;
  inputs[at++] = appBreadth;
  inputs[at++] = appSimilarity;
  inputs[at++] = Number(READING_ACTIONS.has(action));
  inputs[at++] = Number(action !== "none" && !READING_ACTIONS.has(action));
  inputs[at++] = Number(READING_ACTIONS.has(performed));
  inputs[at++] = Number(method === GET);
  inputs[at++] = Number(method === POST);
  inputs[at++] = Number(method === DELETE);
  inputs[at++] = Number(queryTerms.some(({ isPlural }) => isPlural));
  inputs[at] = Math.log(1 + index.tools) / Math.log(LARGE_CATALOG);
  return inputs;
}

/** Returns the value to add to the sum of the weighted features. */
export function rerankValue({ hidden, biases, output }: Reranker, inputs: Float32Array): number {
  let value = 0;
  for (let unit = 0; unit < hidden.length; unit++) {
    const weights = hidden[unit]!;
    let sum = biases[unit]!;
    for (let input = 0; input < weights.length; input++) sum += weights[input]! * inputs[input]!;
    if (sum > 0) value += output[unit]! * sum;
  }
  return value;
}
