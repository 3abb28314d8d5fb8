import type { PageEntry } from "../../ports/content.ts";
import { type Postings, postingsOf } from "./postings.ts";
import { type Matches, tallyOf } from "./tally.ts";
import { stem, wordsOf } from "./words.ts";

/** A page that has at least one of the words, and which of them. */
export interface Found {
  readonly page: PageEntry;
  readonly matched: string[];
}

/** Finds pages by the words of their paths. */
export interface PathIndex {
  /** The words looked for, how many pages have one, and the best of them. */
  search(query: string, limit: number): { words: string[]; total: number; found: Found[] };
}

/** The most words of a query that are looked for. */
const MOST_WORDS = 32;

const indexes = new WeakMap<readonly PageEntry[], PathIndex>();

/** The index of a list of pages; made once for each list. */
export function indexOf(pages: readonly PageEntry[]): PathIndex {
  let index = indexes.get(pages);
  if (index) return index;
  const making = createIndex(pages);
  let step = making.next();
  while (!step.done) step = making.next();
  indexes.set(pages, (index = step.value));
  return index;
}

/** Makes the index of a list before anyone asks for it, a little at a time, so that others are answered in between. */
export async function prepareIndex(pages: readonly PageEntry[]): Promise<void> {
  if (indexes.has(pages)) return;
  const making = createIndex(pages);
  let step = making.next();
  while (!step.done) {
    await new Promise<void>((resolve) => setTimeout(resolve));
    step = making.next();
  }
  indexes.set(pages, step.value);
}

/**
 * An inverted index over path words. A query's word matches the same word (singular or plural), or else, from three
 * letters on, the words that begin with it. Best is what has most words of the query, then the rarest words, then the
 * whole words, then the shortest path, then the alphabet: the order never depends on the order of the pages.
 */
function* createIndex(pages: readonly PageEntry[]): Generator<void, PathIndex> {
  // A page's number is its place among equals, so that the shorter path and the alphabet are settled here once.
  const ranked = inOrder(pages);
  yield;
  const postings = yield* postingsOf(ranked.map(({ path }) => path));
  const tally = tallyOf(ranked.length);
  return {
    search(query, limit) {
      const words = wordsIn(query);
      const { total, best } = tally(
        words.map((word) => matchesOf(word, postings, ranked.length)),
        limit,
      );
      const found = best.map(({ at, mask }) => ({
        page: ranked[at]!,
        matched: words.filter((_, bit) => mask & (1 << bit)),
      }));
      return { words, total, found };
    },
  };
}

/** The words of a query, each once. */
function wordsIn(query: string): string[] {
  const words = wordsOf(query);
  if (words.length === 1) return words;
  return [...new Map(words.map((word) => [stem(word), word])).values()].slice(0, MOST_WORDS);
}

/** The pages that have the word; else, at half their worth, those that have one that begins with it. */
function matchesOf(word: string, postings: Postings, pages: number): Matches[] {
  const exact = postings.get(stem(word));
  if (exact) return [{ pages: exact, worth: Math.log(1 + pages / exact.length) }];
  if ([...word].length < 3) return [];
  const begun = postings
    .begunBy(word)
    .map((list) => ({ pages: list, worth: Math.log(1 + pages / list.length) / 2 }));
  return begun.sort((a, b) => b.worth - a.worth);
}

/** The shortest path first, then the alphabet. By length first: to compare strings is what takes the time. */
function inOrder(pages: readonly PageEntry[]): PageEntry[] {
  const byLength: PageEntry[][] = [];
  for (const page of pages) (byLength[page.path.length] ??= []).push(page);
  return byLength.flatMap((alike) => alike.sort((a, b) => (a.path < b.path ? -1 : 1)));
}
