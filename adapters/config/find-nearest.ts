/**
 * Returns the setting whose name is most similar to a mistyped one. A similarity of 1 means that
 * the names are equal.
 */
export function findNearest(
  name: string,
  settings: readonly string[],
): { setting: string; similarity: number } {
  const candidates = settings.map((setting) => ({
    setting,
    similarity: 1 - editDistance(name, setting) / Math.max(name.length, setting.length),
  }));
  return candidates.sort((a, b) => b.similarity - a.similarity)[0]!;
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
