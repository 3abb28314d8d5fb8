/** Stores nonces to detect replays. */
export interface NonceStore {
  /** Returns whether the nonce was used before, and adds it. */
  checkAndAdd(nonce: string): boolean | Promise<boolean>;
}

/**
 * Creates a store in memory that keeps at least the last `capacity` nonces and at most twice as
 * many. It uses two generations because deleting the oldest entries of a large Set is slow.
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
