import type { ToolDocument } from "../../../core/platform/domain/find/document.ts";
import type { ToolIndex } from "../../../core/platform/domain/find/open-index.ts";
import { searchTools } from "../../../core/platform/domain/find/search-tools.ts";
import { tokenize } from "../../../core/platform/domain/find/tokenizer.ts";

/** How many tools are among the first ten for their own title and app's name. */
export interface Completeness {
  readonly queries: number;
  readonly found: number;
  /** Not found, but more than ten tools of apps of that name have the same words for a title, and one of those was. */
  readonly ambiguous: number;
  readonly missing: readonly string[];
}

/** Asks for every n-th tool by its own title and its app's name. */
export function measureCompleteness(
  index: ToolIndex,
  documents: readonly ToolDocument[],
  every: number,
): Completeness {
  const keys = documents.map(titleKey);
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  let [queries, match, ambiguous] = [0, 0, 0];
  const missing: string[] = [];
  for (let tool = 0; tool < documents.length; tool += every) {
    const { name, title, app } = documents[tool]!;
    queries++;
    const first = searchTools(index, { task: `${title} ${app[0] ?? ""}`, limit: 10 });
    if (first.some((each) => each.tool === tool)) match++;
    else if (counts.get(keys[tool]!)! > 10 && first.some((each) => keys[each.tool] === keys[tool]))
      ambiguous++;
    else missing.push(name);
  }
  return { queries, found: match, ambiguous, missing };
}

/** Tools with the same one cannot be told apart by title and app. */
const titleKey = ({ title, app }: ToolDocument): string =>
  `${app[0]}: ${[...new Set(tokenize(title))].sort().join(" ")}`;
