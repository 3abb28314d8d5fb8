import type { PageEntry } from "../../ports/content.ts";
import { pathWords, stem, wordsOf } from "./words.ts";

/** A page that has at least one of the words, and which of them. */
export interface Found {
  readonly page: PageEntry;
  readonly matched: readonly string[];
}

/** Finds pages by the words of their paths. */
export interface PathIndex {
  /** The words looked for, how many pages have one, and the best of them. */
  search(query: string, limit: number): { words: string[]; total: number; found: Found[] };
}

const indexes = new WeakMap<readonly PageEntry[], PathIndex>();

/** The index of a list of pages; made once for each list. */
export function indexOf(pages: readonly PageEntry[]): PathIndex {
  let index = indexes.get(pages);
  if (!index) indexes.set(pages, (index = createIndex(pages)));
  return index;
}

/**
 * An inverted index over path words. A query's word matches the same word (singular or plural), or else, from three
 * letters on, the words that begin with it. Best is what has most words of the query, then the rarest words, then the
 * whole words, then the shortest path, then the alphabet: the order never depends on the order of the pages.
 */
function createIndex(pages: readonly PageEntry[]): PathIndex {
  const postings = new Map<string, number[]>();
  for (const [at, { path }] of pages.entries()) {
    for (const word of new Set(pathWords(path).map(stem))) {
      const list = postings.get(word);
      if (list) list.push(at);
      else postings.set(word, [at]);
    }
  }
  const vocabulary = [...postings.keys()].sort();

  return {
    search(query, limit) {
      const words = [...new Set(wordsOf(query))].slice(0, 32);
      const matches = new Map<number, { matched: string[]; rarity: number }>();
      for (const word of words) {
        for (const [at, rarity] of matchesOf(word, postings, vocabulary, pages.length)) {
          const match = matches.get(at) ?? { matched: [], rarity: 0 };
          match.matched.push(word);
          match.rarity += rarity;
          matches.set(at, match);
        }
      }
      const ranked = [...matches].map(([at, { matched, rarity }]) => ({ page: pages[at]!, matched, rarity }));
      ranked.sort(
        (a, b) =>
          b.matched.length - a.matched.length ||
          b.rarity - a.rarity ||
          a.page.path.length - b.page.path.length ||
          (a.page.path < b.page.path ? -1 : 1),
      );
      return { words, total: ranked.length, found: ranked.slice(0, limit).map(({ page, matched }) => ({ page, matched })) };
    },
  };
}

/** The pages that a word matches, and what the match is worth: more for a rare word, half for the beginning of one. */
function matchesOf(
  word: string,
  postings: ReadonlyMap<string, readonly number[]>,
  vocabulary: readonly string[],
  pages: number,
): Map<number, number> {
  const worth = (list: readonly number[]) => Math.log(1 + pages / list.length);
  const exact = postings.get(stem(word));
  if (exact) return new Map(exact.map((at) => [at, worth(exact)]));
  const found = new Map<number, number>();
  if ([...word].length < 3) return found;
  for (let at = lowerBound(vocabulary, word); at < vocabulary.length && vocabulary[at]!.startsWith(word); at++) {
    const list = postings.get(vocabulary[at]!)!;
    for (const page of list) found.set(page, Math.max(found.get(page) ?? 0, worth(list) / 2));
  }
  return found;
}

function lowerBound(sorted: readonly string[], word: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
