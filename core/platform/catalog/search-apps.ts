import type { AppEntry } from "../../lib/openapi-tools/index.ts";
import { findPurpose } from "./purposes.ts";

export interface AppQuery {
  /** Search words. The empty string matches all apps. */
  readonly words: string;
  readonly category?: string | undefined;
}

/** An app with its texts folded for comparison. Built once for each list. */
interface IndexedApp<App> {
  readonly app: App;
  /** The name, the slug and the aliases, without spaces. */
  readonly names: readonly string[];
  /** The words of the name, the slug and the aliases, each between spaces. */
  readonly nameWords: string;
  /** The words of the vendor, the categories and the description, each between spaces. */
  readonly otherWords: string;
  /** The position in the list sorted by name. */
  readonly position: number;
}

/**
 * Returns the matching apps, best match first. Exact names rank before popular apps of the category
 * that the words name, those before name prefixes, and those before words in the name, the vendor, the categories or the description. If no app has all the
 * words, the apps with the most words match. If no app has any, names one edit away match.
 */
export function rankApps<App extends AppEntry>(
  apps: readonly App[],
  { words, category }: AppQuery,
): App[] {
  const all = indexApps(apps).filter(
    ({ app }) =>
      category === undefined ||
      app.categories.some((each) => foldText(each) === foldText(category)),
  );
  const tokens = tokenize(words);
  if (tokens.length === 0) return sortByName(all);
  const joined = tokens.join("");
  const purpose = findPurpose(tokens.join(" "));
  const scored = all
    .map((each) => {
      const score = scoreApp(each, tokens, joined);
      return { ...each, score: Math.max(score, scorePurpose(each.app, purpose, tokens, score)) };
    })
    .filter(({ score }) => score > 0);
  if (scored.length === 0) {
    return sortByName(all.filter(({ names }) => names.some((name) => isOneEditAway(name, joined))));
  }
  const best = Math.max(...scored.map(({ score }) => Math.floor(score)));
  return scored
    .filter(({ score }) => Math.floor(score) === best)
    .sort(
      (a, b) =>
        b.score - a.score ||
        Number(b.app.popular ?? false) - Number(a.app.popular ?? false) ||
        VERIFICATION_ORDER.indexOf(b.app.verified) - VERIFICATION_ORDER.indexOf(a.app.verified) ||
        a.position - b.position,
    )
    .map(({ app }) => app);
}

const VERIFICATION_ORDER: readonly AppEntry["verified"][] = ["unverified", "reviewed", "run"];

const sortByName = <App>(all: readonly IndexedApp<App>[]): App[] =>
  [...all].sort((a, b) => a.position - b.position).map(({ app }) => app);

/**
 * The score of an app whose category the words name. Popular apps follow the app of that name, and
 * the others follow apps with the words in their names. `textScore` decides among them.
 */
function scorePurpose(
  app: AppEntry,
  purpose: string | undefined,
  tokens: readonly string[],
  textScore: number,
): number {
  if (purpose === undefined || !app.categories.includes(purpose)) return 0;
  const share = Math.min(1, textScore / (tokens.length + 1));
  return tokens.length + (app.popular ? 0.98 : 0.4) + share * 0.009;
}

/** The number of matched words, plus a fraction below 1 for the quality of the matches. */
function scoreApp(
  { names, nameWords, otherWords }: IndexedApp<unknown>,
  tokens: readonly string[],
  joined: string,
): number {
  if (names.includes(joined)) return tokens.length + 0.99;
  const prefixScore = names.some((name) => name.startsWith(joined)) ? tokens.length + 0.9 : 0;
  let matched = 0;
  let quality = 0;
  for (const word of tokens) {
    const wordQuality = scoreWord(word, nameWords, otherWords);
    if (wordQuality > 0) matched++;
    quality += wordQuality;
  }
  if (prefixScore > 0) return Math.max(prefixScore, matched + quality / tokens.length);
  if (matched === 0) {
    const isSubstring = joined.length > 2 && names.some((name) => name.includes(joined));
    return isSubstring ? tokens.length + 0.1 : 0;
  }
  return matched + quality / tokens.length;
}

/** From 0 to 1: whole words count more than prefixes, and the name more than other texts. */
function scoreWord(word: string, nameWords: string, otherWords: string): number {
  if (nameWords.includes(` ${word} `)) return 0.95;
  if (nameWords.includes(` ${word}`)) return 0.7;
  if (otherWords.includes(` ${word} `)) return 0.3;
  return otherWords.includes(` ${word}`) ? 0.2 : 0;
}

/**
 * Whether `b` results from `a` by inserting, deleting or replacing one character, or by swapping
 * two adjacent characters. False if `b` has fewer than four characters.
 */
function isOneEditAway(a: string, b: string): boolean {
  if (b.length < 4 || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const rest = (text: string, skipped: number) => text.slice(start + skipped);
  if (a.length === b.length) {
    return (
      rest(a, 1) === rest(b, 1) ||
      (a[start] === b[start + 1] && a[start + 1] === b[start] && rest(a, 2) === rest(b, 2))
    );
  }
  return a.length > b.length ? rest(a, 1) === rest(b, 0) : rest(a, 0) === rest(b, 1);
}

const indexCache = new WeakMap<readonly AppEntry[], readonly IndexedApp<AppEntry>[]>();

function indexApps<App extends AppEntry>(apps: readonly App[]): readonly IndexedApp<App>[] {
  let all = indexCache.get(apps);
  if (!all) {
    const positions = new Map([...apps].sort(byName).map((app, position) => [app, position]));
    all = apps.map((app) => {
      const names = [app.name, app.slug, ...(app.aliases ?? [])];
      return {
        app,
        names: names.map((name) => tokenize(name).join("")),
        nameWords: joinTokens(names),
        otherWords: joinTokens([app.vendor, ...app.categories, app.description]),
        position: positions.get(app)!,
      };
    });
    indexCache.set(apps, all);
  }
  return all as readonly IndexedApp<App>[];
}

function byName(a: AppEntry, b: AppEntry): number {
  const nameA = foldText(a.name);
  const nameB = foldText(b.name);
  if (nameA !== nameB) return nameA < nameB ? -1 : 1;
  return a.slug < b.slug ? -1 : 1;
}

const joinTokens = (texts: readonly string[]) => ` ${texts.flatMap(tokenize).join(" ")} `;

const foldText = (text: string) => text.toLowerCase().normalize("NFKD").replaceAll(/\p{M}/gu, "");

const tokenize = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
