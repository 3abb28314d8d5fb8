import { createFeatureExtractor, FEATURES } from "./features.ts";
import { scoreNamedApps } from "./named-apps.ts";
import type { ToolIndex } from "./open-index.ts";
import { parseTask, type Step } from "./parse-task.ts";
import { type Candidate, retrieveCandidates } from "./retrieve-candidates.ts";

/** What is looked for, and where. */
export interface SearchQuery {
  /** In plain words; a name of an app in it counts. */
  readonly task: string;
  /** The most tools to be found. */
  readonly limit: number;
  /** The slugs of the apps to look in; without it, all. */
  readonly apps?: ReadonlySet<string> | undefined;
  /** The slugs of the apps that are connected: their tools come first among equals. */
  readonly connected?: ReadonlySet<string> | undefined;
  /** The slugs of the apps that people use most: their tools come first among those that fit nearly alike, unless the request names an app. */
  readonly popular?: ReadonlySet<string> | undefined;
  /** The most tools of one app that come before those of others, unless the request names it; 5 if nothing is said. */
  readonly perApp?: number | undefined;
}

/** How many are looked at closely, of each index. */
const MAX_CANDIDATES = 300;
/** What being connected is worth. */
export const CONNECTED_BOOST = 1.6;
/** What being popular is worth, where the request names no app. */
export const POPULAR_BOOST = 1.15;

/** One index's candidates with their features, one after another. */
export interface FeatureSet {
  readonly number: number;
  readonly index: ToolIndex;
  readonly steps: readonly Step[];
  readonly named: Float32Array;
  readonly candidates: readonly Candidate[];
  readonly features: Float32Array;
}

/** What is looked at closely, measured but not yet weighed: what the weights are learned from. */
export function extractFeatures(
  indexes: readonly ToolIndex[],
  { task, apps, connected, popular }: SearchQuery,
): FeatureSet[] {
  const steps = parseTask(task, indexes);
  const retrieved = indexes.map((index, number) => {
    const named = scoreNamedApps(index, steps);
    const boosts = named.map((confidence, app) => {
      const slug = index.slugs[app]!;
      if (apps && !apps.has(slug)) return 0;
      return (
        (1 + confidence) *
        (connected?.has(slug) ? CONNECTED_BOOST : popular?.has(slug) ? POPULAR_BOOST : 1)
      );
    });
    return {
      number,
      index,
      steps,
      named,
      ...retrieveCandidates(index, steps, { limit: MAX_CANDIDATES, boosts }),
    };
  });
  const bestTotal = Math.max(
    ...retrieved.flatMap(({ candidates }) => candidates.map((each) => each.total)),
  );
  const best = steps.map((_, step) => Math.max(...retrieved.map((each) => each.best[step]!)));
  const directions = queryVectors(steps, indexes);
  return retrieved.map(({ number, index, named, candidates, best: ownBest }) => {
    const features = new Float32Array(candidates.length * FEATURES.length);
    const extract = createFeatureExtractor({
      index,
      steps,
      named,
      bestTotal,
      directions: index.directions.length > 0 ? directions : [],
    });
    candidates.forEach((each, at) =>
      extract(
        { ...each, share: (each.share * ownBest[each.step]!) / best[each.step]! },
        features.subarray(at * FEATURES.length, (at + 1) * FEATURES.length),
      ),
    );
    return { number, index, steps, named, candidates, features };
  });
}

/** What each step means, and after them the whole request. */
function queryVectors(steps: readonly Step[], indexes: readonly ToolIndex[]): Float32Array[] {
  const vectors = indexes.find((index) => index.vectors)?.vectors;
  if (!vectors) return [];
  const terms = steps.map(({ queryTerms }) => queryTerms.map(({ term }) => term));
  return [...terms, new Set(terms.flat())].map((each) => vectors.embed(each));
}
