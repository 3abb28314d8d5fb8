import type { Sql } from "./sql.ts";

/**
 * Ends all leases: of token refreshes, of requests with an idempotency key, of runs, which then
 * count as abandoned, and of jobs. Call it only if no other process uses the database.
 */
export const releaseLeases = (sql: Sql): Promise<void> =>
  sql.transaction(async ({ query }) => {
    if (sql.dialect.hasJobTable)
      await query("update jobs set claimed_until = 1 where claimed_until > 0");
    await query("update connections set lease = null, leased_until = 0 where leased_until > 0");
    await query("update claims set until = 0 where answer is null and until > 0");
    await query("update runs set until = 0 where status in ('queued', 'running') and until > 0");
  });
