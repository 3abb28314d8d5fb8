import type { Known } from "./glove.ts";
import type { Pair } from "./training-pairs.ts";

const DIMENSIONS = 100;
const BATCH = 256;
/** How sharply a right pair is told from a wrong one. */
const TEMPERATURE = 0.07;
/** The share of words left out at random, and of those that both sides have. */
const LEFT_OUT = 0.15;
const SHARED_LEFT_OUT = 0.3;

/** How the training goes. */
export interface Training {
  readonly epochs: number;
  /** How often a word has to occur in the pairs if GloVe does not have it among its commonest. */
  readonly least: number;
  /** From 0 to 1, evenly. */
  readonly random: () => number;
  readonly progress?: (line: string) => void;
}

/**
 * Learns vectors for words such that those of a tool's title, added up, point where those of its name, app and
 * description do, and away from other tools': in-batch softmax in both directions, Adam, begun with GloVe's vectors
 * scaled by how rare a word is.
 */
export function train(
  pairs: readonly Pair[],
  glove: ReadonlyMap<string, Known>,
  { epochs, least, random, progress }: Training,
): Map<string, Float32Array> {
  const counts = new Map<string, number>();
  for (const { title, rest } of pairs)
    for (const term of [...title, ...rest]) counts.set(term, (counts.get(term) ?? 0) + 1);
  const words = [
    ...new Set([
      ...[...counts].filter(([, count]) => count >= least).map(([term]) => term),
      ...glove.keys(),
    ]),
  ];
  const numbers = new Map(words.map((word, number) => [word, number]));
  const table = begin(words, counts, glove, random);
  const adam = optimiser(table);
  const numbered = pairs
    .map(
      ({ title, rest }) =>
        [title, rest].map((side) => side.flatMap((term) => numbers.get(term) ?? [])) as [
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
      loss += learn(
        table,
        numbered.slice(batch * BATCH, (batch + 1) * BATCH).map((pair) => thinned(pair, random)),
        adam,
        rate,
      );
    }
    progress?.(`epoch ${epoch + 1} of ${epochs}: loss ${(loss / batches).toFixed(3)}`);
  }
  return new Map(
    words.map((word, number) => [
      word,
      table.slice(number * DIMENSIONS, (number + 1) * DIMENSIONS),
    ]),
  );
}

function begin(
  words: readonly string[],
  counts: ReadonlyMap<string, number>,
  glove: ReadonlyMap<string, Known>,
  random: () => number,
): Float32Array {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const table = new Float32Array(words.length * DIMENSIONS);
  const mean = new Float32Array(DIMENSIONS);
  const unit = (vector: Float32Array) => {
    const length = Math.hypot(...vector) || 1;
    return vector.map((value) => value / length);
  };
  const units = new Map([...glove].map(([term, { vector }]) => [term, unit(vector)]));
  for (const vector of units.values())
    vector.forEach((value, at) => (mean[at]! += value / units.size));
  words.forEach((word, number) => {
    const rare = 1e-3 / (1e-3 + (counts.get(word) ?? 3) / all);
    const known = units.get(word);
    const vector = known
      ? unit(known.map((value, at) => value - mean[at]!))
      : Float32Array.from({ length: DIMENSIONS }, () => 0.35 * (random() - 0.5));
    table.set(
      vector.map((value) => value * rare),
      number * DIMENSIONS,
    );
  });
  return table;
}

function thinned(
  [title, rest]: readonly [number[], number[]],
  random: () => number,
): [number[], number[]] {
  const shared = new Set(title);
  const some = (side: number[], leaveOut: (term: number) => number) => {
    const kept = side.filter((term) => random() > leaveOut(term));
    return kept.length > 0 ? kept : side;
  };
  return [
    some(title, () => LEFT_OUT),
    some(rest, (term) => (shared.has(term) ? SHARED_LEFT_OUT : LEFT_OUT)),
  ];
}

function learn(
  table: Float32Array,
  batch: readonly [number[], number[]][],
  step: (gradients: Map<number, Float32Array>, rate: number) => void,
  rate: number,
): number {
  const size = batch.length;
  const sides = [0, 1].map((side) => batch.map((pair) => pointing(table, pair[side]!)));
  const [left, right] = sides as [Pointing[], Pointing[]];
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
  sides.forEach((side, which) =>
    side.forEach(({ unit, length }, at) => {
      const slope = slopes[which]![at]!;
      // The part along the direction itself changes nothing but the length.
      addTo(slope, unit, -dot(slope, unit));
      for (const term of batch[at]![which]!) {
        let gradient = gradients.get(term);
        if (!gradient) gradients.set(term, (gradient = new Float32Array(DIMENSIONS)));
        addTo(gradient, slope, 1 / length);
      }
    }),
  );
  step(gradients, rate);
  return loss;
}

interface Pointing {
  readonly unit: Float32Array;
  readonly length: number;
}

function pointing(table: Float32Array, terms: readonly number[]): Pointing {
  const sum = new Float32Array(DIMENSIONS);
  for (const term of terms)
    for (let at = 0; at < DIMENSIONS; at++) sum[at]! += table[term * DIMENSIONS + at]!;
  const length = Math.sqrt(dot(sum, sum)) + 1e-6;
  return { unit: sum.map((value) => value / length), length };
}

/** Adam (Kingma and Ba, 2015), with a count of steps for each word. */
function optimiser(table: Float32Array) {
  const first = new Float32Array(table.length);
  const second = new Float32Array(table.length);
  const steps = new Uint32Array(table.length / DIMENSIONS);
  return (gradients: Map<number, Float32Array>, rate: number): void => {
    for (const [term, gradient] of gradients) {
      const count = ++steps[term]!;
      const [one, two] = [1 - 0.9 ** count, 1 - 0.99 ** count];
      for (let at = 0, place = term * DIMENSIONS; at < DIMENSIONS; at++, place++) {
        const slope = gradient[at]!;
        first[place] = 0.9 * first[place]! + 0.1 * slope;
        second[place] = 0.99 * second[place]! + 0.01 * slope * slope;
        table[place]! -= (rate * (first[place]! / one)) / (Math.sqrt(second[place]! / two) + 1e-8);
      }
    }
  };
}

function softmax(scores: Float64Array): Float64Array {
  const most = scores.reduce((max, score) => Math.max(max, score), -Infinity);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < DIMENSIONS; at++) sum += a[at]! * b[at]!;
  return sum;
}

function addTo(sum: Float32Array, vector: Float32Array, times: number): void {
  for (let at = 0; at < DIMENSIONS; at++) sum[at]! += times * vector[at]!;
}

function shuffle<Each>(list: Each[], random: () => number): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other]!, list[at]!];
  }
}
