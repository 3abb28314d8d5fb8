import { writeFileSync } from "node:fs";
import { packVectors } from "../../../core/platform/domain/find/vectors.ts";
import { ROOT } from "../runtimes.ts";
import { catalogueTools } from "./catalogue.ts";
import { readGlove } from "./glove.ts";
import { seeded } from "./random.ts";
import { train } from "./train.ts";
import { pairsOf } from "./training-pairs.ts";

const COMMONEST = 40_000;
const EPOCHS = 4;
const LEAST = 3;

/** Learns the word vectors from GloVe's and the catalogue's own words, and writes adapters/catalogue/vectors.bin. No request of any test set is used. */
export async function trainVectors(
  gloveFile: string,
  catalogue: string,
  progress: (text: string) => void,
): Promise<{ words: number; bytes: number }> {
  const glove = await readGlove(gloveFile, COMMONEST);
  const documents = (await catalogueTools(catalogue)).map(({ document }) => document);
  const vectors = train(pairsOf(documents), glove, {
    epochs: EPOCHS,
    least: LEAST,
    random: seeded(1),
    progress,
  });
  const bytes = packVectors(vectors);
  writeFileSync(`${ROOT}adapters/catalogue/vectors.bin`, bytes);
  return { words: vectors.size, bytes: bytes.length };
}
