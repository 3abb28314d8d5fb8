import type { FeatureSet } from "./extract-features.ts";
import { FEATURES } from "./features.ts";
import type { RankedCandidate } from "./ranked-candidate.ts";
import { maskCoverage } from "./tracked-terms.ts";

/** How a candidate compares with the other candidates that are ranked again. */
export interface CandidateStanding {
  /** Its score relative to the best one. */
  readonly relativeScore: number;
  /** The share of its app in the scores of all candidates. */
  readonly appShare: number;
  /** 1 for the best candidate of its app, 1/2 for the second best, and so on. */
  readonly appRank: number;
  /** 1 for the best candidate for its step, 1/2 for the second best, and so on. */
  readonly stepRank: number;
  /** The score of the best candidate of its app relative to the best one. */
  readonly appLead: number;
  /** The share of the task's terms that it has. */
  readonly coverage: number;
  /** The share of the task's terms that the candidates of its app have together. */
  readonly appCoverage: number;
  /** The mean over the steps of how well the best candidate of its app for a step matches that. */
  readonly appBreadth: number;
  /** The mean similarity of the candidates of its app to the task. */
  readonly appSimilarity: number;
}

/** Compares candidates, best first, with each other. */
export function compareCandidates(entries: readonly CandidateEntry[]): CandidateStanding[] {
  const scores = entries.map(({ ranked: { sum, boost } }) => Math.max(0.01, sum * boost));
  const total = scores.reduce((sum, score) => sum + score, 0);
  const byApp = new Map<string, AppStanding>();
  for (const [at, { ranked, set, position }] of entries.entries()) {
    const { slug, candidate } = ranked;
    const app = byApp.get(slug) ?? {
      total: 0,
      highest: scores[at]!,
      count: 0,
      similarity: 0,
      mask: 0,
      shares: set.steps.map(() => 0),
    };
    app.total += scores[at]!;
    app.count++;
    app.mask |= candidate.mask;
    app.similarity += set.features[position * FEATURES.length + TASK_SIMILARITY]!;
    app.shares[candidate.step] = Math.max(app.shares[candidate.step]!, candidate.share);
    byApp.set(slug, app);
  }
  const ofApp = createCounter<string>();
  const ofStep = createCounter<number>();
  return entries.map(({ ranked: { slug, candidate }, set }, at) => {
    const app = byApp.get(slug)!;
    return {
      relativeScore: scores[at]! / scores[0]!,
      appShare: app.total / total,
      appRank: 1 / ofApp(slug),
      stepRank: 1 / ofStep(candidate.step),
      appLead: app.highest / scores[0]!,
      coverage: maskCoverage(candidate.mask, set.tracked),
      appCoverage: maskCoverage(app.mask, set.tracked),
      appBreadth: app.shares.reduce((sum, share) => sum + share, 0) / app.shares.length,
      appSimilarity: app.similarity / app.count,
    };
  });
}

/** Returns a function that counts how often it was called with a key, this time included. */
function createCounter<Key>(): (key: Key) => number {
  const counts = new Map<Key, number>();
  return (key) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
}

/** A candidate and its features. */
interface CandidateEntry {
  readonly ranked: RankedCandidate;
  readonly set: FeatureSet;
  readonly position: number;
}

/** The sums over the candidates of an app. */
interface AppStanding {
  total: number;
  readonly highest: number;
  count: number;
  similarity: number;
  /** The tracked terms that its candidates have together. */
  mask: number;
  /** By step: the best share of a candidate. */
  readonly shares: number[];
}

const TASK_SIMILARITY = FEATURES.indexOf("taskSimilarity");
