import type { PageEntry } from "../sitemap/index.ts";
import { languageFor } from "./languages.ts";
import { buildPagePostings, type SearchScope } from "./page-postings.ts";
import { type JoinedTerm, type QueryTerm, resolveQuery } from "./page-query.ts";
import { createSnippet } from "./snippet.ts";
import { tokenize } from "./tokenizer.ts";

/** The number of pages whose titles and headings are compared with the query. */
const CANDIDATES = 50;

/** How much a word counts that the page writes together with its neighbor. */
const JOINED_FACTOR = 0.7;
/** How much a heading counts that matches the query, compared with a title. */
const HEADING_FACTOR = 0.6;

interface Candidate {
  readonly at: number;
  readonly mask: number;
  score: number;
}

/**
 * Builds an index of the paths, titles, headings and texts of pages, as far as they are known and in
 * the scope. Pages are ranked by BM25 over all fields (Robertson and Zaragoza 2009), times the
 * share of the query's words that they contain, by number and by rarity, and by how well their title or a heading fits the query.
 * Ties are in the order of `pages`.
 */
export function* createPageIndex(
  pages: readonly PageEntry[],
  scope: SearchScope,
): Generator<void, PageIndex> {
  const postings = yield* buildPagePostings(pages, scope);
  const masks = new Uint32Array(pages.length);
  const scores = new Float64Array(pages.length);
  const touched = new Uint32Array(pages.length);

  const retrieve = (terms: readonly QueryTerm[], joined: readonly JoinedTerm[]) => {
    let total = 0;
    const addTerm = ({ lists, idf }: QueryTerm, bits: number, factor: number) => {
      const seen = lists.length > 1 ? new Set<number>() : undefined;
      for (const { pages, weights } of lists) {
        for (let position = 0; position < pages.length; position++) {
          const at = pages[position]!;
          if (seen?.has(at)) continue;
          seen?.add(at);
          if (masks[at] === 0) touched[total++] = at;
          masks[at]! |= bits;
          scores[at]! += idf * weights[position]! * factor;
        }
      }
    };
    for (const [bit, term] of terms.entries()) addTerm(term, 1 << bit, 1);
    for (const term of joined)
      addTerm(
        term,
        term.parts.reduce((bits, part) => bits | (1 << part), 0),
        JOINED_FACTOR,
      );

    const all = terms.reduce((sum, { idf }) => sum + idf, 0) || 1;
    const shares = new Map<number, number>();
    const best: Candidate[] = [];
    for (let position = 0; position < total; position++) {
      const at = touched[position]!;
      const mask = masks[at]!;
      let share = shares.get(mask);
      if (share === undefined) {
        const found = terms.filter((_, bit) => mask & (1 << bit));
        const rarity = found.reduce((sum, { idf }) => sum + idf, 0) / all;
        share = (rarity + found.length / terms.length) / 2;
        shares.set(mask, share);
      }
      const score = scores[at]! * share;
      masks[at] = 0;
      scores[at] = 0;
      const last = best.length === CANDIDATES ? best[CANDIDATES - 1] : undefined;
      if (!last || score > last.score || (score === last.score && at < last.at))
        insert(best, { at, mask, score });
    }
    return { total, best };
  };

  /** Returns how rare a stem is. */
  const idfOf = (stemmed: string) => {
    const count = postings.get(stemmed)?.pages.length ?? pages.length;
    return Math.log(1 + (pages.length - count + 0.5) / (count + 0.5));
  };

  /** Returns how well a text fits the query, from 0 to 1: the share of words that are in both. */
  const measureFit = (text: string, { language }: PageEntry, wanted: WantedStems) => {
    const { stem, stopWords } = languageFor(language);
    const stems = tokenize(text).flatMap((word) => (stopWords.has(word) ? [] : stem(word)));
    let own = 0;
    let shared = 0;
    for (const stemmed of new Set(stems)) {
      const idf = wanted.idfs.get(stemmed);
      if (idf === undefined) own += idfOf(stemmed);
      else shared += idf;
    }
    return shared === 0 ? 0 : (shared / (shared + own)) * Math.min(shared / wanted.total, 1);
  };

  /** Returns how well the title of a page or one of its headings fits the query, from 0 to 1. */
  const measurePageFit = (page: PageEntry, wanted: WantedStems) => {
    const headings = page.headings?.split("\n") ?? [];
    const titles = [page.title, headings[0]].filter((text) => text !== undefined);
    let fit = 0;
    for (const title of new Set(titles)) fit = Math.max(fit, measureFit(title, page, wanted));
    // Most headings have no word of the query, so they aren't split into words.
    for (const heading of headings)
      if (fit < HEADING_FACTOR && wanted.pattern.test(heading))
        fit = Math.max(fit, HEADING_FACTOR * measureFit(heading, page, wanted));
    return fit;
  };

  return {
    search(query, limit) {
      const { terms, joined } = resolveQuery(query, postings, pages.length);
      const { total, best } = retrieve(terms, joined);
      if (scope !== "paths") {
        const wanted = createWantedStems(terms, joined);
        for (const candidate of best)
          candidate.score *= 1 + measurePageFit(pages[candidate.at]!, wanted);
        best.sort((a, b) => b.score - a.score || a.at - b.at);
      }
      return {
        tokens: terms.map(({ word }) => word),
        total,
        matches: best.slice(0, limit).map(({ at, mask }) => {
          const page = pages[at]!;
          const matched = terms.filter((_, bit) => mask & (1 << bit));
          const snippet = scope === "paths" ? undefined : createSnippet(page, matched, scope);
          return { page, matched: matched.map(({ word }) => word), ...(snippet && { snippet }) };
        }),
      };
    },
  };
}

/** The stems of a query, to compare titles with. */
interface WantedStems {
  readonly idfs: ReadonlyMap<string, number>;
  /** The sum for the words of the query. */
  readonly total: number;
  /** Matches texts that may contain one of the stems. */
  readonly pattern: RegExp;
}

function createWantedStems(
  terms: readonly QueryTerm[],
  joined: readonly JoinedTerm[],
): WantedStems {
  const idfs = new Map<string, number>();
  for (const { stems, idf } of terms) for (const stemmed of stems) idfs.set(stemmed, idf);
  for (const { stems, parts } of joined)
    for (const stemmed of stems)
      idfs.set(
        stemmed,
        parts.reduce((sum, part) => sum + terms[part]!.idf, 0),
      );
  const prefixes = [...idfs.keys()].map((stemmed) => stemmed.slice(0, 3));
  return {
    idfs,
    total: terms.reduce((sum, { idf }) => sum + idf, 0) || 1,
    pattern: new RegExp(prefixes.join("|") || "^$", "i"),
  };
}

function insert(best: Candidate[], candidate: Candidate): void {
  let position = best.length;
  while (position > 0) {
    const other = best[position - 1]!;
    if (other.score > candidate.score) break;
    if (other.score === candidate.score && other.at < candidate.at) break;
    position -= 1;
  }
  best.splice(position, 0, candidate);
  if (best.length > CANDIDATES) best.pop();
}

/** A page that matches at least one word of the query, with the matched words. */
export interface SearchMatch {
  readonly page: PageEntry;
  readonly matched: string[];
  /** The part of the page that matches best, in one line. */
  readonly snippet?: string;
}

/** Finds pages by their words. */
export interface PageIndex {
  /** Returns the words of the query, the number of matching pages and the best `limit` of them. */
  search(query: string, limit: number): { tokens: string[]; total: number; matches: SearchMatch[] };
}
