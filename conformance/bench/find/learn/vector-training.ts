import { float32, int8 } from "../../../../core/lib/tool-search/index/sections.ts";
import { openVectors, readVectorSections } from "../../../../core/lib/tool-search/index/vectors.ts";
import { createSeededRandom, shuffle } from "../random.ts";
import type { RequestPair } from "./training-pairs.ts";
import { DIMENSIONS, type TrainingPair, trainWordVectors, type WordTable } from "./word-vectors.ts";

const SEED = 1;
const MIN_OCCURRENCES = 3;
const TITLES = { epochs: 1, rate: 0.002 };
const REQUESTS = { epochs: 4, rate: 0.004 };
/** The number of pairs of titles for each pair of a request, so that those aren't forgotten. */
const TITLE_SHARE = 0.5;

/**
 * Creates a function that learns word vectors from the pairs of titles and those pairs of requests
 * that are used. It starts from the vectors of a file.
 */
export function createVectorTraining(
  start: Uint8Array,
  titlePairs: readonly TrainingPair[],
  requestPairs: readonly RequestPair[],
): (isUsed: (pair: RequestPair) => boolean) => ReadonlyMap<string, Float32Array> {
  const { numbers, values: startValues } = readTable(start, [...titlePairs, ...requestPairs]);
  trainWordVectors({ numbers, values: startValues }, titlePairs, {
    ...TITLES,
    random: createSeededRandom(SEED),
  });
  return (isUsed) => {
    const random = createSeededRandom(SEED);
    const values = startValues.slice();
    const used = requestPairs.filter(isUsed);
    const titles = [...titlePairs];
    shuffle(titles, random);
    trainWordVectors(
      { numbers, values },
      [...used, ...titles.slice(0, TITLE_SHARE * used.length)],
      {
        ...REQUESTS,
        random,
      },
    );
    return new Map(
      [...numbers].map(([term, number]) => [
        term,
        values.subarray(number * DIMENSIONS, (number + 1) * DIMENSIONS),
      ]),
    );
  };
}

/** Reads the vectors of a file, and adds random ones for other terms that the pairs often have. */
function readTable(file: Uint8Array, pairs: readonly TrainingPair[]): WordTable {
  const sections = readVectorSections(file) as Uint8Array<ArrayBuffer>[];
  const { vocabulary } = openVectors(sections);
  const lengths = float32(sections[3]!);
  const bytes = int8(sections[4]!);
  const counts = new Map<string, number>();
  for (const { request, tool } of pairs)
    for (const term of [...request, ...tool]) counts.set(term, (counts.get(term) ?? 0) + 1);
  const terms = new Set(Array.from({ length: vocabulary.size }, (_, at) => vocabulary.at(at)));
  for (const [term, count] of counts) if (count >= MIN_OCCURRENCES) terms.add(term);
  const random = createSeededRandom(SEED);
  const values = new Float32Array(terms.size * DIMENSIONS);
  for (const [number, term] of [...terms].entries()) {
    const known = vocabulary.find(term);
    for (let at = 0; at < DIMENSIONS; at++) {
      values[number * DIMENSIONS + at] =
        known < 0 ? 0.35 * (random() - 0.5) : bytes[known * DIMENSIONS + at]! * lengths[known]!;
    }
  }
  return { numbers: new Map([...terms].map((term, number) => [term, number])), values };
}
