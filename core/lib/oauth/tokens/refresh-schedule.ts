import { backoff } from "../../kit/flow/backoff.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * When to refresh a token: five minutes before it expires, or halfway through its lifetime if that
 * is later. All times are Unix times in milliseconds.
 */
export const refreshTime = (issued: number, expires: number): number =>
  expires - Math.min(5 * MINUTE, (expires - issued) / 2);

/** When a token was issued and expires. Times are in RFC 3339. */
interface TokenTimes {
  /** Absent if the token doesn't expire. */
  readonly expires?: string | undefined;
  /** The time of the last refresh. */
  readonly refreshed?: string | undefined;
  /** The time of the first sign-in. */
  readonly created: string;
}

/** How often unused connections are refreshed, because some providers revoke idle tokens. */
const IDLE_INTERVAL = DAY;

/**
 * When to refresh the token of an active connection, as Unix time in milliseconds. Returns
 * `undefined` if the token doesn't expire.
 */
export function nextRefresh(
  { expires, refreshed, created }: TokenTimes,
  { isUsed }: { readonly isUsed: boolean },
): number | undefined {
  if (expires === undefined) return undefined;
  const issued = Date.parse(refreshed ?? created);
  const scheduled = refreshTime(issued, Date.parse(expires));
  return isUsed ? scheduled : Math.max(scheduled, issued + IDLE_INTERVAL);
}

/**
 * The delay after consecutive failures, in milliseconds: 30 seconds, doubled each time, at most one
 * hour. A longer `Retry-After` of the provider takes precedence, up to 24 hours.
 */
export const refreshBackoff = (failures: number, retryAfterSeconds = 0): number =>
  Math.max(
    backoff(failures, { first: 30_000, max: 60 * MINUTE }),
    Math.min(retryAfterSeconds, 86_400) * 1000,
  );
