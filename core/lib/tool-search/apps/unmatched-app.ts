import type { FeatureSet, SearchQuery } from "../rank/extract-features.ts";
import { FEATURES } from "../rank/features.ts";

/** The confidence from which the task names an app. Aliases have at most 0.9. */
const NAMED_CONFIDENCE = 0.85;
/**
 * The fit of a named app's best tool below which no tool of the app does the task. All
 * development requests fit better. With the name of another app, 64 % of them fit worse.
 */
const MIN_FIT = 0.5;

/**
 * Returns the slug of the app that the task names if none of its tools fits the task. Returns
 * undefined if the task names no app, names only apps that aren't searched, has a fitting tool, or
 * has several steps. In tasks of several steps, words that name an app often mean something else.
 */
export function findUnmatchedApp(
  featureSets: readonly FeatureSet[],
  { apps, popular }: Pick<SearchQuery, "apps" | "popular">,
): string | undefined {
  if (featureSets.some(({ steps }) => steps.length !== 1)) return undefined;
  let app: string | undefined;
  let highest = 0;
  for (const { index, named } of featureSets) {
    for (const [number, confidence] of named.entries()) {
      const slug = index.slugs[number]!;
      if (confidence < NAMED_CONFIDENCE || (apps && !apps.has(slug))) continue;
      const rank = confidence + (popular?.has(slug) ? 1 : 0);
      if (rank <= highest) continue;
      highest = rank;
      app = slug;
    }
  }
  return app === undefined || featureSets.some(hasFittingTool) ? undefined : app;
}

const COVERAGE = FEATURES.indexOf("coverage");
const SIMILARITY = FEATURES.indexOf("stepSimilarity");

/** Whether a tool of a named app covers enough of the task's words and meaning. */
function hasFittingTool({ index, steps, named, candidates, features }: FeatureSet): boolean {
  // A task of only an app name asks for nothing that could be missing.
  const termCount = steps.reduce((sum, { queryTerms }) => sum + queryTerms.length, 0);
  if (termCount < 2) return true;
  return candidates.some(({ tool }, position) => {
    if (named[index.appOf[tool]!]! < NAMED_CONFIDENCE) return false;
    const coverage = features[position * FEATURES.length + COVERAGE]!;
    const similarity =
      index.directions.length > 0 ? features[position * FEATURES.length + SIMILARITY]! : coverage;
    return (coverage + similarity) / 2 >= MIN_FIT;
  });
}
