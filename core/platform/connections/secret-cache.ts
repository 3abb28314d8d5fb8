import type { StoredConnection } from "../../ports/connection-store.ts";
import { type ConnectionSecrets, serializeDestination } from "./secrets.ts";

/** How long what was opened stays in memory at most. */
const CACHE_MILLISECONDS = 1_000;
const MAX_ENTRIES = 1_000;

/**
 * Opens the secrets of connections, and remembers them for a second at most: whoever runs ten tools in a row opens one seal.
 * What is remembered is found by the very seal, which is read from the storage each time: what was renewed, wiped or revoked
 * there is not given any more.
 */
export function createSecretCache(
  decrypt: (stored: StoredConnection) => Promise<ConnectionSecrets | undefined>,
): (stored: StoredConnection) => Promise<ConnectionSecrets | undefined> {
  const cache = new Map<string, Promise<ConnectionSecrets | undefined>>();
  return (stored) => {
    if (stored.sealed === undefined) return decrypt(stored);
    // A seal is for one connection of one account alone, and for where its secrets go.
    const cacheKey = `${stored.connection.account} ${stored.connection.id} ${serializeDestination(stored.connection)} ${stored.sealed}`;
    const cached = cache.get(cacheKey);
    if (cached) return cached;
    const decrypting = decrypt(stored);
    if (cache.size === 0) setTimeout(() => cache.clear(), CACHE_MILLISECONDS);
    if (cache.size < MAX_ENTRIES) cache.set(cacheKey, decrypting);
    decrypting.catch(() => cache.delete(cacheKey));
    return decrypting;
  };
}
