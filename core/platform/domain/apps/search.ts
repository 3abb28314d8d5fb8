import type { AppEntry } from "../../../ports/apps.ts";

/** Which apps are looked for. */
export interface Wanted {
  /** Words; none: all apps. */
  readonly words: string;
  readonly category?: string | undefined;
}

/** An app as it is compared: folded, once for each list. */
interface Folded<App> {
  readonly app: App;
  /** What it is called, without spaces: its name, its slug, its other names. */
  readonly names: readonly string[];
  /** The words of those, and of all else that is said of it, each between spaces. */
  readonly nameWords: string;
  readonly otherWords: string;
  /** Its place by name. */
  readonly place: number;
}

/**
 * The apps that fit, the best first: those whose name is what was asked for, or begins with it; then those with a word of
 * the name, of the vendor, of the categories, of the description that begins as asked. Where nothing has all the words,
 * those that have most of them; where nothing has any, names that are one letter away.
 */
export function appsWanted<App extends AppEntry>(
  apps: readonly App[],
  { words, category }: Wanted,
): App[] {
  const all = foldedOf(apps).filter(
    ({ app }) =>
      category === undefined || app.categories.some((each) => folded(each) === folded(category)),
  );
  const asked = wordsOf(words);
  if (asked.length === 0) return inOrder(all);
  const whole = asked.join("");
  const scored = all
    .map((each) => ({ ...each, score: scoreOf(each, asked, whole) }))
    .filter(({ score }) => score > 0);
  if (scored.length === 0)
    return inOrder(all.filter(({ names }) => names.some((name) => isOneAway(name, whole))));
  const most = Math.max(...scored.map(({ score }) => Math.floor(score)));
  return scored
    .filter(({ score }) => Math.floor(score) === most)
    .sort(
      (a, b) =>
        b.score - a.score ||
        SURE.indexOf(b.app.verified) - SURE.indexOf(a.app.verified) ||
        a.place - b.place,
    )
    .map(({ app }) => app);
}

const SURE: readonly AppEntry["verified"][] = ["unverified", "reviewed", "run"];

const inOrder = <App>(all: readonly Folded<App>[]): App[] =>
  [...all].sort((a, b) => a.place - b.place).map(({ app }) => app);

/** How many of the words it has, and as a fraction below one how well. */
function scoreOf(
  { names, nameWords, otherWords }: Folded<unknown>,
  asked: readonly string[],
  whole: string,
): number {
  if (names.includes(whole)) return asked.length + 0.99;
  const begins = names.some((name) => name.startsWith(whole)) ? asked.length + 0.9 : 0;
  let matched = 0;
  let well = 0;
  for (const word of asked) {
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
    well += value;
  }
  if (begins > 0) return Math.max(begins, matched + well / asked.length);
  if (matched === 0)
    return whole.length > 2 && names.some((name) => name.includes(whole)) ? asked.length + 0.1 : 0;
  return matched + well / asked.length;
}

/** Whether one letter more, less, another, or two neighbours in each other's place make one of the other; of four letters at least. */
function isOneAway(a: string, b: string): boolean {
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

const known = new WeakMap<readonly AppEntry[], readonly Folded<AppEntry>[]>();

function foldedOf<App extends AppEntry>(apps: readonly App[]): readonly Folded<App>[] {
  let all = known.get(apps);
  if (!all) {
    const places = new Map([...apps].sort(byName).map((app, place) => [app, place]));
    all = apps.map((app) => {
      const names = [app.name, app.slug, ...(app.aliases ?? [])];
      return {
        app,
        names: names.map((name) => wordsOf(name).join("")),
        nameWords: spaced(names),
        otherWords: spaced([app.vendor, ...app.categories, app.description]),
        place: places.get(app)!,
      };
    });
    known.set(apps, all);
  }
  return all as readonly Folded<App>[];
}

const byName = (a: AppEntry, b: AppEntry) => {
  const [one, other] = [folded(a.name), folded(b.name)];
  return one < other ? -1 : one > other ? 1 : a.slug < b.slug ? -1 : 1;
};

const spaced = (texts: readonly string[]) => ` ${texts.flatMap(wordsOf).join(" ")} `;

const folded = (text: string) => text.toLowerCase().normalize("NFKD").replaceAll(/\p{M}/gu, "");

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
