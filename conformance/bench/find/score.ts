/** How well one request was answered: each from 0 to 1. */
export interface Score {
  /** Normalized discounted cumulative gain of the first ten, tools being right or wrong. */
  readonly ndcg10: number;
  /** The share of the right tools that are in the first five. */
  readonly recall5: number;
  /** Whether a right one is the first, is in the first five; and 1 / the place of the first right one. */
  readonly hit1: number;
  readonly hit5: number;
  readonly reciprocalRank: number;
}

/** Scores an order of tools; `any` where one right tool is all that is asked for. */
export function scoreRanking(ranking: readonly string[], relevant: readonly string[]): Score {
  const right = new Set(relevant);
  const ranks = ranking.flatMap((id, rank) => (right.has(id) ? [rank] : []));
  const gain = (rank: number) => 1 / Math.log2(rank + 2);
  const ideal = Array.from({ length: Math.min(10, right.size) }, (_, rank) => gain(rank));
  const first = ranks[0];
  return {
    ndcg10: sum(ranks.filter((rank) => rank < 10).map(gain)) / sum(ideal),
    recall5: ranks.filter((rank) => rank < 5).length / right.size,
    hit1: first === 0 ? 1 : 0,
    hit5: first !== undefined && first < 5 ? 1 : 0,
    reciprocalRank: first === undefined ? 0 : 1 / (first + 1),
  };
}

/** The mean of many, in hundredths. */
export function averageScores(scores: readonly Score[]): Score {
  const mean = (key: keyof Score) =>
    (100 * sum(scores.map((score) => score[key]))) / Math.max(1, scores.length);
  return {
    ndcg10: mean("ndcg10"),
    recall5: mean("recall5"),
    hit1: mean("hit1"),
    hit5: mean("hit5"),
    reciprocalRank: mean("reciprocalRank"),
  };
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, each) => total + each, 0);
