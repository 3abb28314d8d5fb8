import { type Facts, KINDS } from "./facts.ts";

/** How many there are, and how many of them came through. */
export interface Kept {
  all: number;
  kept: number;
}

export type KeptByKind = Record<keyof Facts, Kept>;

/** Nothing counted yet. */
export function nothingKept(): KeptByKind {
  return Object.fromEntries(KINDS.map((kind) => [kind, { all: 0, kept: 0 }])) as KeptByKind;
}

/** What of one list is in the other, each as often as it is there: the rest is lost. */
export function lostOf(source: readonly string[], result: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const text of result) left.set(text, (left.get(text) ?? 0) + 1);
  return source.filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}

/** Adds what one page kept to a sum. */
export function addKept(sum: KeptByKind, source: Facts, result: Facts): void {
  for (const kind of KINDS) {
    sum[kind].all += source[kind].length;
    sum[kind].kept += source[kind].length - lostOf(source[kind], result[kind]).length;
  }
}

/** As a percentage, rounded down to a tenth, so that 100 is all. */
export function percentOf({ all, kept }: Kept): number {
  return all === 0 ? 100 : Math.floor((1000 * kept) / all) / 10;
}
