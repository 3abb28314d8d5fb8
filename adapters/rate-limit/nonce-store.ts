import { createRate, type NonceStore, type RateLimiter } from "../../core/index.ts";
import { openRateLimiter } from "./open.ts";

/** Once in a little more than a day: no signature is good for longer. */
const ONCE_RATE = createRate(1, 86_400 + 120, 1);

/** Remembers by a limiter that lets each thing through once. */
export const createRateLimitedNonceStore = (limiter: RateLimiter): NonceStore => ({
  checkAndAdd: async (nonce) => !(await limiter.take(`nonce ${nonce}`, 1)).allowed,
});

/** Remembers nonces in the database that is named, for all processes that name it; none without one, for each has its own memory. */
export async function openNonceStore(
  databaseUrl: string | undefined,
): Promise<{ readonly replays: NonceStore; close(): Promise<void> } | undefined> {
  if (databaseUrl === undefined) return undefined;
  const { limiter, close } = await openRateLimiter(ONCE_RATE, databaseUrl);
  return { replays: createRateLimitedNonceStore(limiter), close };
}
