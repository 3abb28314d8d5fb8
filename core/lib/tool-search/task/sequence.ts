import { scoreNamedApps } from "../apps/named-apps.ts";
import { findUnmatchedApp } from "../apps/unmatched-app.ts";
import type { ToolIndex } from "../index/open-index.ts";
import { extractFeatures, type FeatureSet, type SearchQuery } from "../rank/extract-features.ts";
import type { Step } from "./parse-task.ts";

/** The confidence from which a step names an app itself. */
const NAMED_CONFIDENCE = 0.6;
const MIN_CANDIDATES = 40;
const MAX_CANDIDATES = 160;

/**
 * Returns the features of the candidates for each step of a sequence, as if it were a task of its
 * own. A step that names no app continues with the app of the step before it, or else uses that of
 * the next step that names one, unless none of its tools fits: `find the contact in Ledger and update their phone`.
 */
export function extractSequenceFeatures(
  indexes: readonly ToolIndex[],
  steps: readonly Step[],
  query: SearchQuery,
): FeatureSet[][] {
  const named = steps.map((step) =>
    indexes.map((index) => scoreNamedApps(index, [step], query.popular)),
  );
  const namesApp = named.map((scores) =>
    scores.some((each) => each.some((confidence) => confidence >= NAMED_CONFIDENCE)),
  );
  const candidates = Math.max(MIN_CANDIDATES, Math.floor(MAX_CANDIDATES / steps.length));
  return steps.map((step, at) => {
    const before = namesApp.lastIndexOf(true, at);
    const context = before >= 0 ? before : namesApp.indexOf(true);
    const extract = (source: number) =>
      extractFeatures(indexes, [step], { ...query, named: named[source], candidates });
    const featureSets = extract(context >= 0 ? context : at);
    // The app of another step may have no tool for this one, as in `email the list to the team`.
    return context >= 0 && context !== at && findUnmatchedApp(featureSets, query) !== undefined
      ? extract(at)
      : featureSets;
  });
}

/** Takes turns between lists, without repeating an item with the same key. */
export function interleave<Item>(
  lists: readonly (readonly Item[])[],
  keyOf: (item: Item) => string,
): Item[] {
  const seen = new Set<string>();
  const result: Item[] = [];
  const next = lists.map(() => 0);
  for (let open = lists.length; open > 0; ) {
    open = 0;
    for (const [number, list] of lists.entries()) {
      while (next[number]! < list.length && seen.has(keyOf(list[next[number]!]!))) next[number]!++;
      const item = list[next[number]!];
      if (item === undefined) continue;
      seen.add(keyOf(item));
      result.push(item);
      open++;
    }
  }
  return result;
}
