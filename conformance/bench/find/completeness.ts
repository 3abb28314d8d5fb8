import type { ToolDocument } from "../../../core/lib/tool-search/index/document.ts";
import type { ToolIndex } from "../../../core/lib/tool-search/index/open-index.ts";
import { searchTools } from "../../../core/lib/tool-search/search-tools.ts";
import { tokenize } from "../../../core/lib/tool-search/words/tokenizer.ts";

/** The number of tools that a query of their title and app name finds in the first ten results. */
export interface Completeness {
  readonly queries: number;
  readonly found: number;
  /**
   * Tools that weren't found themselves. More than ten tools share their title words and app name,
   * and one of those was found.
   */
  readonly ambiguous: number;
  readonly missing: readonly string[];
}

/** Searches for every n-th tool by its title and app name. */
export function measureCompleteness(
  index: ToolIndex,
  documents: readonly ToolDocument[],
  every: number,
): Completeness {
  const keys = documents.map(titleKey);
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  let queries = 0;
  let found = 0;
  let ambiguous = 0;
  const missing: string[] = [];
  for (let tool = 0; tool < documents.length; tool += every) {
    const { name, title, app } = documents[tool]!;
    queries++;
    const first = searchTools(index, { task: `${title} ${app[0] ?? ""}`, limit: 10 });
    if (first.some((each) => each.tool === tool)) found++;
    else if (counts.get(keys[tool]!)! > 10 && first.some((each) => keys[each.tool] === keys[tool]))
      ambiguous++;
    else missing.push(name);
  }
  return { queries, found, ambiguous, missing };
}

/** Returns a key that is equal for tools with the same title words and app name. */
const titleKey = ({ title, app }: ToolDocument): string =>
  `${app[0]}: ${[...new Set(tokenize(title))].sort().join(" ")}`;
