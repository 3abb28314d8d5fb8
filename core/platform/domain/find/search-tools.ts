import { explainMatch } from "./explain-match.ts";
import {
  CONNECTED_BOOST,
  extractFeatures,
  POPULAR_BOOST,
  type SearchQuery,
} from "./extract-features.ts";
import { FEATURES } from "./features.ts";
import type { ToolIndex } from "./open-index.ts";
import { WEIGHTS } from "./weights.ts";

export type { SearchQuery as Question } from "./extract-features.ts";

/** A tool, the best first. */
export interface SearchMatch {
  /** Which of the indexes it is in. */
  readonly index: number;
  readonly tool: number;
  /** From 0 to 1; comparable within one answer. */
  readonly score: number;
  /** In short words for people: `name has create, issue`, `app named github`, `github is connected`. */
  readonly why: readonly string[];
}

/** What being connected is worth where the request names another app. */
const CONNECTED_UNNAMED_BOOST = 1.15;
/** From where on it names one beyond doubt; and from where on an app's tools are as many as they are. */
const CERTAIN_CONFIDENCE = 0.7;
const NAMED_CONFIDENCE = 0.6;
/** So few apps asked for are all meant. */
const FEW_APPS = 3;
const MAX_PER_APP = 5;

const MAX_SCORE = FEATURES.reduce((sum, feature) => sum + Math.max(0, WEIGHTS[feature]), 0);

/** The tools that a task asks for, best first. Several indexes are searched as one: the later ones have to be built like the first. */
export function searchTools(
  indexes: ToolIndex | readonly ToolIndex[],
  question: SearchQuery,
): SearchMatch[] {
  const indexList = "tools" in indexes ? [indexes] : indexes;
  const featureSets = extractFeatures(indexList, question);
  const isAnyNamed = featureSets.some(({ named }) =>
    named.some((confidence) => confidence >= CERTAIN_CONFIDENCE),
  );
  const boostFor = (slug: string, confidence: number): number => {
    if (question.connected?.has(slug))
      return isAnyNamed && confidence < CERTAIN_CONFIDENCE
        ? CONNECTED_UNNAMED_BOOST
        : CONNECTED_BOOST;
    return !isAnyNamed && question.popular?.has(slug) ? POPULAR_BOOST : 1;
  };
  const scored = featureSets.flatMap(({ steps, index, number, named, candidates, features }) =>
    candidates.map((candidate, position) => {
      const app = index.appOf[candidate.tool]!;
      const slug = index.slugs[app]!;
      const isConnected = question.connected?.has(slug) === true;
      let sum = 0;
      for (let feature = 0; feature < FEATURES.length; feature++)
        sum += WEIGHTS[FEATURES[feature]!] * features[position * FEATURES.length + feature]!;
      const score = sum * boostFor(slug, named[app]!);
      return {
        index: number,
        candidate,
        slug,
        isConnected,
        isNamed: named[app]! >= NAMED_CONFIDENCE,
        score,
        step: steps[candidate.step]!,
      };
    }),
  );
  scored.sort(
    (a, b) => b.score - a.score || a.index - b.index || a.candidate.tool - b.candidate.tool,
  );
  const maxPerApp =
    question.apps && question.apps.size <= FEW_APPS ? Infinity : (question.perApp ?? MAX_PER_APP);
  return limitPerApp(scored, maxPerApp)
    .slice(0, question.limit)
    .map(({ index, candidate, score, step, slug, isConnected }) => ({
      index,
      tool: candidate.tool,
      score: Math.round(Math.min(1, Math.max(0, score / MAX_SCORE)) * 1000) / 1000,
      why: explainMatch(indexList[index]!, candidate.tool, step, slug, isConnected),
    }));
}

/** Those of an app beyond its most come after the others. */
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
