interface ByteCache<T> {
  get(key: string): T | undefined;
  /** Ignores values larger than an eighth of the cache. */
  set(key: string, value: T, bytes: number): void;
  delete(key: string): void;
}

/** Creates a least-recently-used cache with a maximum total size. */
export function createByteCache<T>(maxBytes: number): ByteCache<T> {
  const entries = new Map<string, { value: T; bytes: number }>();
  let totalBytes = 0;
  const remove = (key: string) => {
    totalBytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    delete: remove,
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      // A Map keeps insertion order, so reinserting marks the entry as most recently used.
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, bytes) {
      remove(key);
      if (bytes > maxBytes / 8) return;
      entries.set(key, { value, bytes });
      totalBytes += bytes;
      for (const oldest of entries.keys()) {
        if (totalBytes <= maxBytes) break;
        remove(oldest);
      }
    },
  };
}
