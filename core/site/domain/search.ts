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
  // A page's number is its place among equals, so that the shorter path and the alphabet are settled here once.
  const ranked = inOrder(pages);
  const postings = postingsOf(ranked);
  let vocabulary: readonly string[] | undefined;
  const tally = tallyOf(ranked.length);

  return {
    search(query, limit) {
      const words = [...new Map(wordsOf(query).map((word) => [stem(word), word])).values()].slice(0, MOST_WORDS);
      const matches = words.map((word): Matches => {
        const exact = postings.get(stem(word));
        if (exact) return { pages: exact, worth: Math.log(1 + ranked.length / exact.length) };
        return begunBy(word, postings, (vocabulary ??= [...postings.keys()].sort()), ranked.length);
      });
      const { total, best } = tally(matches, limit);
      const found = best.map(({ at, mask }) => ({ page: ranked[at]!, matched: words.filter((_, bit) => mask & (1 << bit)) }));
      return { words, total, found };
    },
  };
}

/** The shortest path first, then the alphabet. By length first: to compare strings is what takes the time. */
function inOrder(pages: readonly PageEntry[]): PageEntry[] {
  const byLength: PageEntry[][] = [];
  for (const page of pages) (byLength[page.path.length] ??= []).push(page);
  return byLength.flatMap((alike) => alike.sort((a, b) => (a.path < b.path ? -1 : 1)));
}

/** The pages that have each word, in order. */
function postingsOf(pages: readonly PageEntry[]): Map<string, number[]> {
  const postings = new Map<string, number[]>();
  const byForm = new Map<string, number[]>();
  for (const [at, { path }] of pages.entries()) {
    for (const word of pathWords(path)) {
      let list = byForm.get(word);
      if (!list) {
        const stemmed = stem(word);
        if (!(list = postings.get(stemmed))) postings.set(stemmed, (list = []));
        byForm.set(word, list);
      }
      if (list[list.length - 1] !== at) list.push(at);
    }
  }
  return postings;
}

/** The pages that a word matches, and what a match is worth: for each page its own, or one for all. */
interface Matches {
  readonly pages: readonly number[];
  readonly worth: number | ReadonlyMap<number, number>;
}

/** The pages with words that begin with this one, at half their worth: more for a rare word. */
function begunBy(word: string, postings: ReadonlyMap<string, readonly number[]>, vocabulary: readonly string[], pages: number): Matches {
  const found = new Map<number, number>();
  if ([...word].length < 3) return { pages: [], worth: found };
  for (let at = lowerBound(vocabulary, word); at < vocabulary.length && vocabulary[at]!.startsWith(word); at++) {
    const list = postings.get(vocabulary[at]!)!;
    const worth = Math.log(1 + pages / list.length) / 2;
    for (const page of list) found.set(page, Math.max(found.get(page) ?? 0, worth));
  }
  return { pages: [...found.keys()], worth: found };
}

interface Ranked {
  readonly at: number;
  /** A bit for each word that the page has. */
  readonly mask: number;
  readonly count: number;
  readonly rarity: number;
}

/** Adds up what pages match. The sums have a place for each page and are wiped after use: no query allocates by the page. */
function tallyOf(pages: number) {
  let masks: Uint32Array | undefined;
  let rarities: Float64Array;

  return (all: readonly Matches[], limit: number): { total: number; best: Ranked[] } => {
    const [only] = all;
    if (all.length === 1 && typeof only!.worth === "number") {
      // Equals in all but their order, which is the list's.
      return { total: only!.pages.length, best: only!.pages.slice(0, limit).map((at) => ({ at, mask: 1, count: 1, rarity: 0 })) };
    }
    masks ??= ((rarities = new Float64Array(pages)), new Uint32Array(pages));
    const touched: number[] = [];
    for (const [bit, { pages, worth }] of all.entries()) {
      for (const at of pages) {
        if (masks[at] === 0) touched.push(at);
        masks[at]! |= 1 << bit;
        rarities[at]! += typeof worth === "number" ? worth : worth.get(at)!;
      }
    }
    const best: Ranked[] = [];
    for (const at of touched) {
      insert(best, { at, mask: masks[at]!, count: bitsOf(masks[at]!), rarity: rarities[at]! }, limit);
      masks[at] = rarities[at] = 0;
    }
    return { total: touched.length, best };
  };
}

/** Keeps the best few in order. */
function insert(best: Ranked[], page: Ranked, limit: number): void {
  if (best.length === limit && !isBetter(page, best[limit - 1]!)) return;
  let place = best.length;
  while (place > 0 && isBetter(page, best[place - 1]!)) place -= 1;
  best.splice(place, 0, page);
  if (best.length > limit) best.pop();
}

const isBetter = (a: Ranked, b: Ranked): boolean =>
  a.count !== b.count ? a.count > b.count : a.rarity !== b.rarity ? a.rarity > b.rarity : a.at < b.at;

function bitsOf(mask: number): number {
  let count = 0;
  for (let rest = mask; rest; rest &= rest - 1) count += 1;
  return count;
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
