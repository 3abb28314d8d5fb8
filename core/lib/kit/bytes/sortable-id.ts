const MAX_SEQUENCE = 0xfff;

let last = { time: -1, sequence: 0 };

/**
 * Creates an ID that sorts by time: a prefix, `_` and 32 hexadecimal digits. The first 12 are the time
 * in milliseconds since 1970, and the next 3 count the IDs that the process created in that
 * millisecond, so that up to 4,096 of them sort in their order (RFC 9562 section 6.2, method 1). The
 * rest is random.
 */
export function sortableId(prefix: string, time: number): string {
  const sequence = time === last.time ? Math.min(last.sequence + 1, MAX_SEQUENCE) : 0;
  last = { time, sequence };
  const digits = time.toString(16).padStart(12, "0") + sequence.toString(16).padStart(3, "0");
  return `${prefix}_${digits}${crypto.randomUUID().replaceAll("-", "").slice(15)}`;
}

/** Creates a random ID: a prefix, `_` and 32 hexadecimal digits. */
export const randomId = (prefix: string): string =>
  `${prefix}_${crypto.randomUUID().replaceAll("-", "")}`;
