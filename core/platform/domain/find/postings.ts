import { FIELDS } from "./fields.ts";
import { createNumberWriter } from "./numbers.ts";
import type { Occurrences } from "./occurrences.ts";
import type { Section } from "./sections.ts";

/** What a word's weight depends on besides the document it is in. */
export interface CorpusStatistics {
  /** How many tools there are in all. */
  readonly tools: number;
  /** How many terms a field has in the middle. */
  readonly averages: ArrayLike<number>;
  /** In how many tools a term occurs, given in how many here. */
  frequencyOf(term: string, ownFrequency: number): number;
}

/** How soon a word that occurs again counts no more. */
const SATURATION = 1.2;

/** How much a term says that occurs in so many of all tools. */
export const idf = (frequency: number, tools: number): number =>
  Math.log(1 + (tools - Math.min(tools, frequency) + 0.5) / (frequency + 0.5));

/**
 * For each term its documents, each by its distance from the one before, with its weight in one byte: BM25F, that is
 * BM25 (Robertson and Zaragoza, 2009) over the sum of its fields. Three sections: where each term's documents begin,
 * what a byte of its weight is worth, and the documents.
 */
export function packPostings(
  occurrences: Occurrences,
  sorted: readonly string[],
  { tools, averages, frequencyOf }: CorpusStatistics,
): { frequencies: Uint32Array; sections: [Section, Section, Section] } {
  const counts = occurrences.counts();
  const lengths = FIELDS.map((_, field) => occurrences.lengths(field));
  const begins = new Uint32Array(counts.length + 1);
  counts.forEach((count, term) => (begins[term + 1] = begins[term]! + count));
  const next = begins.slice(0, counts.length);
  const documents = new Uint32Array(begins[counts.length]!);
  const weights = new Float32Array(documents.length);
  occurrences.each((term, document, fieldCounts, at) => {
    let sum = 0;
    for (let field = 0; field < FIELDS.length; field++) {
      const count = fieldCounts[at + field]!;
      if (count === 0) continue;
      const { weight, lengthCounts } = FIELDS[field]!;
      sum +=
        (weight * count) /
        (1 - lengthCounts + (lengthCounts * lengths[field]![document]!) / averages[field]!);
    }
    const position = next[term]!++;
    documents[position] = document;
    weights[position] = ((SATURATION + 1) * sum) / (SATURATION + sum);
  });

  const termIds = new Map([...occurrences.terms()].map((term, position) => [term, position]));
  const frequencies = new Uint32Array(sorted.length);
  const starts = new Uint32Array(sorted.length + 1);
  const scales = new Float32Array(sorted.length);
  const writer = createNumberWriter();
  sorted.forEach((word, number) => {
    const term = termIds.get(word)!;
    const [begin, end] = [begins[term]!, begins[term + 1]!];
    frequencies[number] = frequencyOf(word, end - begin);
    const maxWeight = weights
      .subarray(begin, end)
      .reduce((max, weight) => Math.max(max, weight), 0);
    scales[number] = (maxWeight * idf(frequencies[number]!, tools)) / 255;
    let last = -1;
    for (let at = begin; at < end; at++) {
      writer.number(documents[at]! - last - 1);
      writer.byte(Math.max(1, Math.round((weights[at]! / maxWeight) * 255)));
      last = documents[at]!;
    }
    starts[number + 1] = writer.length;
  });
  return { frequencies, sections: [starts, scales, writer.bytes()] };
}
