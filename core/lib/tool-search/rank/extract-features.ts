import { scoreNamedApps } from "../apps/named-apps.ts";
import type { ToolIndex } from "../index/open-index.ts";
import type { Step } from "../task/parse-task.ts";
import { createFeatureExtractor, FEATURES } from "./features.ts";
import { type Candidate, retrieveCandidates } from "./retrieve-candidates.ts";
import { type TrackedTerms, trackTerms } from "./tracked-terms.ts";

export interface SearchQuery {
  /** The task in plain language. An app name in it favors the tools of that app. */
  readonly task: string;
  /** The maximum number of matches. */
  readonly limit: number;
  /** The slugs of the apps to search. Default: all apps. */
  readonly apps?: ReadonlySet<string> | undefined;
  /** The slugs of the connected apps, whose tools get a boost. */
  readonly connected?: ReadonlySet<string> | undefined;
  /** The slugs of popular apps, whose tools get a small boost unless the task names an app. */
  readonly popular?: ReadonlySet<string> | undefined;
  /**
   * The slugs of the popular apps that most people mean if they name none, such as one for
   * emails. Their tools precede about equal ones of other apps, unless the task names an app.
   */
  readonly leading?: ReadonlySet<string> | undefined;
  /**
   * The number of tools of one app after which its other tools rank last, unless the task names the
   * app. Default: 5.
   */
  readonly perApp?: number | undefined;
}

/** The number of candidates per index for which features are computed. */
const MAX_CANDIDATES = 150;
/** The score factor of connected apps. */
export const CONNECTED_BOOST = 1.6;
/** The score factor of popular apps if the task names no app. */
export const POPULAR_BOOST = 1.15;
/** The score factor of leading apps if the task names no app. */
export const LEADING_BOOST = 1.3;

interface FeatureQuery extends Pick<SearchQuery, "apps" | "connected" | "popular"> {
  /** By index and app: the confidence that the task names the app. Default: that of the steps. */
  readonly named?: readonly Float32Array[] | undefined;
  /** The number of candidates per index. Default: 150. */
  readonly candidates?: number | undefined;
}

/** The candidates of one index and their features. */
export interface FeatureSet {
  /** The position of the index in the list of indexes. */
  readonly number: number;
  readonly index: ToolIndex;
  readonly steps: readonly Step[];
  /** By app: the confidence that the task names it, from 0 to 1. */
  readonly named: Float32Array;
  readonly tracked: TrackedTerms;
  readonly candidates: readonly Candidate[];
  /** For each candidate one value per feature, in the order of `FEATURES`. */
  readonly features: Float32Array;
}

/** Retrieves the candidates and computes the features, from which the weights are learned. */
export function extractFeatures(
  indexes: readonly ToolIndex[],
  steps: readonly Step[],
  { apps, connected, popular, named: namedApps, candidates: limit = MAX_CANDIDATES }: FeatureQuery,
): FeatureSet[] {
  const tracked = trackTerms(steps);
  const retrieved = indexes.map((index, number) => {
    const named = namedApps?.[number] ?? scoreNamedApps(index, steps, popular);
    const boosts = named.map((confidence, app) => {
      const slug = index.slugs[app]!;
      if (apps && !apps.has(slug)) return 0;
      if (connected?.has(slug)) return (1 + confidence) * CONNECTED_BOOST;
      return popular?.has(slug) ? (1 + confidence) * POPULAR_BOOST : 1 + confidence;
    });
    return {
      number,
      index,
      steps,
      named,
      ...retrieveCandidates(index, steps, { limit, boosts, tracked }),
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
    for (const [position, candidate] of candidates.entries()) {
      const { step, share } = candidate;
      extract(
        { ...candidate, share: (share * ownBest[step]!) / best[step]! },
        features.subarray(position * FEATURES.length, (position + 1) * FEATURES.length),
      );
    }
    return { number, index, steps, named, tracked, candidates, features };
  });
}

/** Embeds each step, followed by the whole task. Returns an empty list without word vectors. */
function queryVectors(steps: readonly Step[], indexes: readonly ToolIndex[]): Float32Array[] {
  const vectors = indexes.find((index) => index.vectors)?.vectors;
  if (!vectors) return [];
  const terms = steps.map(({ queryTerms }) => queryTerms.map(({ term }) => term));
  return [...terms, new Set(terms.flat())].map((each) => vectors.embed(each));
}
