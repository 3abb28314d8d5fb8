import type { JoinedTerm, QueryTerm } from "./page-query.ts";

/** The number of pages whose titles and headings are compared with the query. */
const CANDIDATES = 50;

/** How much a word counts that the page writes together with its neighbor. */
const JOINED_FACTOR = 0.7;
/** A page, the terms that it has as bits, and how well it matches them. */
export interface Candidate {
  readonly at: number;
  readonly mask: number;
  score: number;
}

/** Finds the pages that match the terms of a query best by BM25. */
export class Retriever {
  /** These are zero between two queries. */
  readonly #masks: Uint32Array;
  readonly #scores: Float64Array;
  readonly #touched: Uint32Array;

  constructor(pages: number) {
    this.#masks = new Uint32Array(pages);
    this.#scores = new Float64Array(pages);
    this.#touched = new Uint32Array(pages);
  }

  /** Returns how many pages match, and the best of them. */
  retrieve(
    terms: readonly QueryTerm[],
    joined: readonly JoinedTerm[],
  ): { readonly total: number; readonly best: Candidate[] } {
    let total = 0;
    for (const [bit, term] of terms.entries()) total = this.#addTerm(term, 1 << bit, 1, total);
    for (const term of joined) {
      const bits = term.parts.reduce((all, part) => all | (1 << part), 0);
      total = this.#addTerm(term, bits, JOINED_FACTOR, total);
    }
    return { total, best: this.#chooseBest(terms, total) };
  }

  /** Adds the scores of a term. `total` pages have been touched before. Returns their new number. */
  #addTerm({ lists, idf }: QueryTerm, bits: number, factor: number, total: number): number {
    const masks = this.#masks;
    const scores = this.#scores;
    const touched = this.#touched;
    const seen = lists.length > 1 ? new Set<number>() : undefined;
    let end = total;
    for (const { pages, weights } of lists) {
      for (let position = 0; position < pages.length; position++) {
        const at = pages[position]!;
        if (seen?.has(at)) continue;
        seen?.add(at);
        if (masks[at] === 0) touched[end++] = at;
        masks[at]! |= bits;
        scores[at]! += idf * weights[position]! * factor;
      }
    }
    return end;
  }

  #chooseBest(terms: readonly QueryTerm[], total: number): Candidate[] {
    const masks = this.#masks;
    const scores = this.#scores;
    const touched = this.#touched;
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
    return best;
  }
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
