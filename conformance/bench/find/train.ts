import type { StemVector } from "./glove.ts";
import type { TrainingPair } from "./training-pairs.ts";

const DIMENSIONS = 100;
const BATCH = 256;
/** The temperature of the softmax. Lower values separate matching from other pairs more sharply. */
const TEMPERATURE = 0.07;
/** The probability of dropping a term. */
const DROPOUT = 0.15;
/** The probability of dropping a term of the details that the title contains too. */
const SHARED_DROPOUT = 0.3;

export interface TrainingOptions {
  readonly epochs: number;
  /** The minimum number of occurrences in the pairs for words without a GloVe vector. */
  readonly minOccurrences: number;
  /** Returns uniformly distributed numbers from 0 to 1. */
  readonly random: () => number;
  readonly onProgress?: (line: string) => void;
}

/**
 * Learns word vectors such that the sum for a tool's title is similar to the sum for its name, app
 * and description, and dissimilar to those of other tools. Uses a symmetric in-batch softmax and
 * Adam, and starts from GloVe vectors scaled by the rarity of the word.
 */
export function train(
  pairs: readonly TrainingPair[],
  glove: ReadonlyMap<string, StemVector>,
  { epochs, minOccurrences, random, onProgress }: TrainingOptions,
): Map<string, Float32Array> {
  const counts = new Map<string, number>();
  for (const { title, details } of pairs)
    for (const term of [...title, ...details]) counts.set(term, (counts.get(term) ?? 0) + 1);
  const terms = [
    ...new Set([
      ...[...counts].filter(([, count]) => count >= minOccurrences).map(([term]) => term),
      ...glove.keys(),
    ]),
  ];
  const numbers = new Map(terms.map((word, number) => [word, number]));
  const table = initializeVectors(terms, counts, glove, random);
  const adam = createAdam(table);
  const numbered = pairs
    .map(
      ({ title, details }) =>
        [title, details].map((side) => side.flatMap((term) => numbers.get(term) ?? [])) as [
          number[],
          number[],
        ],
    )
    .filter(([a, b]) => a.length > 0 && b.length > 0);
  const batches = Math.floor(numbered.length / BATCH);
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(numbered, random);
    let loss = 0;
    for (let batch = 0; batch < batches; batch++) {
      const rate = 0.004 * (1 - (epoch + batch / batches) / epochs) + 0.0003;
      loss += trainBatch(
        table,
        numbered.slice(batch * BATCH, (batch + 1) * BATCH).map((pair) => dropTerms(pair, random)),
        adam,
        rate,
      );
    }
    onProgress?.(`epoch ${epoch + 1} of ${epochs}: loss ${(loss / batches).toFixed(3)}`);
  }
  return new Map(
    terms.map((word, number) => [
      word,
      table.slice(number * DIMENSIONS, (number + 1) * DIMENSIONS),
    ]),
  );
}

function initializeVectors(
  terms: readonly string[],
  counts: ReadonlyMap<string, number>,
  glove: ReadonlyMap<string, StemVector>,
  random: () => number,
): Float32Array {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const table = new Float32Array(terms.length * DIMENSIONS);
  const mean = new Float32Array(DIMENSIONS);
  const unit = (vector: Float32Array) => {
    const length = Math.hypot(...vector) || 1;
    return vector.map((value) => value / length);
  };
  const units = new Map([...glove].map(([term, { vector }]) => [term, unit(vector)]));
  for (const vector of units.values())
    vector.forEach((value, index) => {
      mean[index]! += value / units.size;
    });
  terms.forEach((word, number) => {
    const rarity = 1e-3 / (1e-3 + (counts.get(word) ?? 3) / total);
    const existing = units.get(word);
    const vector = existing
      ? unit(existing.map((value, index) => value - mean[index]!))
      : Float32Array.from({ length: DIMENSIONS }, () => 0.35 * (random() - 0.5));
    table.set(
      vector.map((value) => value * rarity),
      number * DIMENSIONS,
    );
  });
  return table;
}

function dropTerms(
  [title, details]: readonly [number[], number[]],
  random: () => number,
): [number[], number[]] {
  const shared = new Set(title);
  const drop = (side: number[], rateOf: (term: number) => number) => {
    const retained = side.filter((term) => random() > rateOf(term));
    return retained.length > 0 ? retained : side;
  };
  return [
    drop(title, () => DROPOUT),
    drop(details, (term) => (shared.has(term) ? SHARED_DROPOUT : DROPOUT)),
  ];
}

function trainBatch(
  table: Float32Array,
  batch: readonly [number[], number[]][],
  step: (gradients: Map<number, Float32Array>, rate: number) => void,
  rate: number,
): number {
  const size = batch.length;
  const sides = [0, 1].map((side) => batch.map((pair) => sumDirection(table, pair[side]!)));
  const [left, right] = sides as [UnitVector[], UnitVector[]];
  const scores = left.map(({ unit }) =>
    Float64Array.from(right, (other) => dot(unit, other.unit) / TEMPERATURE),
  );
  const rows = scores.map(softmax);
  const columns = right.map((_, column) =>
    softmax(Float64Array.from(scores, (row) => row[column]!)),
  );
  let loss = 0;
  const slopes = [left, right].map((side) => side.map(() => new Float32Array(DIMENSIONS)));
  for (let row = 0; row < size; row++) {
    loss -= Math.log(rows[row]![row]! + 1e-9) / size;
    for (let column = 0; column < size; column++) {
      const slope =
        ((rows[row]![column]! + columns[column]![row]!) / 2 - (row === column ? 1 : 0)) /
        (size * TEMPERATURE);
      if (Math.abs(slope) < 1e-7) continue;
      addTo(slopes[0]![row]!, right[column]!.unit, slope);
      addTo(slopes[1]![column]!, left[row]!.unit, slope);
    }
  }
  const gradients = new Map<number, Float32Array>();
  for (const [which, side] of sides.entries()) {
    for (const [index, { unit, length }] of side.entries()) {
      const slope = slopes[which]![index]!;
      // Remove the component along the vector, which only changes its length.
      addTo(slope, unit, -dot(slope, unit));
      for (const term of batch[index]![which]!) {
        const gradient = gradients.get(term) ?? new Float32Array(DIMENSIONS);
        gradients.set(term, gradient);
        addTo(gradient, slope, 1 / length);
      }
    }
  }
  step(gradients, rate);
  return loss;
}

interface UnitVector {
  readonly unit: Float32Array;
  readonly length: number;
}

function sumDirection(table: Float32Array, terms: readonly number[]): UnitVector {
  const sum = new Float32Array(DIMENSIONS);
  for (const term of terms)
    for (let index = 0; index < DIMENSIONS; index++)
      sum[index]! += table[term * DIMENSIONS + index]!;
  const length = Math.sqrt(dot(sum, sum)) + 1e-6;
  return { unit: sum.map((value) => value / length), length };
}

/** The Adam optimizer (Kingma and Ba, 2015) with a separate step count for each word. */
function createAdam(table: Float32Array) {
  const first = new Float32Array(table.length);
  const second = new Float32Array(table.length);
  const steps = new Uint32Array(table.length / DIMENSIONS);
  return (gradients: Map<number, Float32Array>, rate: number): void => {
    for (const [term, gradient] of gradients) {
      const count = ++steps[term]!;
      const [one, two] = [1 - 0.9 ** count, 1 - 0.99 ** count];
      for (let index = 0, offset = term * DIMENSIONS; index < DIMENSIONS; index++, offset++) {
        const slope = gradient[index]!;
        first[offset] = 0.9 * first[offset]! + 0.1 * slope;
        second[offset] = 0.99 * second[offset]! + 0.01 * slope * slope;
        table[offset]! -=
          (rate * (first[offset]! / one)) / (Math.sqrt(second[offset]! / two) + 1e-8);
      }
    }
  };
}

function softmax(scores: Float64Array): Float64Array {
  const maxScore = scores.reduce((max, score) => Math.max(max, score), -Infinity);
  const powers = scores.map((score) => Math.exp(score - maxScore));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < DIMENSIONS; index++) sum += a[index]! * b[index]!;
  return sum;
}

function addTo(sum: Float32Array, vector: Float32Array, factor: number): void {
  for (let index = 0; index < DIMENSIONS; index++) sum[index]! += factor * vector[index]!;
}

function shuffle<Each>(list: Each[], random: () => number): void {
  for (let index = list.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [list[index], list[other]] = [list[other]!, list[index]!];
  }
}
