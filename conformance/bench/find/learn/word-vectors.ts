import { shuffle } from "../random.ts";

/** Terms that mean the same tool, such as those of a request and those of the tool. */
export interface TrainingPair {
  readonly request: readonly string[];
  readonly tool: readonly string[];
  /** Pairs with the same key don't count as wrong for each other. */
  readonly key: string;
}

export interface TrainingOptions {
  readonly epochs: number;
  readonly rate: number;
  /** Returns uniformly distributed numbers from 0 to 1. */
  readonly random: () => number;
}

/** Word vectors in training: one row of `DIMENSIONS` numbers per term. */
export interface WordTable {
  readonly numbers: ReadonlyMap<string, number>;
  readonly values: Float32Array;
}

export const DIMENSIONS = 100;
const BATCH = 256;
/** The temperature of the softmax. Lower values separate matching from other pairs more sharply. */
const TEMPERATURE = 0.07;
/** Smaller derivatives are ignored, which halves the time. */
const MIN_SLOPE = 2e-5;
/** The probability of dropping a term. */
const DROPOUT = 0.15;
/** The probability of dropping a term of the tool that the request contains too. */
const SHARED_DROPOUT = 0.3;

interface NumberedPair {
  readonly request: Uint32Array;
  readonly tool: Uint32Array;
  readonly key: string;
}

/**
 * Changes word vectors such that the sum for a request is similar to the sum for its tool, and
 * dissimilar to those of other tools. Uses a symmetric softmax over batches and Adam (Kingma and
 * Ba, 2015).
 */
export function trainWordVectors(
  { numbers, values }: WordTable,
  pairs: readonly TrainingPair[],
  { epochs, rate, random }: TrainingOptions,
): void {
  const toNumbers = (terms: readonly string[]) =>
    Uint32Array.from(terms.flatMap((term) => numbers.get(term) ?? []));
  const numbered = pairs
    .map(({ request, tool, key }) => ({ request: toNumbers(request), tool: toNumbers(tool), key }))
    .filter(({ request, tool }) => request.length > 0 && tool.length > 0);
  const step = createAdam(values);
  const batches = Math.floor(numbered.length / BATCH);
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(numbered, random);
    for (let batch = 0; batch < batches; batch++) {
      const selected = numbered
        .slice(batch * BATCH, (batch + 1) * BATCH)
        .map((pair) => dropTerms(pair, random));
      const progress = (epoch + batch / batches) / epochs;
      step(batchGradients(values, selected), rate * (1 - progress) + rate / 13);
    }
  }
}

function dropTerms({ request, tool, key }: NumberedPair, random: () => number): NumberedPair {
  const shared = new Set(request);
  const drop = (terms: Uint32Array, rateOf: (term: number) => number) => {
    const retained = terms.filter((term) => random() > rateOf(term));
    return retained.length > 0 ? retained : terms;
  };
  return {
    request: drop(request, () => DROPOUT),
    tool: drop(tool, (term) => (shared.has(term) ? SHARED_DROPOUT : DROPOUT)),
    key,
  };
}

/** Sums of vectors, one row per pair, normalized to length 1. */
interface Sums {
  readonly units: Float32Array;
  readonly lengths: Float32Array;
}

function sumRows(values: Float32Array, terms: readonly Uint32Array[]): Sums {
  const units = new Float32Array(terms.length * DIMENSIONS);
  const lengths = new Float32Array(terms.length);
  for (const [row, numbers] of terms.entries()) {
    const unit = units.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);
    for (const number of numbers) {
      const from = number * DIMENSIONS;
      for (let at = 0; at < DIMENSIONS; at++) unit[at]! += values[from + at]!;
    }
    let square = 0;
    for (let at = 0; at < DIMENSIONS; at++) square += unit[at]! * unit[at]!;
    const length = Math.sqrt(square) + 1e-6;
    for (let at = 0; at < DIMENSIONS; at++) unit[at]! /= length;
    lengths[row] = length;
  }
  return { units, lengths };
}

/** Returns the derivative of the loss by the vector of each term in the batch. */
function batchGradients(
  values: Float32Array,
  pairs: readonly NumberedPair[],
): Map<number, Float32Array> {
  const size = pairs.length;
  const requests = pairs.map(({ request }) => request);
  const tools = pairs.map(({ tool }) => tool);
  const left = sumRows(values, requests);
  const right = sumRows(values, tools);
  const slopes = softmaxSlopes(left.units, right.units, pairs);
  const leftSlopes = new Float32Array(size * DIMENSIONS);
  const rightSlopes = new Float32Array(size * DIMENSIONS);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const slope = slopes[row * size + column]!;
      if (Math.abs(slope) < MIN_SLOPE) continue;
      const a = row * DIMENSIONS;
      const b = column * DIMENSIONS;
      for (let at = 0; at < DIMENSIONS; at++) {
        leftSlopes[a + at]! += slope * right.units[b + at]!;
        rightSlopes[b + at]! += slope * left.units[a + at]!;
      }
    }
  }
  const gradients = new Map<number, Float32Array>();
  addTermGradients(gradients, requests, left, leftSlopes);
  addTermGradients(gradients, tools, right, rightSlopes);
  return gradients;
}

/** The derivative of the loss by the similarity of each request (rows) and each tool (columns). */
function softmaxSlopes(
  left: Float32Array,
  right: Float32Array,
  pairs: readonly NumberedPair[],
): Float32Array {
  const size = pairs.length;
  const powers = new Float32Array(size * size);
  const rowSums = new Float32Array(size);
  const columnSums = new Float32Array(size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (row !== column && pairs[row]!.key === pairs[column]!.key) continue;
      let dot = 0;
      const a = row * DIMENSIONS;
      const b = column * DIMENSIONS;
      for (let at = 0; at < DIMENSIONS; at++) dot += left[a + at]! * right[b + at]!;
      const power = Math.exp((dot - 1) / TEMPERATURE);
      powers[row * size + column] = power;
      rowSums[row]! += power;
      columnSums[column]! += power;
    }
  }
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const at = row * size + column;
      const share = (powers[at]! / rowSums[row]! + powers[at]! / columnSums[column]!) / 2;
      powers[at] = (share - (row === column ? 1 : 0)) / (size * TEMPERATURE);
    }
  }
  return powers;
}

function addTermGradients(
  gradients: Map<number, Float32Array>,
  terms: readonly Uint32Array[],
  { units, lengths }: Sums,
  slopes: Float32Array,
): void {
  for (const [row, numbers] of terms.entries()) {
    const from = row * DIMENSIONS;
    // Remove the component along the vector, which only changes its length.
    let along = 0;
    for (let at = 0; at < DIMENSIONS; at++) along += slopes[from + at]! * units[from + at]!;
    const factor = 1 / lengths[row]!;
    for (const number of numbers) {
      let gradient = gradients.get(number);
      if (!gradient) {
        gradient = new Float32Array(DIMENSIONS);
        gradients.set(number, gradient);
      }
      for (let at = 0; at < DIMENSIONS; at++)
        gradient[at]! += factor * (slopes[from + at]! - along * units[from + at]!);
    }
  }
}

/** Returns a function that applies gradients, with a separate step count for each term. */
function createAdam(values: Float32Array) {
  const mean = new Float32Array(values.length);
  const variance = new Float32Array(values.length);
  const steps = new Uint32Array(values.length / DIMENSIONS);
  return (gradients: ReadonlyMap<number, Float32Array>, rate: number): void => {
    for (const [term, gradient] of gradients) {
      const count = ++steps[term]!;
      const meanScale = 1 - 0.9 ** count;
      const varianceScale = 1 - 0.99 ** count;
      for (let at = 0, offset = term * DIMENSIONS; at < DIMENSIONS; at++, offset++) {
        const slope = gradient[at]!;
        mean[offset] = 0.9 * mean[offset]! + 0.1 * slope;
        variance[offset] = 0.99 * variance[offset]! + 0.01 * slope * slope;
        values[offset]! -=
          (rate * (mean[offset]! / meanScale)) /
          (Math.sqrt(variance[offset]! / varianceScale) + 1e-8);
      }
    }
  };
}
