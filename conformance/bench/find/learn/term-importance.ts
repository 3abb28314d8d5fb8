import type { ToolIndex } from "../../../../core/lib/tool-search/index/open-index.ts";
import { extractFeatures } from "../../../../core/lib/tool-search/rank/extract-features.ts";
import { parseTask } from "../../../../core/lib/tool-search/task/parse-task.ts";
import { createSeededRandom, shuffle } from "../random.ts";
import type { Source } from "./learning-sources.ts";

/** A request with what each of its terms contributes to the BM25F score of each candidate. */
export interface TermExample {
  readonly request: Source["requests"][number];
  readonly weight: number;
  readonly terms: readonly string[];
  readonly isRelevant: readonly boolean[];
  /** By candidate and term. */
  readonly contributions: Float32Array;
}

const SEED = 3;
const EPOCHS = 12;
const BATCH = 16;
const RATE = 0.6;
/** Keeps the importance of rare terms close to 1. */
const DECAY = 2.4;
/** The scale of scores, for the softmax. */
const SCALE = 0.25;
/** The maximum weight of a request relative to the mean, because some sources have few. */
const MAX_WEIGHT = 3;

export function createTermExamples({ weight, tools, ids, requests }: Source): TermExample[] {
  const { index } = tools;
  const numbers = Map.groupBy(ids.keys(), (tool) => ids[tool]!);
  return requests.flatMap((request) => {
    const { query, relevant } = request;
    const steps = parseTask(query.task, [index]);
    const weights = new Map<string, number>();
    for (const { term, weight: own } of steps.flatMap(({ queryTerms }) => queryTerms))
      weights.set(term, (weights.get(term) ?? 0) + own);
    const candidates = new Set([
      ...extractFeatures([index], steps, query).flatMap((set) =>
        set.candidates.map(({ tool }) => tool),
      ),
      ...relevant.flatMap((id) => numbers.get(id) ?? []),
    ]);
    const wanted = new Set(relevant);
    const isRelevant = [...candidates].map((tool) => wanted.has(ids[tool]!));
    if (!isRelevant.includes(true)) return [];
    return [
      {
        request,
        weight: weight / requests.length,
        terms: [...weights.keys()],
        isRelevant,
        contributions: readContributions(index, weights, [...candidates]),
      },
    ];
  });
}

function readContributions(
  index: ToolIndex,
  weights: ReadonlyMap<string, number>,
  candidates: readonly number[],
): Float32Array {
  const contributions = new Float32Array(candidates.length * weights.size);
  const rows = new Map(candidates.map((tool, row) => [tool, row]));
  for (const [column, [term, weight]] of [...weights].entries()) {
    const number = index.terms.find(term);
    if (number < 0) continue;
    const unit = weight * index.postingScales[number]!;
    for (const [tool, value] of readPostings(index, number)) {
      const row = rows.get(tool);
      if (row !== undefined) contributions[row * weights.size + column] = unit * value;
    }
  }
  return contributions;
}

function* readPostings(index: ToolIndex, term: number): Generator<[tool: number, value: number]> {
  const { postings, postingStarts } = index;
  let tool = -1;
  for (let at = postingStarts[term]!; at < postingStarts[term + 1]!; ) {
    let distance = 0;
    let byte = 128;
    for (let shift = 0; byte > 127; shift += 7) {
      byte = postings[at++]!;
      distance |= (byte & 127) << shift;
    }
    tool += distance + 1;
    yield [tool, postings[at++]!];
  }
}

/**
 * Learns how much the terms of requests say about the tool, as factors of their BM25F scores. The
 * loss is the cross-entropy of a softmax over each relevant tool and the irrelevant candidates.
 */
export function learnImportance(examples: readonly TermExample[]): Map<string, number> {
  const random = createSeededRandom(SEED);
  const terms = [...new Set(examples.flatMap((example) => example.terms))];
  const numbers = new Map(terms.map((term, number) => [term, number]));
  const logarithms = new Float64Array(terms.length);
  const meanWeight = examples.reduce((sum, { weight }) => sum + weight, 0) / examples.length;
  const order = examples.map((example) => ({
    ...example,
    weight: Math.min(MAX_WEIGHT, example.weight / meanWeight) / BATCH,
    numbers: example.terms.map((term) => numbers.get(term)!),
  }));
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const rate = RATE * (1 - epoch / EPOCHS);
    shuffle(order, random);
    for (let from = 0; from < order.length; from += BATCH) {
      const changes = new Map<number, number>();
      for (const { weight, numbers: columns, isRelevant, contributions } of order.slice(
        from,
        from + BATCH,
      )) {
        const factors = columns.map((number) => Math.exp(logarithms[number]!));
        const slopes = scoreSlopes(isRelevant, contributions, factors);
        for (const [column, number] of columns.entries()) {
          let slope = 0;
          for (let row = 0; row < slopes.length; row++)
            slope += slopes[row]! * contributions[row * columns.length + column]!;
          const change = slope * SCALE * factors[column]! + DECAY * logarithms[number]!;
          changes.set(number, (changes.get(number) ?? 0) + weight * change);
        }
      }
      for (const [number, change] of changes) logarithms[number]! -= rate * change;
    }
  }
  return new Map(terms.map((term, number) => [term, Math.exp(logarithms[number]!)]));
}

/** The derivative of the loss by the score of each candidate. */
function scoreSlopes(
  isRelevant: readonly boolean[],
  contributions: Float32Array,
  factors: readonly number[],
): Float64Array {
  const slopes = new Float64Array(isRelevant.length);
  const scores = slopes.map((_, row) =>
    factors.reduce(
      (sum, factor, column) => sum + factor * contributions[row * factors.length + column]!,
      0,
    ),
  );
  const highest = scores.reduce((max, score) => Math.max(max, score), 0);
  const powers = scores.map((score) => Math.exp(SCALE * (score - highest)));
  let wrong = 0;
  let count = 0;
  for (const [row, power] of powers.entries()) {
    if (isRelevant[row]) count++;
    else wrong += power;
  }
  for (const [row, power] of powers.entries()) {
    if (!isRelevant[row]) continue;
    const total = wrong + power;
    slopes[row]! += (power / total - 1) / count;
    for (const [other, otherPower] of powers.entries())
      if (!isRelevant[other]) slopes[other]! += otherPower / total / count;
  }
  return slopes;
}
