/**
 * Creates an ID that sorts by time: a prefix, `_` and 32 hexadecimal digits, of which the first 12
 * are the time in milliseconds since 1970.
 */
export const sortableId = (prefix: string, time: number): string =>
  `${prefix}_${time.toString(16).padStart(12, "0")}${crypto.randomUUID().replaceAll("-", "").slice(12)}`;

/** Creates a random ID: a prefix, `_` and 32 hexadecimal digits. */
export const randomId = (prefix: string): string =>
  `${prefix}_${crypto.randomUUID().replaceAll("-", "")}`;
