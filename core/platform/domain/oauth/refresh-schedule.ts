import type { Connection } from "../../../ports/connection-store.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

/** When to renew a token: five minutes before it expires, or in the middle of its life where that is later. */
export const refreshTime = (issued: number, expires: number): number =>
  expires - Math.min(5 * MINUTE, (expires - issued) / 2);

/** When a sign-in is renewed that nobody uses: each day, for some providers drop refresh tokens that lie idle. */
const IDLE_INTERVAL = DAY;

/** When something is to be done about an active connection; none where its token does not expire. */
export function nextRefresh(
  { expires, refreshed, created }: Pick<Connection, "expires" | "refreshed" | "created">,
  { isUsed }: { readonly isUsed: boolean },
): number | undefined {
  if (expires === undefined) return undefined;
  const issued = Date.parse(refreshed ?? created);
  const scheduled = refreshTime(issued, Date.parse(expires));
  return isUsed ? scheduled : Math.max(scheduled, issued + IDLE_INTERVAL);
}

/** How long to wait after so many failures: half a minute, doubled each time, at most an hour; what the provider asked for, if that is longer. */
export const refreshBackoff = (failures: number, retryAfterSeconds = 0): number =>
  Math.max(
    Math.min(30_000 * 2 ** Math.min(failures - 1, 10), 60 * MINUTE),
    Math.min(retryAfterSeconds, 86_400) * 1000,
  );
