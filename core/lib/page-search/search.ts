import { sleep } from "../kit/flow/sleep.ts";
import type { PageEntry } from "../sitemap/index.ts";
import { createPageIndex, type PageIndex } from "./page-index.ts";
import type { SearchScope } from "./page-postings.ts";
import { buildPostings } from "./postings.ts";
import { matchToken, parseQuery } from "./query.ts";
import { createRanking } from "./rank-pages.ts";
import { stem, tokenize, tokenizePath } from "./tokenizer.ts";

const indexes: Record<SearchScope, WeakMap<readonly PageEntry[], PageIndex>> = {
  paths: new WeakMap(),
  titles: new WeakMap(),
  text: new WeakMap(),
};

/** Returns the index of a list of pages. Builds it on the first call for a list. */
export function pageIndexFor(pages: readonly PageEntry[], scope: SearchScope): PageIndex {
  const existing = indexes[scope].get(pages);
  if (existing) return existing;
  const builder = createIndex(pages, scope);
  let step = builder.next();
  while (!step.done) step = builder.next();
  indexes[scope].set(pages, step.value);
  return step.value;
}

/**
 * Builds the index of a list in advance. Pauses between batches, so that other requests are served.
 */
export async function prepareIndex(pages: readonly PageEntry[], scope: SearchScope): Promise<void> {
  if (indexes[scope].has(pages)) return;
  const builder = createIndex(pages, scope);
  let step = builder.next();
  while (!step.done) {
    await sleep(0);
    step = builder.next();
  }
  indexes[scope].set(pages, step.value);
}

function* createIndex(pages: readonly PageEntry[], scope: SearchScope): Generator<void, PageIndex> {
  // Sorting once by length and alphabet makes a page's index its rank among pages with equal
  // scores.
  const ranked = sortByPath(pages);
  yield;
  // A list whose pages have only paths is searched alike in every scope.
  const hasMore =
    scope !== "paths" && pages.some(({ title, headings, text }) => title ?? headings ?? text);
  return yield* hasMore ? createPageIndex(ranked, scope) : createPathIndex(ranked);
}

/**
 * Builds an inverted index of path words. A query word matches the same word in singular or plural.
 * If no page has that word, a query word of three or more letters matches the words that begin with
 * it, at half the score. Pages are ranked by the number of matched words, then by the rarity of the
 * words, then in the order of `ranked`.
 */
function* createPathIndex(ranked: readonly PageEntry[]): Generator<void, PageIndex> {
  const paths = ranked.map(({ path }) => path);
  const postings = yield* buildPostings(paths, { tokenize: tokenizePath, stem });
  const fields = [{ postings, weight: 1 }];
  const rank = createRanking(ranked.length);
  return {
    search(query, limit) {
      const tokens = parseQuery(query, ANALYZER);
      const { total, best } = rank(
        tokens.map((token) => matchToken(token, stem(token), fields, ranked.length)),
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

const ANALYZER = { tokenize, stem };

/**
 * Sorts pages by path length, then alphabetically. Groups them by length first, because comparing
 * strings is slow.
 */
function sortByPath(pages: readonly PageEntry[]): PageEntry[] {
  const byLength: PageEntry[][] = [];
  for (const page of pages) {
    byLength[page.path.length] ??= [];
    byLength[page.path.length]!.push(page);
  }
  return byLength.flatMap((group) => group.sort((a, b) => (a.path < b.path ? -1 : 1)));
}
