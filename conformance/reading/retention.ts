import { FACT_KINDS, type PageFacts } from "./facts.ts";

/** How many facts of one kind a conversion retains. */
export interface Retention {
  /** The number of facts in the source. */
  total: number;
  /** The number of them that the result also has. */
  retained: number;
}

export type RetentionByKind = Record<keyof PageFacts, Retention>;

/** Creates counts of zero. */
export function createRetention(): RetentionByKind {
  return Object.fromEntries(
    FACT_KINDS.map((kind) => [kind, { total: 0, retained: 0 }]),
  ) as RetentionByKind;
}

/**
 * The texts in `source` that are missing in `result`. Texts that occur several times are matched
 * one to one.
 */
export function findLost(source: readonly string[], result: readonly string[]): string[] {
  const unmatched = new Map<string, number>();
  for (const text of result) unmatched.set(text, (unmatched.get(text) ?? 0) + 1);
  return source.filter((text) => {
    const count = unmatched.get(text) ?? 0;
    unmatched.set(text, count - 1);
    return count <= 0;
  });
}

/** Adds the counts of one page to `sum`. */
export function addRetention(sum: RetentionByKind, source: PageFacts, result: PageFacts): void {
  for (const kind of FACT_KINDS) {
    sum[kind].total += source[kind].length;
    sum[kind].retained += source[kind].length - findLost(source[kind], result[kind]).length;
  }
}

/** The retained percentage, rounded down to a tenth, so only a full match is 100. */
export function toPercent({ total, retained }: Retention): number {
  return total === 0 ? 100 : Math.floor((1000 * retained) / total) / 10;
}
