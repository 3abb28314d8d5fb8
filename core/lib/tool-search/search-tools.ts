import { findUnknownName } from "./apps/unknown-name.ts";
import { findUnmatchedApp } from "./apps/unmatched-app.ts";
import type { ToolIndex } from "./index/open-index.ts";
import { estimateConfidence } from "./rank/confidence.ts";
import { explainMatch } from "./rank/explain-match.ts";
import { extractFeatures, type FeatureSet, type SearchQuery } from "./rank/extract-features.ts";
import { commonness, estimateFit } from "./rank/fit.ts";
import { isAppNamed, normalizeScore, rankCandidates } from "./rank/rank-candidates.ts";
import type { RankedCandidate } from "./rank/ranked-candidate.ts";
import { RERANKER } from "./rank/reranker.ts";
import { isSequence } from "./task/commands.ts";
import { parseTask, type Step } from "./task/parse-task.ts";
import { extractSequenceFeatures, interleave } from "./task/sequence.ts";

export type { SearchQuery } from "./rank/extract-features.ts";

export interface SearchMatch {
  /** The position of the index in the list of indexes. */
  readonly index: number;
  /** The number of the tool in that index. */
  readonly tool: number;
  /** From 0 to 1. Comparable only within the results of one search. */
  readonly score: number;
  /** The estimated probability that the task means this tool, whether connected or not. */
  readonly confidence: number;
  /** Short phrases, such as `name matches create, issue` or `tracker is connected`. */
  readonly why: readonly string[];
  /** The position in `steps` of the step that the tool is for, if there are several. */
  readonly step?: number | undefined;
}

/** The tools for a task, and what the task names that the indexes lack. */
export interface SearchResult {
  /** Best match first. */
  readonly matches: SearchMatch[];
  /** The steps of the task, if there are several. */
  readonly steps?: readonly string[] | undefined;
  /** The estimated probability that any tool serves the task, from 0 to 1. */
  readonly fit: number;
  /** The slug of the app that the task names, if none of its tools fits the task. */
  readonly unmatchedApp?: string | undefined;
  /** The name in the task that seems to be an app's, but occurs in no index. */
  readonly unknownName?: string | undefined;
}

/** The limit per app doesn't apply if the query selects at most this many apps. */
const FEW_APPS = 3;
const MAX_PER_APP = 5;

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
  const steps = parseTask(query.task, indexList);
  if (isSequence(query.task, steps)) return searchSteps(indexList, steps, query);
  const featureSets = extractFeatures(indexList, steps, query);
  const unmatchedApp = findUnmatchedApp(featureSets, query);
  const { matches, fit } = rankMatches(indexList, featureSets, query, unmatchedApp !== undefined);
  return {
    matches,
    fit,
    unmatchedApp,
    unknownName:
      isAppNamed(featureSets) || featureSets.some(({ steps }) => steps.length !== 1)
        ? undefined
        : findUnknownName(query.task, indexList),
  };
}

/** Searches for the tools of each step. The first tools cover all the steps. */
function searchSteps(
  indexList: readonly ToolIndex[],
  steps: readonly Step[],
  query: SearchQuery,
): SearchResult {
  const ranked = extractSequenceFeatures(indexList, steps, query).map((featureSets) =>
    rankMatches(indexList, featureSets, query, false),
  );
  const byStep = ranked.map(({ matches }, step) => matches.map((match) => ({ ...match, step })));
  return {
    fit: Math.max(...ranked.map(({ fit }) => fit)),
    matches: interleave(byStep, ({ index, tool }) => `${index} ${tool}`).slice(0, query.limit),
    steps: steps.map(({ text }) => text),
  };
}

/** Returns the best matches, and the probability that any tool serves the task. */
function rankMatches(
  indexList: readonly ToolIndex[],
  featureSets: readonly FeatureSet[],
  query: SearchQuery,
  isUnmatched: boolean,
): Pick<SearchResult, "matches" | "fit"> {
  const ranked = rankCandidates(featureSets, { query, isUnmatched, reranker: RERANKER });
  const maxPerApp =
    query.apps && query.apps.size <= FEW_APPS ? Infinity : (query.perApp ?? MAX_PER_APP);
  const best = limitPerApp(ranked, maxPerApp).slice(0, query.limit + 1);
  const unconnectedScore = ({ sum, unconnectedBoost }: RankedCandidate) =>
    normalizeScore(sum * unconnectedBoost);
  const runnerUp = Math.max(0, ...best.slice(1).map(unconnectedScore));
  const matches = best.slice(0, query.limit).map((each, position) => ({
    index: each.index,
    tool: each.candidate.tool,
    score: Math.round(normalizeScore(each.sum * each.boost) * 1000) / 1000,
    confidence: estimateConfidence({
      isFirst: position === 0,
      score: unconnectedScore(each),
      rivalScore: position === 0 ? runnerUp : unconnectedScore(best[0]!),
    }),
    why: explainMatch(
      indexList[each.index]!,
      each.candidate.tool,
      each.step,
      each.slug,
      each.isConnected,
    ),
  }));
  const steps = featureSets[0]?.steps ?? [];
  const score = best[0] ? unconnectedScore(best[0]) : 0;
  const fit = isAppNamed(featureSets)
    ? 1
    : Math.max(
        0,
        ...steps.map((step) => estimateFit({ commonness: commonness(step, indexList), score })),
      );
  return { matches, fit };
}

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
