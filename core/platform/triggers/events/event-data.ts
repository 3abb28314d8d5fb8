/** Larger data is truncated. In bytes of JSON. */
const MAX_BYTES = 256 * 1024;
/** How much of it is kept, in characters. */
const KEPT_CHARACTERS = 16 * 1024;

/** Data that fits, and the size of the original in bytes. */
interface LimitedData {
  readonly data: unknown;
  /** Its JSON. */
  readonly text: string;
  readonly size: number;
}

const UTF8 = new TextEncoder();

/** Truncates data whose JSON has more than 256 KiB. What is left says so. */
export function limitData(data: unknown): LimitedData {
  const text = JSON.stringify(data ?? null);
  const size = UTF8.encode(text).length;
  if (size <= MAX_BYTES) return { data: data ?? null, text, size };
  const truncated = { truncated: true, size, text: text.slice(0, KEPT_CHARACTERS) };
  return { data: truncated, text: JSON.stringify(truncated), size };
}
