import { estimateConfidence } from "./confidence.ts";
import { explainMatch } from "./explain-match.ts";
import {
  CONNECTED_BOOST,
  extractFeatures,
  type FeatureSet,
  POPULAR_BOOST,
  type SearchQuery,
} from "./extract-features.ts";
import { FEATURES } from "./features.ts";
import type { ToolIndex } from "./open-index.ts";
import { findUnknownName } from "./unknown-name.ts";
import { findUnmatchedApp } from "./unmatched-app.ts";
import { WEIGHTS } from "./weights.ts";

export type { SearchQuery } from "./extract-features.ts";

export interface SearchMatch {
  /** The position of the index in the list of indexes. */
  readonly index: number;
  /** The number of the tool in that index. */
  readonly tool: number;
  /** From 0 to 1. Comparable only within the results of one search. */
  readonly score: number;
  /** The estimated probability that the task means this tool, whether connected or not. */
  readonly confidence: number;
  /** Short phrases, such as `name matches create, issue` or `github is connected`. */
  readonly why: readonly string[];
}

/** The tools for a task, and what the task names that the indexes lack. */
export interface SearchResult {
  /** Best match first. */
  readonly matches: SearchMatch[];
  /** The slug of the app that the task names, if none of its tools fits the task. */
  readonly unmatchedApp?: string | undefined;
  /** The name in the task that seems to be an app's, but occurs in no index. */
  readonly unknownName?: string | undefined;
}

/** The score factor of connected apps if the task names another app. */
const CONNECTED_UNNAMED_BOOST = 1.15;
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
/** The limit per app doesn't apply if the query selects at most this many apps. */
const FEW_APPS = 3;
const MAX_PER_APP = 5;

const MAX_SCORE = FEATURES.reduce((sum, feature) => sum + Math.max(0, WEIGHTS[feature]), 0);

/** Finds the tools for a task, best match first. See `search`. */
export const searchTools = (
  indexes: ToolIndex | readonly ToolIndex[],
  query: SearchQuery,
): SearchMatch[] => search(indexes, query).matches;

/**
 * Finds the tools for a task, and what the task names that the indexes lack. Several indexes are
 * searched as one. In that case, all except the first must be built with `statisticsOf` the first.
 */
export function search(
  indexes: ToolIndex | readonly ToolIndex[],
  query: SearchQuery,
): SearchResult {
  const indexList = "tools" in indexes ? [indexes] : indexes;
  const featureSets = extractFeatures(indexList, query);
  const unmatchedApp = findUnmatchedApp(featureSets, query);
  return {
    matches: rankMatches(indexList, featureSets, query, unmatchedApp !== undefined),
    unmatchedApp,
    unknownName:
      isAppNamed(featureSets) || featureSets.some(({ steps }) => steps.length !== 1)
        ? undefined
        : findUnknownName(query.task, indexList),
  };
}

const isAppNamed = (featureSets: readonly FeatureSet[]): boolean =>
  featureSets.some(({ named }) => named.some((confidence) => confidence >= CERTAIN_CONFIDENCE));

function rankMatches(
  indexList: readonly ToolIndex[],
  featureSets: readonly FeatureSet[],
  query: SearchQuery,
  isUnmatched: boolean,
): SearchMatch[] {
  const isAnyNamed = isAppNamed(featureSets);
  // Names of unknown apps are often ordinary words, so only a popular one holds the others back.
  const isPopularNamed = featureSets.some(({ index, named }) =>
    named.some(
      (confidence, app) =>
        confidence >= POPULAR_CONFIDENCE && query.popular?.has(index.slugs[app]!),
    ),
  );
  const boostFor = (slug: string, confidence: number, isConnected: boolean): number => {
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
    return !isAnyNamed && query.popular?.has(slug) ? POPULAR_BOOST : 1;
  };
  const scored = featureSets.flatMap(({ steps, index, number, named, candidates, features }) =>
    candidates.map((candidate, position) => {
      const app = index.appOf[candidate.tool]!;
      const slug = index.slugs[app]!;
      const isConnected = query.connected?.has(slug) === true;
      let sum = 0;
      for (let feature = 0; feature < FEATURES.length; feature++) {
        sum += WEIGHTS[FEATURES[feature]!] * features[position * FEATURES.length + feature]!;
      }
      const score = sum * boostFor(slug, named[app]!, isConnected);
      const unconnectedScore = isConnected ? sum * boostFor(slug, named[app]!, false) : score;
      return {
        index: number,
        candidate,
        slug,
        isConnected,
        isNamed: named[app]! >= NAMED_CONFIDENCE,
        score,
        unconnectedScore,
        step: steps[candidate.step]!,
      };
    }),
  );
  scored.sort(
    (a, b) => b.score - a.score || a.index - b.index || a.candidate.tool - b.candidate.tool,
  );
  const maxPerApp =
    query.apps && query.apps.size <= FEW_APPS ? Infinity : (query.perApp ?? MAX_PER_APP);
  const best = limitPerApp(scored, maxPerApp).slice(0, query.limit + 1);
  const runnerUp = Math.max(0, ...best.slice(1).map((each) => each.unconnectedScore));
  return best.slice(0, query.limit).map((each, position) => ({
    index: each.index,
    tool: each.candidate.tool,
    score: Math.round(normalize(each.score) * 1000) / 1000,
    confidence: estimateConfidence({
      isFirst: position === 0,
      score: normalize(each.unconnectedScore),
      rivalScore: normalize(position === 0 ? runnerUp : best[0]!.unconnectedScore),
    }),
    why: explainMatch(
      indexList[each.index]!,
      each.candidate.tool,
      each.step,
      each.slug,
      each.isConnected,
    ),
  }));
}

const normalize = (score: number): number => Math.min(1, Math.max(0, score / MAX_SCORE));

/** Moves the tools of an app beyond its limit to the end, unless the task names the app. */
function limitPerApp<Each extends { readonly slug: string; readonly isNamed: boolean }>(
  sorted: readonly Each[],
  maxPerApp: number,
): Each[] {
  const counts = new Map<string, number>();
  const overflow: Each[] = [];
  const first = sorted.filter((each) => {
    const count = (counts.get(each.slug) ?? 0) + 1;
    counts.set(each.slug, count);
    if (each.isNamed || count <= maxPerApp) return true;
    overflow.push(each);
    return false;
  });
  return [...first, ...overflow];
}
