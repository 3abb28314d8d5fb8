import type { ToolDocument } from "../../../core/lib/tool-search/document.ts";
import { extractTerms } from "../../../core/lib/tool-search/fields.ts";

/** The terms of a tool's title, and of its name, app and description. */
export interface TrainingPair {
  readonly title: readonly string[];
  readonly details: readonly string[];
}

/**
 * Creates a pair for each tool whose title is unique in its app and that has other terms, in
 * document order.
 */
export function createTrainingPairs(documents: Iterable<ToolDocument>): TrainingPair[] {
  const pairs: TrainingPair[] = [];
  const seen = new Set<string>();
  for (const document of documents) {
    const { fields, title } = extractTerms(document);
    const [name, app, , description] = fields;
    const key = `${document.app[0]} ${title.join(" ")}`;
    if (title.length === 0 || seen.has(key)) continue;
    seen.add(key);
    const details = [
      ...new Set([...name!.slice(0, 12), ...app!.slice(0, 6), ...description!.slice(0, 40)]),
    ];
    if (details.length > 1) pairs.push({ title, details });
  }
  return pairs;
}
