import { FACT_KINDS, type PageFacts } from "./facts.ts";

/** How many there are, and how many of them came through. */
export interface Retention {
  total: number;
  retained: number;
}

export type RetentionByKind = Record<keyof PageFacts, Retention>;

/** Nothing counted yet. */
export function createRetention(): RetentionByKind {
  return Object.fromEntries(
    FACT_KINDS.map((kind) => [kind, { total: 0, retained: 0 }]),
  ) as RetentionByKind;
}

/** What of one list is in the other, each as often as it is there: the rest is lost. */
export function findLost(source: readonly string[], result: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const text of result) left.set(text, (left.get(text) ?? 0) + 1);
  return source.filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}

/** Adds what one page kept to a sum. */
export function addRetention(sum: RetentionByKind, source: PageFacts, result: PageFacts): void {
  for (const kind of FACT_KINDS) {
    sum[kind].total += source[kind].length;
    sum[kind].retained += source[kind].length - findLost(source[kind], result[kind]).length;
  }
}

/** As a percentage, rounded down to a tenth, so that 100 is all. */
export function toPercent({ total, retained }: Retention): number {
  return total === 0 ? 100 : Math.floor((1000 * retained) / total) / 10;
}
