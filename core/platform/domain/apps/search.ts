import type { AppEntry } from "../../../ports/apps.ts";

/** Which apps are looked for. */
export interface AppQuery {
  /** Words; none: all apps. */
  readonly words: string;
  readonly category?: string | undefined;
}

/** An app as it is compared: folded, once for each list. */
interface IndexedApp<App> {
  readonly app: App;
  /** What it is called, without spaces: its name, its slug, its other names. */
  readonly names: readonly string[];
  /** The words of those, and of all else that is said of it, each between spaces. */
  readonly nameWords: string;
  readonly otherWords: string;
  /** Its place by name. */
  readonly position: number;
}

/**
 * The apps that fit, the best first: those whose name is what was asked for, or begins with it; then those with a word of
 * the name, of the vendor, of the categories, of the description that begins as asked. Where nothing has all the words,
 * those that have most of them; where nothing has any, names that are one letter away.
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
  const scored = all
    .map((each) => ({ ...each, score: scoreApp(each, tokens, joined) }))
    .filter(({ score }) => score > 0);
  if (scored.length === 0)
    return sortByName(all.filter(({ names }) => names.some((name) => isOneEditAway(name, joined))));
  const best = Math.max(...scored.map(({ score }) => Math.floor(score)));
  return scored
    .filter(({ score }) => Math.floor(score) === best)
    .sort(
      (a, b) =>
        b.score - a.score ||
        VERIFICATION_ORDER.indexOf(b.app.verified) - VERIFICATION_ORDER.indexOf(a.app.verified) ||
        a.position - b.position,
    )
    .map(({ app }) => app);
}

const VERIFICATION_ORDER: readonly AppEntry["verified"][] = ["unverified", "reviewed", "run"];

const sortByName = <App>(all: readonly IndexedApp<App>[]): App[] =>
  [...all].sort((a, b) => a.position - b.position).map(({ app }) => app);

/** How many of the words it has, and as a fraction below one how well. */
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
    const value = nameWords.includes(` ${word} `)
      ? 0.95
      : nameWords.includes(` ${word}`)
        ? 0.7
        : otherWords.includes(` ${word} `)
          ? 0.3
          : otherWords.includes(` ${word}`)
            ? 0.2
            : 0;
    if (value > 0) matched++;
    quality += value;
  }
  if (prefixScore > 0) return Math.max(prefixScore, matched + quality / tokens.length);
  if (matched === 0)
    return joined.length > 2 && names.some((name) => name.includes(joined))
      ? tokens.length + 0.1
      : 0;
  return matched + quality / tokens.length;
}

/** Whether one letter more, less, another, or two neighbors in each other's place make one of the other; of four letters at least. */
function isOneEditAway(a: string, b: string): boolean {
  if (b.length < 4 || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const rest = (text: string, skipped: number) => text.slice(start + skipped);
  if (a.length === b.length)
    return (
      rest(a, 1) === rest(b, 1) ||
      (a[start] === b[start + 1] && a[start + 1] === b[start] && rest(a, 2) === rest(b, 2))
    );
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

const byName = (a: AppEntry, b: AppEntry) => {
  const [one, other] = [foldText(a.name), foldText(b.name)];
  return one < other ? -1 : one > other ? 1 : a.slug < b.slug ? -1 : 1;
};

const joinTokens = (texts: readonly string[]) => ` ${texts.flatMap(tokenize).join(" ")} `;

const foldText = (text: string) => text.toLowerCase().normalize("NFKD").replaceAll(/\p{M}/gu, "");

const tokenize = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
