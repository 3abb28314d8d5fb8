import type { PageEntry } from "../../ports/content.ts";
import { pathWords, stem, wordsOf } from "./words.ts";

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
  if (!index) indexes.set(pages, (index = createIndex(pages)));
  return index;
}

/**
 * An inverted index over path words. A query's word matches the same word (singular or plural), or else, from three
 * letters on, the words that begin with it. Best is what has most words of the query, then the rarest words, then the
 * whole words, then the shortest path, then the alphabet: the order never depends on the order of the pages.
 */
function createIndex(pages: readonly PageEntry[]): PathIndex {
  const postings = postingsOf(pages);
  const vocabulary = [...postings.keys()].sort();

  return {
    search(query, limit) {
      const words = [...new Map(wordsOf(query).map((word) => [stem(word), word])).values()].slice(0, MOST_WORDS);
      const matches = new Map<number, Match>();
      for (const word of words) {
        const exact = postings.get(stem(word));
        if (exact) for (const at of exact.pages) note(at, word, exact.worth);
        else for (const [at, worth] of beginningWith(word, postings, vocabulary)) note(at, word, worth);
      }
      const ranked = [...matches.values()].sort(byRank);
      return { words, total: ranked.length, found: ranked.slice(0, limit).map(({ page, matched }) => ({ page, matched })) };

      function note(at: number, word: string, worth: number): void {
        const match = matches.get(at);
        if (match) {
          match.matched.push(word);
          match.rarity += worth;
        } else matches.set(at, { page: pages[at]!, matched: [word], rarity: worth });
      }
    },
  };
}

interface Match extends Found {
  rarity: number;
}

/** The pages that have a word, by their places, and what matching it is worth: more for a rare one. */
interface Posting {
  readonly pages: number[];
  worth: number;
}

function postingsOf(pages: readonly PageEntry[]): Map<string, Posting> {
  const postings = new Map<string, Posting>();
  for (const [at, { path }] of pages.entries()) {
    for (const word of new Set(pathWords(path).map(stem))) {
      const posting = postings.get(word);
      if (posting) posting.pages.push(at);
      else postings.set(word, { pages: [at], worth: 0 });
    }
  }
  for (const posting of postings.values()) posting.worth = Math.log(1 + pages.length / posting.pages.length);
  return postings;
}

function byRank(a: Match, b: Match): number {
  return (
    b.matched.length - a.matched.length ||
    b.rarity - a.rarity ||
    a.page.path.length - b.page.path.length ||
    (a.page.path < b.page.path ? -1 : 1)
  );
}

/** The pages with a word that begins so, from three letters on; worth half of what the whole word is. */
function beginningWith(word: string, postings: ReadonlyMap<string, Posting>, vocabulary: readonly string[]): Map<number, number> {
  const found = new Map<number, number>();
  if ([...word].length < 3) return found;
  for (let at = lowerBound(vocabulary, word); at < vocabulary.length && vocabulary[at]!.startsWith(word); at++) {
    const { pages, worth } = postings.get(vocabulary[at]!)!;
    for (const page of pages) found.set(page, Math.max(found.get(page) ?? 0, worth / 2));
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
