import type { ToolIndex } from "./open-index.ts";
import type { Step } from "./parse-task.ts";
import { idf } from "./postings.ts";

/**
 * Returns for each app the confidence that the task names it, from 0 to 1. It is the share of the
 * terms of one of its names. Terms that rarely refer to an app count less.
 */
export function scoreNamedApps(index: ToolIndex, steps: readonly Step[]): Float32Array {
  const { appNames, slugs, terms, frequencies } = index;
  const scores = new Float32Array(slugs.length);
  const confidences = new Map<number, number>();
  for (const step of steps) {
    for (const { term, isNamed } of step.queryTerms) {
      const number = terms.find(term);
      if (number < 0 || appNames.appsWithTerm(number).length === 0) continue;
      // A term that is common in the tools of other apps ("calendar") rarely means the app.
      const confidence = Math.min(
        1,
        appNames.toolsWithTerm(number) / Math.max(1, frequencies[number]!),
      );
      confidences.set(
        number,
        Math.max(
          confidences.get(number) ?? 0,
          Math.sqrt(confidence) * (isNamed ? 1 : UNNAMED_FACTOR),
        ),
      );
    }
  }
  const weight = (term: number) => idf(appNames.appsWithTerm(term).length, slugs.length);
  for (const term of confidences.keys()) {
    for (const app of appNames.appsWithTerm(term)) {
      if (scores[app]! > 0) continue;
      for (const [position, name] of appNames.byApp[app]!.entries()) {
        let total = 0;
        let matched = 0;
        for (const each of name) {
          total += weight(each);
          matched += weight(each) * (confidences.get(each) ?? 0);
        }
        // A task rarely contains a whole name of several words by chance, even if they are common.
        const isFullMatch = name.length > 1 && name.every((each) => confidences.has(each));
        scores[app] = Math.max(
          scores[app]!,
          (isFullMatch ? 1 : matched / total) * (position < OWN_NAMES ? 1 : ALIAS_FACTOR),
        );
      }
    }
  }
  return scores;
}

/** The number of names that an app doesn't share: its slug and its display name. */
const OWN_NAMES = 2;
const ALIAS_FACTOR = 0.9;

/** The factor for terms that aren't written like a name. */
const UNNAMED_FACTOR = 0.7;
