import type { PageEntry } from "../../ports/content.ts";
import { buildPostings, type Postings } from "./postings.ts";
import { createRanking, type TokenMatches } from "./rank-pages.ts";
import { stem, tokenize } from "./tokenizer.ts";

/** A page that has at least one of the words, and which of them. */
export interface SearchMatch {
  readonly page: PageEntry;
  readonly matched: string[];
}

/** Finds pages by the words of their paths. */
export interface PathIndex {
  /** The words looked for, how many pages have one, and the best of them. */
  search(query: string, limit: number): { tokens: string[]; total: number; matches: SearchMatch[] };
}

/** The most words of a query that are looked for. */
const MAX_QUERY_TOKENS = 32;

const indexes = new WeakMap<readonly PageEntry[], PathIndex>();

/** The index of a list of pages; made once for each list. */
export function pathIndexFor(pages: readonly PageEntry[]): PathIndex {
  let index = indexes.get(pages);
  if (index) return index;
  const builder = createIndex(pages);
  let step = builder.next();
  while (!step.done) step = builder.next();
  indexes.set(pages, (index = step.value));
  return index;
}

/** Makes the index of a list before anyone asks for it, a little at a time, so that others are answered in between. */
export async function prepareIndex(pages: readonly PageEntry[]): Promise<void> {
  if (indexes.has(pages)) return;
  const builder = createIndex(pages);
  let step = builder.next();
  while (!step.done) {
    await new Promise<void>((resolve) => setTimeout(resolve));
    step = builder.next();
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
  const ranked = sortByPath(pages);
  yield;
  const postings = yield* buildPostings(ranked.map(({ path }) => path));
  const rank = createRanking(ranked.length);
  return {
    search(query, limit) {
      const tokens = parseQuery(query);
      const { total, best } = rank(
        tokens.map((token) => matchToken(token, postings, ranked.length)),
        limit,
      );
      const matches = best.map(({ at, mask }) => ({
        page: ranked[at]!,
        matched: tokens.filter((_, bit) => mask & (1 << bit)),
      }));
      return { tokens, total, matches };
    },
  };
}

/** The words of a query, each once. */
function parseQuery(query: string): string[] {
  const tokens = tokenize(query);
  if (tokens.length === 1) return tokens;
  return [...new Map(tokens.map((token) => [stem(token), token])).values()].slice(
    0,
    MAX_QUERY_TOKENS,
  );
}

/** The pages that have the word; else, at half their worth, those that have one that begins with it. */
function matchToken(token: string, postings: Postings, pageCount: number): TokenMatches[] {
  const exact = postings.get(stem(token));
  if (exact) return [{ pages: exact, score: Math.log(1 + pageCount / exact.length) }];
  if ([...token].length < 3) return [];
  const prefixMatches = postings
    .startingWith(token)
    .map((list) => ({ pages: list, score: Math.log(1 + pageCount / list.length) / 2 }));
  return prefixMatches.sort((a, b) => b.score - a.score);
}

/** The shortest path first, then the alphabet. By length first: to compare strings is what takes the time. */
function sortByPath(pages: readonly PageEntry[]): PageEntry[] {
  const byLength: PageEntry[][] = [];
  for (const page of pages) (byLength[page.path.length] ??= []).push(page);
  return byLength.flatMap((group) => group.sort((a, b) => (a.path < b.path ? -1 : 1)));
}
