import type { ToolIndex } from "./open.ts";
import { rarity } from "./postings.ts";
import type { Step } from "./request.ts";

/** For each app from 0 to 1: how much of one of its names the request has, words counting less that rarely mean the app. */
export function appsNamed(index: ToolIndex, steps: readonly Step[]): Float32Array {
  const { appNames, slugs, terms, frequencies } = index;
  const named = new Float32Array(slugs.length);
  const asked = new Map<number, number>();
  for (const step of steps) {
    for (const { term, isNamed } of step.asked) {
      const number = terms.find(term);
      if (number < 0 || appNames.having(number).length === 0) continue;
      // A word that mostly other apps' tools have (calendar, files) rarely means the app.
      const sure = Math.min(1, appNames.toolsHaving(number) / Math.max(1, frequencies[number]!));
      asked.set(
        number,
        Math.max(asked.get(number) ?? 0, Math.sqrt(sure) * (isNamed ? 1 : UNNAMED)),
      );
    }
  }
  const weight = (term: number) => rarity(appNames.having(term).length, slugs.length);
  for (const term of asked.keys()) {
    for (const app of appNames.having(term)) {
      if (named[app]! > 0) continue;
      for (const [place, name] of appNames.of[app]!.entries()) {
        let all = 0;
        let had = 0;
        for (const each of name) {
          all += weight(each);
          had += weight(each) * (asked.get(each) ?? 0);
        }
        // A name of several words is hardly written whole by chance, however common each of them is.
        const isWhole = name.length > 1 && name.every((each) => asked.has(each));
        named[app] = Math.max(
          named[app]!,
          (isWhole ? 1 : had / all) * (place < OWN_NAMES ? 1 : ALIAS),
        );
      }
    }
  }
  return named;
}

/** How many of an app's names are its own: its slug, and what it is called. Its vendor's name it shares with others. */
const OWN_NAMES = 2;
const ALIAS = 0.9;

/** What a word counts that is not written like a name. */
const UNNAMED = 0.7;
