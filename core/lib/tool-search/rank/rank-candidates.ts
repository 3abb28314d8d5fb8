import {
  CONNECTED_BOOST,
  type FeatureSet,
  LEADING_BOOST,
  POPULAR_BOOST,
  type SearchQuery,
} from "./extract-features.ts";
import { FEATURES } from "./features.ts";
import type { RankedCandidate } from "./ranked-candidate.ts";
import { RERANKED, type Reranker, rerankInputs, rerankValue } from "./rerank.ts";
import { compareCandidates } from "./standings.ts";
import { WEIGHTS } from "./weights.ts";

interface RankOptions {
  readonly query: SearchQuery;
  /** Whether no tool of the app that the task names fits. */
  readonly isUnmatched: boolean;
  readonly reranker: Reranker | undefined;
}

/** The score factor of connected apps if the task names another app. */
const CONNECTED_UNNAMED_BOOST = 1.15;

/** The share of the best score from which a tool of a connected app gets its boost. */
const CONNECTED_SHARE = 0.7;
/** The confidence from which the task certainly names an app. */
const CERTAIN_CONFIDENCE = 0.7;

/** The confidence from which the task names a popular app. */
const POPULAR_CONFIDENCE = 0.6;
/** The score factor of other apps if the task names a popular one that has a fitting tool. */
const OTHER_APP_FACTOR = 0.65;

/** The score factor of other apps if no tool of the popular app that the task names fits. */
const UNMATCHED_OTHER_APP_FACTOR = 0.85;
/** The score factor of an app with a name that a popular app has too. */
const LESS_POPULAR_FACTOR = 0.9;

/** The confidence from which the tools of an app are exempt from the limit per app. */
const NAMED_CONFIDENCE = 0.6;

/** The sum that only one task in a thousand exceeds, without boosts for connected apps. */
const MAX_SUM = 36;

/** Limits the sum of a candidate to a score from 0 to 1. */
export const normalizeScore = (sum: number): number => Math.min(1, Math.max(0, sum / MAX_SUM));

export const isAppNamed = (featureSets: readonly FeatureSet[]): boolean =>
  featureSets.some(({ named }) => named.some((confidence) => confidence >= CERTAIN_CONFIDENCE));

/** Scores the candidates of all indexes and ranks the best ones again. Best candidate first. */
export function rankCandidates(
  featureSets: readonly FeatureSet[],
  { query, isUnmatched, reranker }: RankOptions,
): RankedCandidate[] {
  const boostFor = createBoosts(featureSets, query, isUnmatched);
  const entries = featureSets.flatMap((set) =>
    set.candidates.map((candidate, position) => {
      const app = set.index.appOf[candidate.tool]!;
      const slug = set.index.slugs[app]!;
      const isConnected = query.connected?.has(slug) === true;
      const confidence = set.named[app]!;
      const ranked: RankedCandidate = {
        index: set.number,
        candidate,
        step: set.steps[candidate.step]!,
        slug,
        isConnected,
        isNamed: confidence >= NAMED_CONFIDENCE,
        sum: weightedSum(set.features, position),
        boost: boostFor(slug, confidence, isConnected),
        unconnectedBoost: boostFor(slug, confidence, false),
      };
      return { ranked, set, position };
    }),
  );
  entries.sort((a, b) => compare(a.ranked, b.ranked));
  const standings = compareCandidates(entries.slice(0, RERANKED));
  const best = standings.map((standing, at) => {
    const { ranked, set, position } = entries[at]!;
    const inputs = rerankInputs(set, position, standing);
    return {
      ...ranked,
      inputs,
      sum: ranked.sum + (reranker ? rerankValue(reranker, inputs) : 0),
    };
  });
  const rest = entries.slice(RERANKED).map(({ ranked }) => ranked);
  return [...limitConnectedBoost(best).sort(compare), ...rest];
}

/** Boosts connected apps only among tools that fit the task about as well as the best one. */
function limitConnectedBoost(candidates: readonly RankedCandidate[]): RankedCandidate[] {
  const scores = candidates.map(({ sum, unconnectedBoost }) => sum * unconnectedBoost);
  const least = Math.max(0, ...scores) * CONNECTED_SHARE;
  return candidates.map((each, position) =>
    each.isConnected && scores[position]! < least
      ? { ...each, boost: Math.min(each.boost, each.unconnectedBoost) }
      : each,
  );
}

const compare = (a: RankedCandidate, b: RankedCandidate): number =>
  b.sum * b.boost - a.sum * a.boost || a.index - b.index || a.candidate.tool - b.candidate.tool;

function weightedSum(features: Float32Array, position: number): number {
  let sum = 0;
  for (let feature = 0; feature < FEATURES.length; feature++) {
    sum += WEIGHTS[FEATURES[feature]!] * features[position * FEATURES.length + feature]!;
  }
  return sum;
}

function createBoosts(
  featureSets: readonly FeatureSet[],
  query: SearchQuery,
  isUnmatched: boolean,
): (slug: string, confidence: number, isConnected: boolean) => number {
  const isAnyNamed = isAppNamed(featureSets);
  // Names of unknown apps are often ordinary words, so only a popular one holds the others back.
  const isPopularNamed = featureSets.some(({ index, named }) =>
    named.some(
      (confidence, app) =>
        confidence >= POPULAR_CONFIDENCE && query.popular?.has(index.slugs[app]!),
    ),
  );
  return (slug, confidence, isConnected) => {
    if (isPopularNamed && confidence < POPULAR_CONFIDENCE) {
      if (isConnected) return 1;
      return isUnmatched ? UNMATCHED_OTHER_APP_FACTOR : OTHER_APP_FACTOR;
    }
    if (isPopularNamed && !isConnected && !query.popular?.has(slug)) return LESS_POPULAR_FACTOR;
    if (isConnected) {
      return isAnyNamed && confidence < CERTAIN_CONFIDENCE
        ? CONNECTED_UNNAMED_BOOST
        : CONNECTED_BOOST;
    }
    if (isAnyNamed || !query.popular?.has(slug)) return 1;
    return query.leading?.has(slug) ? LEADING_BOOST : POPULAR_BOOST;
  };
}
