/** Larger data is truncated. In bytes of JSON. */
const MAX_BYTES = 256 * 1024;
/** How much of it is kept, in characters. */
const KEPT_CHARACTERS = 16 * 1024;

/** Data that fits, and the size of the original in bytes. */
export interface LimitedData {
  readonly data: unknown;
  readonly size: number;
}

/** Truncates data whose JSON has more than 256 KiB. What is left says so. */
export function limitData(data: unknown): LimitedData {
  const text = JSON.stringify(data ?? null);
  const size = new TextEncoder().encode(text).length;
  if (size <= MAX_BYTES) return { data: data ?? null, size };
  return { data: { truncated: true, size, text: text.slice(0, KEPT_CHARACTERS) }, size };
}
