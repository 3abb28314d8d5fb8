import type { ToolIndex } from "./open-index.ts";
import type { Step } from "./parse-task.ts";
import { idf } from "./postings.ts";

/** For each app from 0 to 1: how much of one of its names the request has, words counting less that rarely mean the app. */
export function scoreNamedApps(index: ToolIndex, steps: readonly Step[]): Float32Array {
  const { appNames, slugs, terms, frequencies } = index;
  const scores = new Float32Array(slugs.length);
  const confidences = new Map<number, number>();
  for (const step of steps) {
    for (const { term, isNamed } of step.queryTerms) {
      const number = terms.find(term);
      if (number < 0 || appNames.appsWithTerm(number).length === 0) continue;
      // A word that mostly other apps' tools have (calendar, files) rarely means the app.
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
        // A name of several words is hardly written whole by chance, however common each of them is.
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

/** How many of an app's names are its own: its slug, and what it is called. Its vendor's name it shares with others. */
const OWN_NAMES = 2;
const ALIAS_FACTOR = 0.9;

/** What a word counts that is not written like a name. */
const UNNAMED_FACTOR = 0.7;
