/**
 * Pages that match a query token, as indexes into the list of pages, and the score of each match.
 */
export interface TokenMatches {
  readonly pages: Uint32Array;
  readonly score: number;
}

/** A page in a search result. */
interface RankedPage {
  /** The index in the list of pages. */
  readonly at: number;
  /** Has bit n set if the page matches token n. */
  readonly mask: number;
  /** How many tokens the page matches. */
  readonly count: number;
  /** The sum of the scores. */
  readonly idf: number;
}

/**
 * Creates the function that ranks pages by the number of matched tokens, then by the sum of the
 * scores, then by index. Each token has several lists of matches in descending order of score, and
 * the first match of a page counts. The buffers are allocated once, with an element for each page,
 * and reset after each query, so that queries don't allocate for each page.
 */
export function createRanking(pages: number) {
  let masks: Uint32Array | undefined;
  let counts: Uint8Array;
  let idfSums: Float64Array;
  let touched: Uint32Array;

  return (
    tokens: readonly (readonly TokenMatches[])[],
    limit: number,
  ): { total: number; best: RankedPage[] } => {
    const [only] = tokens;
    if (tokens.length === 1 && only!.length === 1) {
      // All matches have the same score, so the order is that of the list.
      const list = only![0]!.pages;
      return {
        total: list.length,
        best: Array.from(list.subarray(0, limit), (at) => ({ at, mask: 1, count: 1, idf: 0 })),
      };
    }
    if (masks === undefined) {
      masks = new Uint32Array(pages);
      counts = new Uint8Array(pages);
      idfSums = new Float64Array(pages);
      touched = new Uint32Array(pages);
    }
    let total = 0;
    for (let token = 0; token < tokens.length; token++) {
      const bit = 1 << token;
      for (const { pages, score } of tokens[token]!) {
        for (let position = 0; position < pages.length; position++) {
          const at = pages[position]!;
          const mask = masks[at]!;
          if (mask & bit) continue;
          if (mask === 0) touched[total++] = at;
          masks[at] = mask | bit;
          counts[at]!++;
          idfSums[at]! += score;
        }
      }
    }
    const best: RankedPage[] = [];
    for (let position = 0; position < total; position++) {
      const at = touched[position]!;
      const last = best.length === limit ? best[limit - 1]! : undefined;
      // Most pages aren't among the best, so they don't get an object.
      if (!last || isBetter(counts[at]!, idfSums[at]!, at, last))
        insert(best, { at, mask: masks[at]!, count: counts[at]!, idf: idfSums[at]! }, limit);
      masks[at] = 0;
      counts[at] = 0;
      idfSums[at] = 0;
    }
    return { total, best };
  };
}

/**
 * Inserts a page into the sorted list of the best pages, and removes the last one above the limit.
 */
function insert(best: RankedPage[], page: RankedPage, limit: number): void {
  let position = best.length;
  while (position > 0 && isBetter(page.count, page.idf, page.at, best[position - 1]!))
    position -= 1;
  best.splice(position, 0, page);
  if (best.length > limit) best.pop();
}

function isBetter(count: number, idf: number, at: number, other: RankedPage): boolean {
  if (count !== other.count) return count > other.count;
  return idf !== other.idf ? idf > other.idf : at < other.at;
}
