import { randomUUID } from "node:crypto";

/** Stands in a request for 36 characters that no other request has. */
export const UNIQUE_KEY = "{a-key-that-no-other-request-has}---";

/** Stands in a request for the id of any of so many stored checkouts that are completed. */
export const completedIdPlaceholder = (stored: number): string => `{completed of ${stored}}`;

/** The id of a stored checkout by its number: in no order, as ids are, and as long. */
export const storedCheckoutId = (number: number): string =>
  `chk_${1_000_000_000n + ((BigInt(number) * 1_234_567_891n) % 2_147_483_647n)}${ID_SUFFIX}`;
const ID_SUFFIX = "ofABenchesCheckouts000";

/** The same in a statement that has the number as `n`. */
export const STORED_ID_SQL = `'chk_' || (1000000000 + (n * 1234567891) % 2147483647) || '${ID_SUFFIX}'`;

/** Of so many stored checkouts, the first is completed and the last is open. */
export const STORED_GROUP_SIZE = 10;

/** Gives the bytes of a request, anew for each that is sent where something in it varies. */
export function createRequestBytes(request: string): () => Buffer {
  const stored = Number(/\{completed of (\d+)\}/.exec(request)?.[1] ?? 0);
  if (stored > 0) {
    const any = () => STORED_GROUP_SIZE * Math.floor((Math.random() * stored) / STORED_GROUP_SIZE);
    return () =>
      Buffer.from(request.replace(completedIdPlaceholder(stored), storedCheckoutId(any())));
  }
  if (request.includes(UNIQUE_KEY))
    return () => Buffer.from(request.replace(UNIQUE_KEY, randomUUID()));
  const bytes = Buffer.from(request);
  return () => bytes;
}
