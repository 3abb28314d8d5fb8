import { readFileSync } from "node:fs";
import { buildIndex, type ToolDocument } from "../../core/index.ts";

/** The index for finding tools, with the word vectors that stand beside this file: words count that only mean alike. */
export function createIndex(documents: Iterable<ToolDocument>): Uint8Array {
  return buildIndex(documents, { vectors: readFileSync(new URL("vectors.bin", import.meta.url)) });
}
