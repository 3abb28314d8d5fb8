/** Remembers what may be used once. */
export interface Replays {
  /** Whether it was used before; from now on it was. */
  wasUsed(what: string): boolean | Promise<boolean>;
}

/**
 * Remembers at least the last `most` and at most twice as many: whoever uses more makes it forget the first. Two
 * generations, since a large Map is slow to lose its oldest.
 */
export function createReplays(most = 10_000): Replays {
  let young = new Set<string>();
  let old = new Set<string>();
  return {
    wasUsed(what) {
      if (young.has(what) || old.has(what)) return true;
      if (young.size >= most) [old, young] = [young, new Set()];
      young.add(what);
      return false;
    },
  };
}
