import { setRecent } from "./freshness.ts";

/** A cache of values that may be out of date for a moment. */
export interface ShortCache<Value> {
  /** Returns a value that is recent enough. */
  get(key: string): Value | undefined;
  /** Returns the last value, whatever its age. */
  getStale(key: string): Value | undefined;
  /** Loads a value and stores it. `load` receives the last value, which stays if it rejects. */
  load(key: string, load: (last: Value | undefined) => Promise<Value>): Promise<Value>;
  delete(key: string): void;
}

interface ShortCacheOptions {
  /** How long a value is returned without loading it again. */
  readonly milliseconds: number;
  readonly maxEntries: number;
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * Creates a cache for values that change in other processes. The age of a value counts from the
 * start of its load, so that a slow load does not extend it.
 */
export function createShortCache<Value>({
  milliseconds,
  maxEntries,
  now,
}: ShortCacheOptions): ShortCache<Value> {
  const entries = new Map<string, { readonly value: Value; readonly until: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      return entry && entry.until > now() ? entry.value : undefined;
    },
    getStale: (key) => entries.get(key)?.value,
    async load(key, load) {
      const until = now() + milliseconds;
      const value = await load(entries.get(key)?.value);
      setRecent(entries, key, { value, until }, maxEntries);
      return value;
    },
    delete: (key) => void entries.delete(key),
  };
}
