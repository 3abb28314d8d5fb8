/** How well one request was answered: each from 0 to 1. */
export interface Score {
  /** Normalised discounted cumulative gain of the first ten, tools being right or wrong. */
  readonly n10: number;
  /** The share of the right tools that are in the first five. */
  readonly r5: number;
  /** Whether a right one is the first, is in the first five; and 1 / the place of the first right one. */
  readonly h1: number;
  readonly h5: number;
  readonly rr: number;
}

/** Scores an order of tools; `any` where one right tool is all that is asked for. */
export function scoreOf(found: readonly string[], gold: readonly string[]): Score {
  const right = new Set(gold);
  const places = found.flatMap((id, place) => (right.has(id) ? [place] : []));
  const gain = (place: number) => 1 / Math.log2(place + 2);
  const ideal = Array.from({ length: Math.min(10, right.size) }, (_, place) => gain(place));
  const first = places[0];
  return {
    n10: sum(places.filter((place) => place < 10).map(gain)) / sum(ideal),
    r5: places.filter((place) => place < 5).length / right.size,
    h1: first === 0 ? 1 : 0,
    h5: first !== undefined && first < 5 ? 1 : 0,
    rr: first === undefined ? 0 : 1 / (first + 1),
  };
}

/** The mean of many, in hundredths. */
export function meanScore(scores: readonly Score[]): Score {
  const mean = (key: keyof Score) =>
    (100 * sum(scores.map((score) => score[key]))) / Math.max(1, scores.length);
  return { n10: mean("n10"), r5: mean("r5"), h1: mean("h1"), h5: mean("h5"), rr: mean("rr") };
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, each) => total + each, 0);
