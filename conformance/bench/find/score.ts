/** The quality of one ranking. Each value is from 0 to 1. */
export interface Score {
  /** The normalized discounted cumulative gain of the first ten results, with binary relevance. */
  readonly ndcg10: number;
  /** The share of the relevant tools that are in the first five results. */
  readonly recall5: number;
  /** 1 if the first result is relevant, otherwise 0. */
  readonly hit1: number;
  /** 1 if one of the first five results is relevant, otherwise 0. */
  readonly hit5: number;
  /** 1 divided by the rank of the first relevant tool, or 0 if none was found. */
  readonly reciprocalRank: number;
}

/** Scores a ranking of tool IDs, best first. */
export function scoreRanking(ranking: readonly string[], relevant: readonly string[]): Score {
  const relevantIds = new Set(relevant);
  const ranks = ranking.flatMap((id, rank) => (relevantIds.has(id) ? [rank] : []));
  const gain = (rank: number) => 1 / Math.log2(rank + 2);
  const ideal = Array.from({ length: Math.min(10, relevantIds.size) }, (_, rank) => gain(rank));
  const first = ranks[0];
  return {
    ndcg10: sum(ranks.filter((rank) => rank < 10).map(gain)) / sum(ideal),
    recall5: ranks.filter((rank) => rank < 5).length / relevantIds.size,
    hit1: first === 0 ? 1 : 0,
    hit5: first !== undefined && first < 5 ? 1 : 0,
    reciprocalRank: first === undefined ? 0 : 1 / (first + 1),
  };
}

/** Returns the mean of each figure, in percent. */
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
