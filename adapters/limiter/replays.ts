import { type Limiter, type Replays, rateOf } from "../../core/index.ts";
import { openLimiter } from "./open.ts";

/** Once in a little more than a day: no signature is good for longer. */
const ONCE = rateOf(1, 86_400 + 120, 1);

/** Remembers by a limiter that lets each thing through once. */
export const replaysBy = (limiter: Limiter): Replays => ({
  wasUsed: async (what) => !(await limiter.take(`nonce ${what}`, 1)).allowed,
});

/** Remembers nonces in the database that is named, for all processes that name it; none without one, for each has its own memory. */
export async function openReplays(
  databaseUrl: string | undefined,
): Promise<{ readonly replays: Replays; close(): Promise<void> } | undefined> {
  if (databaseUrl === undefined) return undefined;
  const { limiter, close } = await openLimiter(ONCE, databaseUrl);
  return { replays: replaysBy(limiter), close };
}
