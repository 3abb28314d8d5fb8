import {
  RERANK_INPUTS,
  type Reranker,
  rerankValue,
} from "../../../../core/lib/tool-search/rank/rerank.ts";
import { createSeededRandom } from "../random.ts";

/** A request with the candidates that are ranked again. */
export interface Example {
  readonly source: string;
  readonly weight: number;
  readonly fold: number;
  /** The number of relevant tools, whether they are candidates or not. */
  readonly relevantCount: number;
  readonly candidates: readonly {
    readonly inputs: Float32Array;
    readonly sum: number;
    readonly boost: number;
    readonly isRelevant: boolean;
  }[];
}

const HIDDEN = 17;
const EPOCHS = 24;
const BATCH = 16;
const RATE = 0.004;
const DECAY = 0.12;
/** Smaller derivatives are ignored, which saves most of the time. */
const MIN_SLOPE = 1e-4;

/** The order of the parameters: the rows of the hidden layer, their biases, the output. */
const SIZE = HIDDEN * RERANK_INPUTS + 2 * HIDDEN;

function unpack(parameters: Float64Array): Reranker {
  const biases = HIDDEN * RERANK_INPUTS;
  return {
    hidden: Array.from({ length: HIDDEN }, (_, unit) => [
      ...parameters.subarray(unit * RERANK_INPUTS, (unit + 1) * RERANK_INPUTS),
    ]),
    biases: [...parameters.subarray(biases, biases + HIDDEN)],
    output: [...parameters.subarray(biases + HIDDEN)],
  };
}

/**
 * Learns a network with Adam. The loss is the cross-entropy of a softmax over each relevant tool
 * and the irrelevant candidates. Equal seeds give equal networks.
 */
export function trainReranker(examples: readonly Example[], seed: number): Reranker {
  const random = createSeededRandom(seed);
  const parameters = new Float64Array(SIZE);
  for (let at = 0; at < HIDDEN * RERANK_INPUTS; at++)
    parameters[at] = (random() - 0.5) * 2 * Math.sqrt(2 / RERANK_INPUTS);
  for (let unit = 0; unit < HIDDEN; unit++)
    parameters[SIZE - HIDDEN + unit] = (random() - 0.5) * 0.2;
  const usable = examples.filter(
    ({ candidates }) =>
      candidates.some(({ isRelevant }) => isRelevant) &&
      candidates.some(({ isRelevant }) => !isRelevant),
  );
  const meanWeight = usable.reduce((sum, { weight }) => sum + weight, 0) / usable.length;
  const gradient = new Float64Array(SIZE);
  const mean = new Float64Array(SIZE);
  const variance = new Float64Array(SIZE);
  let step = 0;
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const rate = RATE * (1 - epoch / EPOCHS);
    const order = shuffle(usable, random);
    for (let from = 0; from < order.length; from += BATCH) {
      gradient.fill(0);
      const batch = order.slice(from, from + BATCH);
      for (const example of batch)
        addGradient(parameters, example, example.weight / meanWeight / batch.length, gradient);
      step++;
      for (let at = 0; at < SIZE; at++) {
        const value = gradient[at]!;
        mean[at] = 0.9 * mean[at]! + 0.1 * value;
        variance[at] = 0.999 * variance[at]! + 0.001 * value * value;
        const corrected = mean[at]! / (1 - 0.9 ** step);
        const scale = Math.sqrt(variance[at]! / (1 - 0.999 ** step)) + 1e-8;
        parameters[at]! -= rate * (corrected / scale + DECAY * parameters[at]!);
      }
    }
  }
  return unpack(parameters);
}

function addGradient(
  parameters: Float64Array,
  { candidates }: Example,
  weight: number,
  gradient: Float64Array,
): void {
  const biases = HIDDEN * RERANK_INPUTS;
  const output = biases + HIDDEN;
  const activations = new Float64Array(candidates.length * HIDDEN);
  const scores = candidates.map(({ inputs, sum, boost }, number) => {
    let value = sum;
    for (let unit = 0; unit < HIDDEN; unit++) {
      let total = parameters[biases + unit]!;
      const row = unit * RERANK_INPUTS;
      for (let input = 0; input < RERANK_INPUTS; input++)
        total += parameters[row + input]! * inputs[input]!;
      if (total <= 0) continue;
      activations[number * HIDDEN + unit] = total;
      value += parameters[output + unit]! * total;
    }
    return value * boost;
  });
  const slopes = scoreSlopes(scores, candidates);
  for (const [number, slope] of slopes.entries()) {
    if (Math.abs(slope) < MIN_SLOPE) continue;
    const { inputs, boost } = candidates[number]!;
    const change = slope * boost * weight;
    for (let unit = 0; unit < HIDDEN; unit++) {
      const activation = activations[number * HIDDEN + unit]!;
      if (activation === 0) continue;
      gradient[output + unit]! += change * activation;
      const inner = change * parameters[output + unit]!;
      gradient[biases + unit]! += inner;
      const row = unit * RERANK_INPUTS;
      for (let input = 0; input < RERANK_INPUTS; input++)
        gradient[row + input]! += inner * inputs[input]!;
    }
  }
}

/** The derivative of the loss by each score. */
function scoreSlopes(scores: readonly number[], candidates: Example["candidates"]): number[] {
  const highest = Math.max(...scores);
  const exponentials = scores.map((score) => Math.exp(score - highest));
  const wrong = exponentials.reduce(
    (sum, value, at) => sum + (candidates[at]!.isRelevant ? 0 : value),
    0,
  );
  const relevant = candidates.flatMap(({ isRelevant }, at) => (isRelevant ? [at] : []));
  const slopes = scores.map(() => 0);
  for (const at of relevant) {
    const total = wrong + exponentials[at]!;
    slopes[at]! += (exponentials[at]! / total - 1) / relevant.length;
    for (const [other, { isRelevant }] of candidates.entries())
      if (!isRelevant) slopes[other]! += exponentials[other]! / total / relevant.length;
  }
  return slopes;
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const result = [...items];
  for (let at = result.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [result[at], result[other]] = [result[other]!, result[at]!];
  }
  return result;
}

/** Returns N@10 and H@1 of rankings, in percent with one decimal. */
export function measureExamples(
  rankings: readonly { readonly example: Example; readonly network: Reranker | undefined }[],
): { ndcg10: string; hit1: string } {
  let ndcg10 = 0;
  let hit1 = 0;
  const gain = (rank: number) => 1 / Math.log2(rank + 2);
  for (const { example, network } of rankings) {
    const ranked = example.candidates
      .map(({ inputs, sum, boost, isRelevant }) => ({
        isRelevant,
        score: (sum + (network ? rerankValue(network, inputs) : 0)) * boost,
      }))
      .sort((a, b) => b.score - a.score)
      .slice(0, 10);
    let ideal = 0;
    for (let rank = 0; rank < Math.min(10, example.relevantCount); rank++) ideal += gain(rank);
    for (const [rank, { isRelevant }] of ranked.entries())
      if (isRelevant) ndcg10 += gain(rank) / ideal;
    if (ranked[0]?.isRelevant) hit1++;
  }
  const percent = (value: number) => ((100 * value) / rankings.length).toFixed(1);
  return { ndcg10: percent(ndcg10), hit1: percent(hit1) };
}
