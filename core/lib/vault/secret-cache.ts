/** The longest time that decrypted secrets stay in memory. */
const CACHE_MILLISECONDS = 1_000;
const MAX_ENTRIES = 1_000;

/**
 * Returns the decrypted secrets of a cache key, and calls `decrypt` at most once a second. The
 * ciphertext and everything that it is bound to must be part of the cache key. Secrets that were
 * replaced or deleted are then never returned.
 */
type SecretCache<Secrets> = (cacheKey: string, decrypt: () => Promise<Secrets>) => Promise<Secrets>;

/**
 * Creates a cache of decrypted secrets. It isn't a `createShortCache`, because a timer removes the
 * secrets from memory even if nobody reads them again.
 */
export function createSecretCache<Secrets>(): SecretCache<Secrets> {
  const cache = new Map<string, Promise<Secrets>>();
  return (cacheKey, decrypt) => {
    const cached = cache.get(cacheKey);
    if (cached) return cached;
    const decrypting = decrypt();
    if (cache.size === 0) setTimeout(() => cache.clear(), CACHE_MILLISECONDS);
    if (cache.size < MAX_ENTRIES) cache.set(cacheKey, decrypting);
    decrypting.catch(() => cache.delete(cacheKey));
    return decrypting;
  };
}
