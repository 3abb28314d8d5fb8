/** How good a cut position is. Higher is better. */
type Rank = 0 | 1 | 2 | 3;
const IN_CODE: Rank = 0;
const LINE: Rank = 1;
const BLOCK: Rank = 2;
const HEADING: Rank = 3;

interface Cut {
  at: number;
  rank: Rank;
}

/**
 * Splits content into parts of at most `limit` UTF-16 units. Cuts at a heading if possible, else
 * between blocks, else at a line break, else anywhere but inside a surrogate pair. Cuts inside a
 * fenced code block only if the block exceeds the limit. Joining the parts yields the content
 * exactly. Returns at least one part. A surrogate pair stays whole even if `limit` is 1.
 */
export function splitParts(content: string, limit: number): string[] {
  const size = Math.max(1, Math.floor(limit));
  if (content.length <= size) return [content];
  const cuts = findCuts(content);
  const parts: string[] = [];
  let start = 0;
  let next = 0;
  while (content.length - start > size) {
    while (next < cuts.length && cuts[next]!.at <= start) next++;
    const end = bestCut(cuts, next, start, size) ?? cutAnywhere(content, start, size);
    parts.push(content.slice(start, end));
    start = end;
  }
  if (start < content.length) parts.push(content.slice(start));
  return parts;
}

/**
 * The last of the highest-ranked cuts in reach. A heading or block cut that fills less than a
 * quarter of the part loses its bonus.
 */
function bestCut(cuts: Cut[], from: number, start: number, size: number): number | undefined {
  let best: Cut | undefined;
  let bestScore = -1;
  for (let index = from; index < cuts.length && cuts[index]!.at <= start + size; index++) {
    const cut = cuts[index]!;
    const isLarge = cut.at - start >= size / 4;
    const score = cut.rank >= BLOCK && isLarge ? cut.rank + 2 : cut.rank;
    if (score >= bestScore) {
      best = cut;
      bestScore = score;
    }
  }
  return best?.at;
}

function cutAnywhere(content: string, start: number, size: number): number {
  const end = start + size;
  const isInPair =
    /[\ud800-\udbff]/.test(content[end - 1] ?? "") && /[\udc00-\udfff]/.test(content[end] ?? "");
  if (!isInPair) return end;
  return size > 1 ? end - 1 : end + 1;
}

const FENCE_START = /^[\s>]{0,40}(?:(?:[-*+]|\d{1,9}[.)])\s{1,4}){0,10}(`{3,}(?=[^`]*$)|~{3,})/;

/** Ranks the start of every line as a cut position. */
function findCuts(content: string): Cut[] {
  const cuts: Cut[] = [];
  let fence = "";
  let isAfterBlank = true;
  let isUnderHeading = false;
  for (let at = 0; at < content.length; ) {
    const newline = content.indexOf("\n", at);
    const end = newline === -1 ? content.length : newline + 1;
    const line = content.slice(at, Math.min(end, at + 1000));
    const isBlank = end - at === 1 || line.trim() === "";
    const mark =
      line.includes("```") || line.includes("~~~") ? (FENCE_START.exec(line)?.[1] ?? "") : "";
    if (fence !== "") {
      cuts.push({ at, rank: IN_CODE });
      if (mark[0] === fence[0] && mark.length >= fence.length && line.trimEnd().endsWith(mark))
        fence = "";
    } else {
      const isHeading = /^ {0,3}#{1,6}\s/.test(line);
      const isBlock = ((isAfterBlank && !isBlank) || mark !== "") && !isUnderHeading;
      const rank = isBlock ? BLOCK : LINE;
      cuts.push({ at, rank: isHeading ? HEADING : rank });
      // A heading stays with the block below it.
      if (!isBlank) isUnderHeading = isHeading;
      fence = mark;
    }
    isAfterBlank = isBlank;
    at = end;
  }
  return cuts;
}
