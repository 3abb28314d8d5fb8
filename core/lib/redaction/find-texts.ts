/** A part of a text. `end` is exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Finds all occurrences of some texts, which may overlap. */
export type FindTexts = (text: string) => Range[];

const TABLE_SIZE = 4_096;
const hash = (first: number, second: number): number => ((first << 5) ^ second) & (TABLE_SIZE - 1);

/**
 * Creates a search for many texts of at least two characters in one pass. A pair of characters that
 * begins no text's end lets it skip almost the length of the shortest text (Wu and Manber, 1994).
 */
export function createFindTexts(needles: readonly string[]): FindTexts {
  const shortest = Math.min(...needles.map(({ length }) => length));
  if (needles.length === 0 || shortest < 2) return () => [];
  const skips = new Uint8Array(TABLE_SIZE).fill(Math.min(shortest - 1, 255));
  const candidates = new Map<number, string[]>();
  for (const needle of needles)
    for (let at = 1; at < shortest; at++) {
      const key = hash(needle.charCodeAt(at - 1), needle.charCodeAt(at));
      const skip = shortest - 1 - at;
      skips[key] = Math.min(skips[key] ?? skip, skip);
      if (skip === 0) candidates.set(key, [...(candidates.get(key) ?? []), needle]);
    }

  return (text) => {
    const ranges: Range[] = [];
    for (let at = shortest - 1; at < text.length; ) {
      const key = hash(text.charCodeAt(at - 1), text.charCodeAt(at));
      const skip = skips[key] ?? 0;
      if (skip > 0) {
        at += skip;
        continue;
      }
      const start = at - shortest + 1;
      for (const needle of candidates.get(key) ?? [])
        if (text.startsWith(needle, start)) ranges.push({ start, end: start + needle.length });
      at++;
    }
    return ranges;
  };
}
