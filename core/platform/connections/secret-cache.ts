import type { StoredConnection } from "../../ports/connection-store.ts";
import { type ConnectionSecrets, serializeDestination } from "./secrets.ts";

/** The longest time that decrypted secrets stay in memory. */
const CACHE_MILLISECONDS = 1_000;
const MAX_ENTRIES = 1_000;

/**
 * Caches decrypted secrets for at most one second, so that ten runs in a row decrypt once. The
 * ciphertext, read from storage each time, is part of the cache key. Secrets that were refreshed,
 * deleted or revoked are therefore never returned.
 */
export function createSecretCache(
  decrypt: (stored: StoredConnection) => Promise<ConnectionSecrets | undefined>,
): (stored: StoredConnection) => Promise<ConnectionSecrets | undefined> {
  const cache = new Map<string, Promise<ConnectionSecrets | undefined>>();
  return (stored) => {
    if (stored.encryptedSecrets === undefined) return decrypt(stored);
    // A ciphertext is valid only for its account, connection and destination.
    const cacheKey = `${stored.connection.account} ${stored.connection.id} ${serializeDestination(stored.connection)} ${stored.encryptedSecrets}`;
    const cached = cache.get(cacheKey);
    if (cached) return cached;
    const decrypting = decrypt(stored);
    if (cache.size === 0) setTimeout(() => cache.clear(), CACHE_MILLISECONDS);
    if (cache.size < MAX_ENTRIES) cache.set(cacheKey, decrypting);
    decrypting.catch(() => cache.delete(cacheKey));
    return decrypting;
  };
}
