import type { ToolDocument } from "../../../core/platform/domain/find/document.ts";
import { extractTerms } from "../../../core/platform/domain/find/fields.ts";

/** What a tool is called, and what else is said of it. */
export interface TrainingPair {
  readonly title: readonly string[];
  readonly details: readonly string[];
}

/** One of each tool that has a title of its own in its app and something besides; in the documents' order. */
export function createTrainingPairs(documents: Iterable<ToolDocument>): TrainingPair[] {
  const pairs: TrainingPair[] = [];
  const seen = new Set<string>();
  for (const document of documents) {
    const { fields, title: called } = extractTerms(document);
    const [name, app, , description] = fields;
    const key = `${document.app[0]} ${called.join(" ")}`;
    if (called.length === 0 || seen.has(key)) continue;
    seen.add(key);
    const rest = [
      ...new Set([...name!.slice(0, 12), ...app!.slice(0, 6), ...description!.slice(0, 40)]),
    ];
    if (rest.length > 1) pairs.push({ title: called, details: rest });
  }
  return pairs;
}
