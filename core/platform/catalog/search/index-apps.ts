import type { AppEntry } from "../../../lib/openapi-tools/index.ts";
import { stem } from "../../../lib/tool-search/index.ts";
import { createPostings, type Postings } from "./app-postings.ts";

/** A list of apps in the form that searches need. Built once for each list. */
export interface AppIndex<App> {
  /** The apps by name. Their numbers are the positions in this list. */
  readonly apps: readonly App[];
  /** Names, slugs and aliases without spaces. */
  readonly names: Postings;
  /** The words of names, slugs and aliases. */
  readonly nameWords: Postings;
  /** Purposes as keys (see `phraseKey`). */
  readonly purposes: Postings;
  /** The purposes of each app as keys, the most important one first. */
  readonly purposeKeys: readonly (readonly string[])[];
  /** The stems of the words of purposes. */
  readonly purposeStems: Postings;
  /** The words of the vendor, the categories and the description. */
  readonly otherWords: Postings;
  /** The words that names, purposes and categories consist of, and names without spaces. */
  readonly vocabulary: ReadonlySet<string>;
}

const cache = new WeakMap<readonly AppEntry[], AppIndex<AppEntry>>();

/** Returns the index of a list of apps. `phrases` are other words that searches understand. */
export function indexApps<App extends AppEntry>(
  apps: readonly App[],
  phrases: Iterable<string>,
): AppIndex<App> {
  let index = cache.get(apps);
  if (!index) {
    index = createIndex(apps, phrases);
    cache.set(apps, index);
  }
  return index as AppIndex<App>;
}

function createIndex<App extends AppEntry>(
  unsorted: readonly App[],
  phrases: Iterable<string>,
): AppIndex<App> {
  const apps = unsorted.toSorted(byName);
  const nameTexts = apps.map(({ name, slug, aliases = [] }) => [name, slug, ...aliases]);
  const names = nameTexts.map((texts) => texts.map((text) => tokenize(text).join("")));
  const nameWords = nameTexts.map((texts) => texts.flatMap(tokenize));
  const purposes = apps.map((app) => (app.purposes ?? []).map(tokenize));
  const purposeKeys = purposes.map((all) => all.map(phraseKey));
  return {
    apps,
    names: createPostings(names),
    nameWords: createPostings(nameWords),
    purposes: createPostings(purposeKeys),
    purposeKeys,
    purposeStems: createPostings(purposes.map((all) => all.flat().map(stem))),
    otherWords: createPostings(
      apps.map(({ vendor, categories, description }) =>
        [vendor, ...categories, description].flatMap(tokenize),
      ),
    ),
    vocabulary: new Set([
      ...[...phrases].flatMap(tokenize),
      ...names.flat(),
      ...nameWords.flat(),
      ...purposes.flat(2),
    ]),
  };
}

/** Words that say nothing about an app. */
const FILLERS = new Set(
  "a an and app apps best build company create find for free get in make manage my of online or our platform program service services software solution system team the to tool tools use with your".split(
    " ",
  ),
);

/** Omits words such as `app` and `for`, unless nothing else is left. */
export function withoutFillers(tokens: readonly string[]): readonly string[] {
  const rest = tokens.filter((token) => !FILLERS.has(token));
  return rest.length > 0 ? rest : tokens;
}

/** Returns the same key for spellings of one phrase: `to-do list`, `todo lists`. */
export const phraseKey = (tokens: readonly string[]): string =>
  withoutFillers(tokens).map(stem).join("");

export const foldText = (text: string): string =>
  text.toLowerCase().normalize("NFKD").replaceAll(/\p{M}/gu, "");

export const tokenize = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

function byName(a: AppEntry, b: AppEntry): number {
  const nameA = foldText(a.name);
  const nameB = foldText(b.name);
  if (nameA !== nameB) return nameA < nameB ? -1 : 1;
  return a.slug < b.slug ? -1 : 1;
}
