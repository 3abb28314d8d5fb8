import { readFileSync } from "node:fs";
import { buildIndex, type ToolDocument } from "../../core/lib/tool-search/index.ts";

/**
 * Creates the search index with the word vectors in `vectors.bin`, which match words of similar
 * meaning.
 */
export function createIndex(documents: Iterable<ToolDocument>): Uint8Array {
  return buildIndex(documents, { vectors: readFileSync(new URL("vectors.bin", import.meta.url)) });
}
