import { jitter } from "../../../lib/kit/flow/backoff.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The delays before the second attempt and the later ones: 27 hours and 35 minutes altogether. */
const DELAYS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
const SHARE = 0.2;

/**
 * Returns the delay before the next attempt after `attempts` failed ones, in milliseconds, or
 * `undefined` if there is none. A longer `retryAfter` (seconds) of the other side wins.
 */
export function nextDelay(
  attempts: number,
  { random, retryAfter }: { readonly random: number; readonly retryAfter?: number | undefined },
): number | undefined {
  const delay = DELAYS[attempts - 1];
  if (delay === undefined) return undefined;
  return Math.max(jitter(delay, SHARE, random), (retryAfter ?? 0) * SECOND);
}
