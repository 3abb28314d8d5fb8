/** Least and most seconds that an answer is kept, and how many where it says nothing. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly unsaid: number;
}

/** How many seconds an answer may be kept (RFC 9111), by its Cache-Control and within bounds. */
export function freshSeconds(cacheControl: string | null, { least, most, unsaid }: Bounds): number {
  const text = cacheControl ?? "";
  const said = /\b(no-store|no-cache|private)\b/i.test(text)
    ? 0
    : Number(/\bmax-age="?(\d{1,9})/i.exec(text)?.[1] ?? unsaid);
  return Math.min(Math.max(said, least), most);
}

/** Puts an entry at the end of a map in the order of use, and forgets the first ones over the most. */
export function remember<Key, Value>(
  entries: Map<Key, Value>,
  key: Key,
  value: Value,
  most: number,
): void {
  entries.delete(key);
  entries.set(key, value);
  for (const [oldest] of entries) {
    if (entries.size <= most) break;
    entries.delete(oldest);
  }
}
