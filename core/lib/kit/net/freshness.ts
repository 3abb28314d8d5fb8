/** Bounds for how long a response is cached, and the default without `max-age`. */
interface FreshnessBounds {
  readonly minSeconds: number;
  readonly maxSeconds: number;
  readonly defaultSeconds: number;
}

/**
 * Returns how many seconds a response may be cached, from its Cache-Control (RFC 9111) and within
 * the bounds.
 */
export function cacheSeconds(
  cacheControl: string | null,
  { minSeconds, maxSeconds, defaultSeconds }: FreshnessBounds,
): number {
  const text = cacheControl ?? "";
  const seconds = /\b(no-store|no-cache|private)\b/i.test(text)
    ? 0
    : Number(/\bmax-age="?(\d{1,9})/i.exec(text)?.[1] ?? defaultSeconds);
  return Math.min(Math.max(seconds, minSeconds), maxSeconds);
}

/** Sets an entry as the most recent of a map, and removes the oldest entries above `maxEntries`. */
export function setRecent<Key, Value>(
  entries: Map<Key, Value>,
  key: Key,
  value: Value,
  maxEntries: number,
): void {
  entries.delete(key);
  entries.set(key, value);
  for (const [oldest] of entries) {
    if (entries.size <= maxEntries) break;
    entries.delete(oldest);
  }
}
