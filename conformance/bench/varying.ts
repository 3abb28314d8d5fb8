import { randomUUID } from "node:crypto";

/** Stands in a request for 36 characters that no other request has. */
export const OWN_KEY = "{a-key-that-no-other-request-has}---";

/** Stands in a request for the id of any of so many stored checkouts that are completed. */
export const anyCompleted = (stored: number): string => `{completed of ${stored}}`;

/** The id of a stored checkout by its number: in no order, as ids are, and as long. */
export const storedId = (number: number): string =>
  `chk_${1_000_000_000n + ((BigInt(number) * 1_234_567_891n) % 2_147_483_647n)}${REST}`;
const REST = "ofABenchesCheckouts000";

/** The same in a statement that has the number as `n`. */
export const STORED_ID_SQL = `'chk_' || (1000000000 + (n * 1234567891) % 2147483647) || '${REST}'`;

/** Of so many stored checkouts, the first is completed and the last is open. */
export const EACH_TENTH = 10;

/** Gives the bytes of a request, anew for each that is sent where something in it varies. */
export function bytesOf(request: string): () => Buffer {
  const stored = Number(/\{completed of (\d+)\}/.exec(request)?.[1] ?? 0);
  if (stored > 0) {
    const any = () => EACH_TENTH * Math.floor((Math.random() * stored) / EACH_TENTH);
    return () => Buffer.from(request.replace(anyCompleted(stored), storedId(any())));
  }
  if (request.includes(OWN_KEY)) return () => Buffer.from(request.replace(OWN_KEY, randomUUID()));
  const bytes = Buffer.from(request);
  return () => bytes;
}
