import { randomUUID } from "node:crypto";

/** A placeholder for a UUID that is unique to each request. */
export const UNIQUE_KEY = "{a-key-that-no-other-request-has}---";

/** A placeholder for the ID of a random completed checkout, if this many checkouts are stored. */
export const completedIdPlaceholder = (stored: number): string => `{completed of ${stored}}`;

/**
 * Returns the ID of a stored checkout. Like real IDs, the IDs of consecutive numbers are unordered.
 */
export const storedCheckoutId = (number: number): string =>
  `chk_${1_000_000_000n + ((BigInt(number) * 1_234_567_891n) % 2_147_483_647n)}${ID_SUFFIX}`;
const ID_SUFFIX = "benchmarkCheckout00000";

/** `storedCheckoutId` as an SQL expression of the number `n`. */
export const STORED_ID_SQL = `'chk_' || (1000000000 + (n * 1234567891) % 2147483647) || '${ID_SUFFIX}'`;

/** In each group of stored checkouts, the first is completed and the last is open. */
export const STORED_GROUP_SIZE = 10;

/** Returns a function that returns the bytes of the next request, with placeholders replaced. */
export function createRequestBytes(request: string): () => Buffer {
  const stored = Number(/\{completed of (\d+)\}/.exec(request)?.[1] ?? 0);
  if (stored > 0) {
    const randomNumber = () =>
      STORED_GROUP_SIZE * Math.floor((Math.random() * stored) / STORED_GROUP_SIZE);
    return () =>
      Buffer.from(
        request.replace(completedIdPlaceholder(stored), storedCheckoutId(randomNumber())),
      );
  }
  if (request.includes(UNIQUE_KEY))
    return () => Buffer.from(request.replace(UNIQUE_KEY, randomUUID()));
  const bytes = Buffer.from(request);
  return () => bytes;
}
