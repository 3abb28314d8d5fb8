/** Pages that a word of a query matches, as their places in a list, and what each match is worth. */
export interface TokenMatches {
  readonly pages: Uint32Array;
  readonly score: number;
}

/** A page among the best. */
export interface RankedPage {
  readonly at: number;
  /** A bit for each word that the page has. */
  readonly mask: number;
  readonly count: number;
  readonly idf: number;
}

/**
 * Adds up what pages match: for each word its matches, the worthiest first, of which a page's first counts. Best is who has
 * most words, then the rarest, then the first place. The sums have a place for each page and are wiped after use: no
 * query allocates by the page.
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
      // Equals in all but their order, which is the list's.
      const list = only![0]!.pages;
      return {
        total: list.length,
        best: Array.from(list.subarray(0, limit), (at) => ({ at, mask: 1, count: 1, idf: 0 })),
      };
    }
    masks ??=
      ((counts = new Uint8Array(pages)),
      (idfSums = new Float64Array(pages)),
      (touched = new Uint32Array(pages)),
      new Uint32Array(pages));
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
      // What can't be among the best is most of them: no object is made for it.
      if (!last || isBetter(counts[at]!, idfSums[at]!, at, last))
        insert(best, { at, mask: masks[at]!, count: counts[at]!, idf: idfSums[at]! }, limit);
      masks[at] = counts[at] = idfSums[at] = 0;
    }
    return { total, best };
  };
}

/** Keeps the best few in order. */
function insert(best: RankedPage[], page: RankedPage, limit: number): void {
  let position = best.length;
  while (position > 0 && isBetter(page.count, page.idf, page.at, best[position - 1]!))
    position -= 1;
  best.splice(position, 0, page);
  if (best.length > limit) best.pop();
}

const isBetter = (count: number, idf: number, at: number, other: RankedPage): boolean =>
  count !== other.count ? count > other.count : idf !== other.idf ? idf > other.idf : at < other.at;
