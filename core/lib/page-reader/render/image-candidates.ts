/** Wider images have details that readers don't see, and models scale them down. */
const MAX_WIDTH = 2048;

/** Longer attributes, in UTF-16 units, aren't read. */
const MAX_LENGTH = 16_384;

const CANDIDATE = /\s*([^\s,]\S*[^\s,])(?:\s+(\d+(?:\.\d+)?)([wx]))?\s*(?:,|$)/gy;

/**
 * The address of the best image in a `srcset`: the largest that is at most 2048 pixels wide, or the
 * smallest if all are wider. Undefined if there is none. Inline data doesn't count.
 */
export function bestCandidate(srcset: string): string | undefined {
  if (srcset === "" || srcset.length > MAX_LENGTH) return undefined;
  let best: { url: string; size: number } | undefined;
  for (const [, url, number, unit] of srcset.trim().matchAll(CANDIDATE)) {
    if (url!.startsWith("data:")) continue;
    const size = unit === "w" ? Number(number) : Number(number ?? 1);
    if (!best || isBetter(size, best.size)) best = { url: url!, size };
  }
  return best?.url;
}

function isBetter(size: number, best: number): boolean {
  if (size > MAX_WIDTH) return size < best;
  return size > best || best > MAX_WIDTH;
}
