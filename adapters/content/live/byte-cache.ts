/** What was used last, up to so many bytes in all. */
export interface ByteCache<T> {
  get(key: string): T | undefined;
  /** What alone takes more than an eighth is not kept. */
  set(key: string, value: T, bytes: number): void;
  delete(key: string): void;
}

/** A cache that forgets what was used longest ago. */
export function byteCache<T>(most: number): ByteCache<T> {
  const kept = new Map<string, { value: T; bytes: number }>();
  let sum = 0;
  const forget = (key: string) => {
    sum -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  return {
    delete: forget,
    get(key) {
      const found = kept.get(key);
      if (!found) return undefined;
      // A Map holds its keys in the order in which they came.
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    set(key, value, bytes) {
      forget(key);
      if (bytes > most / 8) return;
      kept.set(key, { value, bytes });
      sum += bytes;
      for (const oldest of kept.keys()) {
        if (sum <= most) break;
        forget(oldest);
      }
    },
  };
}
