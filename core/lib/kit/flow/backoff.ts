/**
 * The delay before the next attempt after this many consecutive failures, in milliseconds: `first`,
 * doubled each time, at most `max`.
 */
export const backoff = (
  failures: number,
  { first, max = Number.POSITIVE_INFINITY }: { readonly first: number; readonly max?: number },
): number => Math.min(first * 2 ** (failures - 1), max);

/** Varies a delay by up to this share of it, so that clients don't retry at once. `random` is 0–1. */
export const jitter = (delay: number, share: number, random: number): number =>
  Math.round(delay * (1 - share + 2 * share * random));
