/** Says the same sentence once an hour at most: an outage asks often. */
export function nowAndThen(
  tell: (sentence: string) => void,
  now: () => number,
): (sentence: string) => void {
  const told = new Map<string, number>();
  return (sentence) => {
    const before = told.get(sentence);
    if (before !== undefined && now() - before < 3_600_000) return;
    if (told.size >= 2_000) told.clear();
    told.set(sentence, now());
    tell(sentence);
  };
}
