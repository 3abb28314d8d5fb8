import type { Step } from "../task/parse-task.ts";

/** The terms of a task for which retrieval records which tools have them, one bit each. */
export interface TrackedTerms {
  /** The bit of each term. Terms that tools have for an everyday verb have the bit of the verb. */
  readonly bits: ReadonlyMap<string, number>;
  /** By position of the bit: the inverse document frequency of the term. */
  readonly idfs: readonly number[];
  readonly idfSum: number;
}

/** The number of bits in a mask. A task rarely has more terms, and the others are common. */
const MAX_TRACKED = 32;

/** Selects the rarest terms of all steps. */
export function trackTerms(steps: readonly Step[]): TrackedTerms {
  const distinct = new Map(
    steps.flatMap(({ queryTerms }) => queryTerms).map((each) => [each.term, each]),
  );
  const tracked = [...distinct.values()].sort((a, b) => b.idf - a.idf).slice(0, MAX_TRACKED);
  const bits = new Map(tracked.map(({ term }, position) => [term, (1 << position) >>> 0]));
  for (const { term, alternatives } of tracked) {
    for (const other of alternatives) if (!bits.has(other)) bits.set(other, bits.get(term)!);
  }
  const idfs = tracked.map(({ idf }) => idf);
  return { bits, idfs, idfSum: idfs.reduce((sum, idf) => sum + idf, 0) };
}

/** The IDF-weighted share of the tracked terms in a mask, from 0 to 1. */
export function maskCoverage(mask: number, { idfs, idfSum }: TrackedTerms): number {
  let matched = 0;
  for (let position = 0; position < idfs.length; position++)
    if ((mask >>> position) & 1) matched += idfs[position]!;
  return idfSum > 0 ? matched / idfSum : 0;
}
