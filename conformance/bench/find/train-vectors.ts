import { writeFileSync } from "node:fs";
import { packVectors } from "../../../core/lib/tool-search/vectors.ts";
import { ROOT } from "../runtimes.ts";
import { readCatalogTools } from "./catalog.ts";
import { readGlove } from "./glove.ts";
import { createSeededRandom } from "./random.ts";
import { train } from "./train.ts";
import { createTrainingPairs } from "./training-pairs.ts";

const MAX_WORDS = 40_000;
const EPOCHS = 4;
const MIN_OCCURRENCES = 3;

/**
 * Learns the word vectors from GloVe and the words of the catalog, and writes
 * `adapters/catalog/vectors.bin`. Uses no queries of the test sets.
 */
export async function trainVectors(
  gloveFile: string,
  catalog: string,
  onProgress: (text: string) => void,
): Promise<{ words: number; bytes: number }> {
  const glove = await readGlove(gloveFile, MAX_WORDS);
  const documents = (await readCatalogTools(catalog)).map(({ document }) => document);
  const vectors = train(createTrainingPairs(documents), glove, {
    epochs: EPOCHS,
    minOccurrences: MIN_OCCURRENCES,
    random: createSeededRandom(1),
    onProgress,
  });
  const bytes = packVectors(vectors);
  writeFileSync(`${ROOT}adapters/catalog/vectors.bin`, bytes);
  return { words: vectors.size, bytes: bytes.length };
}
