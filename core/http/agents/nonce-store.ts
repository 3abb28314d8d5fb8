/** Remembers what may be used once. */
export interface NonceStore {
  /** Whether it was used before; from now on it was. */
  checkAndAdd(nonce: string): boolean | Promise<boolean>;
}

/**
 * Remembers at least the last `most` and at most twice as many: whoever uses more makes it forget the first. Two
 * generations, since a large Map is slow to lose its oldest.
 */
export function createNonceStore(capacity = 10_000): NonceStore {
  let recent = new Set<string>();
  let previous = new Set<string>();
  return {
    checkAndAdd(nonce) {
      if (recent.has(nonce) || previous.has(nonce)) return true;
      if (recent.size >= capacity) [previous, recent] = [recent, new Set()];
      recent.add(nonce);
      return false;
    },
  };
}
