/** Longer names are compared by their start, because the work grows with the square of the length. */
const MAX_LENGTH = 100;

/**
 * Returns the name that is most similar to a mistyped one, in any case. Returns undefined if none
 * has `minSimilarity`, where 1 means that the names are equal.
 */
export function findNearest(
  mistyped: string,
  names: Iterable<string>,
  minSimilarity = 0.75,
): string | undefined {
  const text = mistyped.slice(0, MAX_LENGTH).toLowerCase();
  let nearest: string | undefined;
  let leastSimilarity = minSimilarity;
  for (const name of names) {
    const candidate = name.slice(0, MAX_LENGTH).toLowerCase();
    const length = Math.max(text.length, candidate.length);
    // At least the difference in length must be inserted or deleted.
    if (1 - Math.abs(text.length - candidate.length) / length < leastSimilarity) continue;
    const similarity = 1 - editDistance(text, candidate) / length;
    if (similarity < leastSimilarity || (similarity === leastSimilarity && nearest !== undefined))
      continue;
    nearest = name;
    leastSimilarity = similarity;
  }
  return nearest;
}

/**
 * Returns `Did you mean X?` for the name nearest to a mistyped one, or for a name that one is the
 * start of. Returns an empty string if there is none.
 */
export function didYouMean(mistyped: string, names: readonly string[]): string {
  const text = mistyped.toLowerCase();
  const nearest =
    findNearest(mistyped, names, 0.6) ??
    names.find((name) => isStart(text, name.toLowerCase()) || isStart(name.toLowerCase(), text));
  return nearest === undefined ? "" : `Did you mean ${nearest}?`;
}

const isStart = (start: string, text: string): boolean =>
  start.length >= MIN_START_LENGTH && text.startsWith(start);

const MIN_START_LENGTH = 3;

/**
 * The optimal string alignment distance: the number of insertions, deletions, substitutions and
 * swaps.
 */
export function editDistance(from: string, to: string): number {
  let [previousRow, row]: [number[], number[]] = [
    [],
    Array.from({ length: to.length + 1 }, (_, index) => index),
  ];
  for (let i = 1; i <= from.length; i++) {
    const nextRow = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      nextRow[j] = Math.min(
        distanceAt(row, j) + 1,
        distanceAt(nextRow, j - 1) + 1,
        distanceAt(row, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1),
        isSwap ? distanceAt(previousRow, j - 2) + 1 : Infinity,
      );
    }
    [previousRow, row] = [row, nextRow];
  }
  return distanceAt(row, to.length);
}

/** Outside the table, no text has a distance. */
const distanceAt = (row: readonly number[], index: number): number => row[index] ?? Infinity;
