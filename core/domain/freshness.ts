/** Least and most seconds that an answer is kept, and how many where it says nothing. */
export interface FreshnessBounds {
  readonly minSeconds: number;
  readonly maxSeconds: number;
  readonly defaultSeconds: number;
}

/** How many seconds an answer may be kept (RFC 9111), by its Cache-Control and within bounds. */
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

/** Puts an entry at the end of a map in the order of use, and forgets the first ones over the most. */
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
