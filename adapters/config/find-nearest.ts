/**
 * Returns the name that is most similar to a mistyped one. Returns undefined if none has
 * `minSimilarity`, where 1 means that the names are equal.
 */
export function findNearest(
  mistyped: string,
  names: readonly string[],
  minSimilarity = 0.75,
): string | undefined {
  const [nearest] = names
    .map((name) => ({
      name,
      similarity: 1 - editDistance(mistyped, name) / Math.max(mistyped.length, name.length),
    }))
    .sort((a, b) => b.similarity - a.similarity);
  return nearest && nearest.similarity >= minSimilarity ? nearest.name : undefined;
}

/**
 * The optimal string alignment distance: the number of insertions, deletions, substitutions and
 * swaps.
 */
function editDistance(from: string, to: string): number {
  let [previousRow, row]: [number[], number[]] = [
    [],
    Array.from({ length: to.length + 1 }, (_, index) => index),
  ];
  for (let i = 1; i <= from.length; i++) {
    const nextRow = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      nextRow[j] = Math.min(
        row[j]! + 1,
        nextRow[j - 1]! + 1,
        row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1),
        isSwap ? previousRow[j - 2]! + 1 : Infinity,
      );
    }
    [previousRow, row] = [row, nextRow];
  }
  return row[to.length]!;
}
