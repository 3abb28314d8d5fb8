import type { NonceStore } from "../../core/lib/http-signatures/index.ts";
import { createRate } from "../../core/lib/kit/rate.ts";
import type { RateLimiter } from "../../core/ports/rate-limiter.ts";
import { openSharedRateLimiter } from "./open.ts";

/** One use in 24 hours and 2 minutes, because no signature is valid for longer. */
const SINGLE_USE_RATE = createRate(1, 86_400 + 120, 1);

/** Creates a nonce store from a rate limiter that admits each key once. */
export const createRateLimitedNonceStore = (limiter: RateLimiter): NonceStore => ({
  checkAndAdd: async (nonce) => !(await limiter.take(`nonce ${nonce}`, 1)).allowed,
});

/**
 * Opens a nonce store that all processes with the same database share. Returns undefined without a
 * database for several processes, because each process then uses its own memory.
 */
export async function openNonceStore(
  databaseUrl: string | undefined,
): Promise<{ readonly nonces: NonceStore; close(): Promise<void> } | undefined> {
  const opened = await openSharedRateLimiter(SINGLE_USE_RATE, databaseUrl);
  return opened && { nonces: createRateLimitedNonceStore(opened.limiter), close: opened.close };
}
