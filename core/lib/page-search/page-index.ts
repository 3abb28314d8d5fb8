import type { PageEntry } from "../sitemap/index.ts";
import { languageFor } from "./languages.ts";
import { buildPagePostings, type PagePostings, type SearchScope } from "./page-postings.ts";
import { type JoinedTerm, type QueryTerm, resolveQuery } from "./page-query.ts";
import { type Candidate, Retriever } from "./retriever.ts";
import { createSnippet } from "./snippet.ts";
import { tokenize } from "./tokenizer.ts";

/** How much a heading counts that matches the query, compared with a title. */
const HEADING_FACTOR = 0.6;

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
  return new RankedIndex(pages, scope, yield* buildPagePostings(pages, scope));
}

class RankedIndex implements PageIndex {
  readonly #pages: readonly PageEntry[];
  readonly #scope: SearchScope;
  readonly #postings: PagePostings;
  readonly #retriever: Retriever;

  constructor(pages: readonly PageEntry[], scope: SearchScope, postings: PagePostings) {
    this.#pages = pages;
    this.#scope = scope;
    this.#postings = postings;
    this.#retriever = new Retriever(pages.length);
  }

  search(query: string, limit: number): ReturnType<PageIndex["search"]> {
    const { terms, joined } = resolveQuery(query, this.#postings, this.#pages.length);
    const { total, best } = this.#retriever.retrieve(terms, joined);
    if (this.#scope !== "paths") {
      const wanted = createWantedStems(terms, joined);
      for (const candidate of best)
        candidate.score *= 1 + this.#measurePageFit(this.#pages[candidate.at]!, wanted);
      best.sort((a, b) => b.score - a.score || a.at - b.at);
    }
    return {
      tokens: terms.map(({ word }) => word),
      total,
      matches: best.slice(0, limit).map((candidate) => this.#toMatch(candidate, terms)),
    };
  }

  #toMatch({ at, mask }: Candidate, terms: readonly QueryTerm[]): SearchMatch {
    const page = this.#pages[at]!;
    const scope = this.#scope;
    const matched = terms.filter((_, bit) => mask & (1 << bit));
    const snippet = scope === "paths" ? undefined : createSnippet(page, matched, scope);
    return { page, matched: matched.map(({ word }) => word), ...(snippet && { snippet }) };
  }

  /** Returns how well the title of a page or one of its headings fits the query, from 0 to 1. */
  #measurePageFit(page: PageEntry, wanted: WantedStems): number {
    const headings = page.headings?.split("\n") ?? [];
    const titles = [page.title, headings[0]].filter((text) => text !== undefined);
    let fit = 0;
    for (const title of new Set(titles)) fit = Math.max(fit, this.#measureFit(title, page, wanted));
    // Most headings have no word of the query, so they aren't split into words.
    for (const heading of headings)
      if (fit < HEADING_FACTOR && wanted.pattern.test(heading))
        fit = Math.max(fit, HEADING_FACTOR * this.#measureFit(heading, page, wanted));
    return fit;
  }

  /** Returns how well a text fits the query, from 0 to 1: the share of words that are in both. */
  #measureFit(text: string, { language }: PageEntry, wanted: WantedStems): number {
    const { stem, stopWords } = languageFor(language);
    const stems = tokenize(text).flatMap((word) => (stopWords.has(word) ? [] : stem(word)));
    let own = 0;
    let shared = 0;
    for (const stemmed of new Set(stems)) {
      const idf = wanted.idfs.get(stemmed);
      if (idf === undefined) own += this.#idfOf(stemmed);
      else shared += idf;
    }
    return shared === 0 ? 0 : (shared / (shared + own)) * Math.min(shared / wanted.total, 1);
  }

  /** Returns how rare a stem is. */
  #idfOf(stemmed: string): number {
    const total = this.#pages.length;
    const count = this.#postings.get(stemmed)?.pages.length ?? total;
    return Math.log(1 + (total - count + 0.5) / (count + 0.5));
  }
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

/** A page that matches at least one word of the query, with the matched words. */
interface SearchMatch {
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
