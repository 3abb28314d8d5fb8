import { createHash } from "node:crypto";
import { type Rate, rateStatus } from "../../core/lib/kit/flow/rate.ts";
import { requireValue } from "../../core/lib/kit/require-value.ts";
import type { RateLimiter, RateLimitResult } from "../../core/ports/rate-limiter.ts";
import { createFailFast, type FailFastOptions } from "../storage/fail-fast.ts";
import type { RateLimitDialect, Sql } from "../storage/sql.ts";

export interface DatabaseRateLimiterOptions extends FailFastOptions {
  /** Returns nanoseconds. By default the database's clock, which all processes share. */
  now?(): number;
}

/**
 * A rate limiter in a migrated database, shared by all processes. Each `take` is one round trip.
 */
export interface DatabaseRateLimiter extends RateLimiter {
  take(key: string, cost: number): Promise<RateLimitResult>;
  /** Deletes up to `limit` clients that have their full burst again. */
  sweep(limit: number): Promise<void>;
}

/** How long a statement may wait for another one, in nanoseconds. */
const MAX_WAIT_NS = 1e9;

/**
 * The generic cell rate algorithm. Concurrent statements for one client wait for the row lock, and
 * each sees the result of the one before. Rejections update the row too, so that the statement can
 * return the client's debt.
 */
function takeStatement({ clock, greatest }: RateLimitDialect): string {
  const cost = "cast($2 as bigint)";
  // A statement reads the clock before it waits, so another one may have seen a later time.
  const seen = `case when known.seen - excluded.seen between 0 and ${MAX_WAIT_NS} then known.seen else excluded.seen end`;
  const start = greatest("known.due", seen);
  const isAllowed = `${start} + ${cost} - (${seen}) <= cast($3 as bigint)`;
  return `insert into rates as known (key, due, seen, allowed)
  select $1, now + ${cost}, now, true from (select coalesce(cast($4 as bigint), ${clock}) as now) as clock where true
  on conflict (key) do update set
    due = ${start} + case when ${isAllowed} then ${cost} else 0 end,
    seen = ${seen},
    allowed = ${isAllowed}
  returning due - seen as owed, allowed`;
}

function sweepStatement({ clock }: RateLimitDialect): string {
  const isIdle = `due <= coalesce(cast($2 as bigint), ${clock})`;
  return `delete from rates where key in (select key from rates where ${isIdle} limit $1) and ${isIdle}`;
}

/** Tolerance for rounding to whole nanoseconds. */
const SLACK_NS = 1000;

/** Creates a rate limiter in a migrated database whose dialect supports it. */
export function createDatabaseRateLimiter(
  sql: Sql,
  dialect: RateLimitDialect,
  rate: Rate,
  { now, ...failFast }: DatabaseRateLimiterOptions = {},
): DatabaseRateLimiter {
  const costNs = (rate.windowSeconds * 1e9) / rate.quota;
  const takeText = takeStatement(dialect);
  const sweepText = sweepStatement(dialect);
  const burstNs = Math.round(rate.burst * costNs) + SLACK_NS;
  const query = createFailFast("rate limit", failFast);

  return {
    async take(key, cost) {
      const values = [hashKey(key), Math.round(cost * costNs), burstNs, now?.() ?? null];
      const [row] = await query(() => sql.query(takeText, values));
      const { owed, allowed } = requireValue(row, "the row of a rate limit");
      return rateStatus(rate, { owed: owed / 1e6, cost, allowed });
    },
    async sweep(limit) {
      await sql.query(sweepText, [limit, now?.() ?? null]);
    },
  };
}

/** Shortens a key and keeps client addresses out of the database. */
const hashKey = (key: string) => createHash("sha256").update(key).digest("base64url").slice(0, 22);
