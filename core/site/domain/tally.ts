/** Pages that a word of a query matches, as their places in a list, and what each match is worth. */
export interface Matches {
  readonly pages: Uint32Array;
  readonly worth: number;
}

/** A page among the best. */
export interface Ranked {
  readonly at: number;
  /** A bit for each word that the page has. */
  readonly mask: number;
  readonly count: number;
  readonly rarity: number;
}

/**
 * Adds up what pages match: for each word its matches, the worthiest first, of which a page's first counts. Best is who has
 * most words, then the rarest, then the first place. The sums have a place for each page and are wiped after use: no
 * query allocates by the page.
 */
export function tallyOf(pages: number) {
  let masks: Uint32Array | undefined;
  let counts: Uint8Array;
  let rarities: Float64Array;
  let touched: Uint32Array;

  return (
    words: readonly (readonly Matches[])[],
    limit: number,
  ): { total: number; best: Ranked[] } => {
    const [only] = words;
    if (words.length === 1 && only!.length === 1) {
      // Equals in all but their order, which is the list's.
      const list = only![0]!.pages;
      return {
        total: list.length,
        best: Array.from(list.subarray(0, limit), (at) => ({ at, mask: 1, count: 1, rarity: 0 })),
      };
    }
    masks ??=
      ((counts = new Uint8Array(pages)),
      (rarities = new Float64Array(pages)),
      (touched = new Uint32Array(pages)),
      new Uint32Array(pages));
    let total = 0;
    for (let word = 0; word < words.length; word++) {
      const bit = 1 << word;
      for (const { pages, worth } of words[word]!) {
        for (let place = 0; place < pages.length; place++) {
          const at = pages[place]!;
          const mask = masks[at]!;
          if (mask & bit) continue;
          if (mask === 0) touched[total++] = at;
          masks[at] = mask | bit;
          counts[at]!++;
          rarities[at]! += worth;
        }
      }
    }
    const best: Ranked[] = [];
    for (let place = 0; place < total; place++) {
      const at = touched[place]!;
      const last = best.length === limit ? best[limit - 1]! : undefined;
      // What can't be among the best is most of them: no object is made for it.
      if (!last || isBetter(counts[at]!, rarities[at]!, at, last))
        insert(best, { at, mask: masks[at]!, count: counts[at]!, rarity: rarities[at]! }, limit);
      masks[at] = counts[at] = rarities[at] = 0;
    }
    return { total, best };
  };
}

/** Keeps the best few in order. */
function insert(best: Ranked[], page: Ranked, limit: number): void {
  let place = best.length;
  while (place > 0 && isBetter(page.count, page.rarity, page.at, best[place - 1]!)) place -= 1;
  best.splice(place, 0, page);
  if (best.length > limit) best.pop();
}

const isBetter = (count: number, rarity: number, at: number, than: Ranked): boolean =>
  count !== than.count
    ? count > than.count
    : rarity !== than.rarity
      ? rarity > than.rarity
      : at < than.at;
