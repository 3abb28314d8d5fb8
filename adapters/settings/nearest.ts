/** The setting of a list that a mistyped name is most like, and how much: 1 where nothing is to be added, dropped, changed or swapped. */
export function nearest(
  name: string,
  settings: readonly string[],
): { setting: string; likeness: number } {
  const all = settings.map((setting) => ({
    setting,
    likeness: 1 - changes(name, setting) / Math.max(name.length, setting.length),
  }));
  return all.sort((a, b) => b.likeness - a.likeness)[0]!;
}

/** How many letters make one text of another. */
function changes(from: string, to: string): number {
  let [before, row]: [number[], number[]] = [
    [],
    Array.from({ length: to.length + 1 }, (_, at) => at),
  ];
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      next[j] = Math.min(
        row[j]! + 1,
        next[j - 1]! + 1,
        row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1),
        isSwap ? before[j - 2]! + 1 : Infinity,
      );
    }
    [before, row] = [row, next];
  }
  return row[to.length]!;
}
