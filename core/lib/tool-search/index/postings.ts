import { FIELDS } from "./fields.ts";
import { createNumberWriter } from "./numbers.ts";
import type { Occurrences } from "./occurrences.ts";
import type { Section } from "./sections.ts";

/** The corpus statistics that term weights depend on. */
interface CorpusStatistics {
  /** The total number of tools. */
  readonly tools: number;
  /** The average number of terms in each field. */
  readonly averages: ArrayLike<number>;
  /** Returns the number of tools with a term. `ownFrequency` is the number in this index. */
  frequencyOf(term: string, ownFrequency: number): number;
}

/** The parameter `k1` of BM25, which limits the effect of repeated terms. */
const SATURATION = 1.2;

/** The inverse document frequency of a term, as in BM25. Never negative. */
export const idf = (frequency: number, tools: number): number =>
  Math.log(1 + (tools - Math.min(tools, frequency) + 0.5) / (frequency + 0.5));

/**
 * Packs the postings of each term into three sections: the start of each list, the scale of its
 * weights, and the lists. An entry is the distance to the previous document, and the BM25F weight
 * (Robertson and Zaragoza, 2009) in one byte.
 */
export function packPostings(
  occurrences: Occurrences,
  sorted: readonly string[],
  { tools, averages, frequencyOf }: CorpusStatistics,
): { frequencies: Uint32Array; sections: [Section, Section, Section] } {
  const counts = occurrences.counts();
  const lengths = FIELDS.map((_, field) => occurrences.lengths(field));
  const begins = new Uint32Array(counts.length + 1);
  for (const [term, count] of counts.entries()) begins[term + 1] = begins[term]! + count;
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
    const begin = begins[term]!;
    const end = begins[term + 1]!;
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
