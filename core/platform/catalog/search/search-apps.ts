import { requireValue } from "../../../lib/kit/require-value.ts";
import type { AppEntry } from "../../../lib/openapi-tools/index.ts";
import { stem } from "../../../lib/tool-search/index.ts";
import { correctWord } from "./correct-words.ts";
import {
  type AppIndex,
  foldText,
  indexApps,
  phraseKey,
  tokenize,
  withoutFillers,
} from "./index-apps.ts";
import { CATEGORY_PHRASES, findCategory } from "./purposes.ts";

interface AppQuery {
  /** Search words. The empty string matches all apps. */
  readonly words: string;
  readonly category?: string | undefined;
}

/**
 * Returns the matching apps, best match first. Exact names rank before purposes of apps, those
 * before name prefixes and categories, and those before words in the name, the vendor or the
 * description. If no app certainly has all the words, those with a purpose that is a part of them
 * match too: "crm for small business". Leading apps rank first among equals, then popular ones. If
 * no app has all the words, the apps with the most words match. Misspelled words match like correct
 * ones, but rank after them. If nothing matches, pieces inside names do.
 */
export function rankApps<App extends AppEntry>(
  apps: readonly App[],
  { words, category }: AppQuery,
): App[] {
  const index = indexApps(apps, CATEGORY_PHRASES);
  const folded = category === undefined ? undefined : foldText(category);
  const isListed = ({ categories }: App) =>
    folded === undefined || categories.some((each) => foldText(each) === folded);
  const tokens = tokenize(words);
  if (tokens.length === 0) return index.apps.filter(isListed);
  const scores = scoreApps(tokens, index);
  const matching = index.apps.flatMap((app, number) => {
    const score = scores[number] ?? 0;
    return score > 0 && isListed(app) ? [{ app, score }] : [];
  });
  if (matching.length === 0) return findPieces(index.apps, tokens.join("")).filter(isListed);
  const best = Math.floor(Math.max(...matching.map(({ score }) => score)));
  // Sorting is stable: equal apps stay in their order.
  return matching
    .filter(({ score }) => score >= best)
    .sort((a, b) => b.score - a.score || compareTrust(a.app, b.app))
    .map(({ app }) => app);
}

const VERIFICATION_ORDER: readonly AppEntry["verified"][] = ["unverified", "reviewed", "run"];

const compareTrust = (a: AppEntry, b: AppEntry): number =>
  Number(b.leading ?? false) - Number(a.leading ?? false) ||
  Number(b.popular ?? false) - Number(a.popular ?? false) ||
  VERIFICATION_ORDER.indexOf(b.verified) - VERIFICATION_ORDER.indexOf(a.verified);

/** Returns the apps with a piece of at least three letters inside their names, popular ones first. */
const findPieces = <App extends AppEntry>(apps: readonly App[], piece: string): App[] =>
  piece.length < 3
    ? []
    : apps
        .filter(({ name, slug, aliases = [] }) =>
          [name, slug, ...aliases].some((text) => tokenize(text).join("").includes(piece)),
        )
        .sort(compareTrust);

/** The penalty for a corrected word. */
const CORRECTION_COST = 0.02;

/**
 * Returns the score of each app: the number of matched words, plus a fraction below 1 for the
 * quality of the matches.
 */
function scoreApps(tokens: readonly string[], index: AppIndex<AppEntry>): Float64Array {
  const words = withoutFillers(tokens);
  const joined = tokens.join("");
  // A name that is typed in pieces, such as "git hub", isn't misspelled.
  const correctedWords = words.map((word) => ({
    word,
    corrections: index.names.has(joined) ? [] : correctWord(word, index),
  }));
  const scores = scoreWords(correctedWords, index);
  const raise = (number: number, quality: number) => {
    scores[number] = Math.max(scores[number] ?? 0, words.length + quality);
  };
  const trustOf = (number: number) =>
    trustIn(requireValue(index.apps[number], "an app of the index"));
  const corrected = correctedWords.map(({ word, corrections: [first = word] }) => first);
  const keys = [...new Set([phraseKey(words), phraseKey(corrected)])];
  for (const [position, key] of keys.entries())
    scorePhrase(key, index, (number, quality) =>
      raise(number, quality - position * CORRECTION_COST),
    );
  for (const number of index.names.startingWith(joined))
    raise(number, 0.84 + 0.02 * trustOf(number));
  const isPurpose = keys.some((key) => index.purposes.has(key) || findCategory(key) !== undefined);
  // Obscure apps have ordinary words as names, such as "News".
  for (const number of index.names.exact(joined))
    raise(number, isPurpose && trustOf(number) === 0 ? 0.88 : 0.99);
  if (!scores.some((score) => score >= words.length + CERTAIN_QUALITY))
    for (const { key, share } of partsOf(corrected))
      scorePhrase(key, index, (number, quality) =>
        raise(number, PART_QUALITY + PART_SHARE * share * quality),
      );
  return scores;
}

/** The least quality of an app that the words certainly mean. */
const CERTAIN_QUALITY = 0.7;
/** Purposes that are only a part of the words rank before words of descriptions, the longest first. */
const PART_QUALITY = 0.31;
const PART_SHARE = 0.18;
/** The words of the longest part. */
const MAX_PART_WORDS = 4;

/** The parts of a phrase as keys: of "crm for small business", "crm". */
function* partsOf(words: readonly string[]): Generator<{ key: string; share: number }> {
  for (let length = Math.min(words.length - 1, MAX_PART_WORDS); length > 0; length--)
    for (let start = 0; start + length <= words.length; start++)
      yield { key: phraseKey(words.slice(start, start + length)), share: length / words.length };
}

/** As much as listing a purpose three places earlier. */
const LEADING_BONUS = 0.003;
/** By trust: popular apps of a category rank before names with the word, and others after. */
const CATEGORY_QUALITIES = [0.4, 0.6, 0.91] as const;

/** Scores the apps with a purpose, and those of the category that the phrase names. */
function scorePhrase(
  key: string,
  { apps, purposes, purposeKeys }: AppIndex<AppEntry>,
  raise: (number: number, quality: number) => void,
): void {
  for (const number of purposes.exact(key)) {
    const position = requireValue(purposeKeys[number], "the purposes of an app").indexOf(key);
    const app = requireValue(apps[number], "an app of the index");
    const leads = app.leading ? LEADING_BONUS : 0;
    raise(number, 0.92 + 0.02 * trustIn(app) + leads - Math.min(position, 9) * 0.001);
  }
  const category = findCategory(key);
  if (category === undefined) return;
  for (const [number, app] of apps.entries())
    if (app.categories.includes(category)) raise(number, CATEGORY_QUALITIES[trustIn(app)]);
}

/** How likely people mean an app: 2 if it is popular, 1 if it is reviewed, else 0. */
function trustIn({ popular, verified }: AppEntry): 0 | 1 | 2 {
  if (popular) return 2;
  return verified === "unverified" ? 0 : 1;
}

/** Counts the words that each app has, and adds the mean quality of their matches. */
function scoreWords(
  words: readonly { readonly word: string; readonly corrections: readonly string[] }[],
  index: AppIndex<AppEntry>,
): Float64Array {
  const scores = new Float64Array(index.apps.length);
  for (const { word, corrections } of words) {
    const qualities = new Float64Array(scores.length);
    rateWord(word, 0, index, qualities);
    for (const correction of corrections) rateWord(correction, CORRECTION_COST, index, qualities);
    for (const [number, quality] of qualities.entries())
      if (quality > 0) scores[number] = (scores[number] ?? 0) + 1 + quality / words.length;
  }
  return scores;
}

/** Whole words count more than prefixes, and the name more than other texts. */
function rateWord(
  word: string,
  cost: number,
  { names, nameWords, purposeStems, otherWords }: AppIndex<unknown>,
  qualities: Float64Array,
): void {
  const raise = (numbers: Iterable<number>, quality: number) => {
    for (const number of numbers)
      qualities[number] = Math.max(qualities[number] ?? 0, quality - cost);
  };
  raise(names.exact(word), 0.86);
  raise(nameWords.exact(word), 0.86);
  raise(nameWords.startingWith(word), 0.7);
  raise(purposeStems.exact(stem(word)), 0.65);
  raise(otherWords.exact(word), 0.3);
  raise(otherWords.startingWith(word), 0.2);
}
