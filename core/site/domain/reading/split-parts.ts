/** Where content may be cut, the better the higher. */
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
 * Cuts content into parts of at most `limit` UTF-16 units: at headings if possible, else between blocks, else at lines, else
 * anywhere but inside a surrogate pair; not inside a fenced code block unless the block alone is over the limit. Joined,
 * the parts are the content again, exactly. There is always one part at least.
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

/** The last of the best cuts in reach. One that would leave less than a quarter of a part is taken only if there is no other. */
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

const fenceStart = /^[\s>]{0,40}(?:(?:[-*+]|\d{1,9}[.)])\s{1,4}){0,10}(`{3,}(?=[^`]*$)|~{3,})/;

/** The starts of lines, ranked. */
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
      line.includes("```") || line.includes("~~~") ? (fenceStart.exec(line)?.[1] ?? "") : "";
    if (fence !== "") {
      cuts.push({ at, rank: IN_CODE });
      if (mark[0] === fence[0] && mark.length >= fence.length && line.trimEnd().endsWith(mark))
        fence = "";
    } else {
      const isHeading = /^ {0,3}#{1,6}\s/.test(line);
      const isBlock = ((isAfterBlank && !isBlank) || mark !== "") && !isUnderHeading;
      cuts.push({ at, rank: isHeading ? HEADING : isBlock ? BLOCK : LINE });
      // A heading is not parted from what it heads.
      if (!isBlank) isUnderHeading = isHeading;
      fence = mark;
    }
    isAfterBlank = isBlank;
    at = end;
  }
  return cuts;
}
