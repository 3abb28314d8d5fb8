import { createHash } from "node:crypto";
import { type Rate, rateStatus } from "../../core/lib/kit/rate.ts";
import type { RateLimiter, RateLimitResult } from "../../core/ports/rate-limiter.ts";
import type { Sql } from "../storage/sql.ts";

export interface PostgresRateLimiterOptions {
  /** How long a query may take, in milliseconds; 1000 by default. */
  readonly timeoutMs?: number;
  /**
   * How long every request fails without a query after a failure, in milliseconds; 5000 by default.
   */
  readonly cooldownMs?: number;
  /** Returns nanoseconds. By default the database's clock, which all processes share. */
  now?(): number;
}

/**
 * A rate limiter in a migrated database, shared by all processes. Each `take` is one round trip.
 */
export interface PostgresRateLimiter extends RateLimiter {
  take(key: string, cost: number): Promise<RateLimitResult>;
  /** Deletes up to `limit` clients that have their full burst again. */
  sweep(limit: number): Promise<void>;
}

const CLOCK =
  "coalesce($TIME::bigint, (extract(epoch from clock_timestamp()) * 1000000000)::bigint)";

/**
 * The generic cell rate algorithm. Concurrent statements for one client wait for the row lock, and
 * each sees the result of the one before. Rejections update the row too, so that the statement can
 * return the client's debt.
 */
const TAKE = `insert into rates as known (key, due, seen, allowed)
  select $1, now + $2::bigint, now, true from (select ${CLOCK.replace("$TIME", "$4")} as now) as clock
  on conflict (key) do update set
    due = greatest(known.due, excluded.seen) + case when greatest(known.due, excluded.seen) + $2::bigint - excluded.seen <= $3::bigint then $2::bigint else 0 end,
    seen = excluded.seen,
    allowed = greatest(known.due, excluded.seen) + $2::bigint - excluded.seen <= $3::bigint
  returning due - seen as owed, allowed`;

const SWEEP = `delete from rates where key in (select key from rates where due <= ${CLOCK.replace("$TIME", "$2")} limit $1) and due <= ${CLOCK.replace("$TIME", "$2")}`;

/** Tolerance for rounding to whole nanoseconds. */
const SLACK_NS = 1000;

export function createPostgresRateLimiter(
  sql: Sql,
  rate: Rate,
  { timeoutMs = 1000, cooldownMs = 5000, now }: PostgresRateLimiterOptions = {},
): PostgresRateLimiter {
  const costNs = (rate.windowSeconds * 1e9) / rate.quota;
  const burstNs = Math.round(rate.burst * costNs) + SLACK_NS;
  let failure: { readonly until: number; readonly error: unknown } | undefined;

  return {
    async take(key, cost) {
      if (failure && performance.now() < failure.until) throw failure.error;
      try {
        const [row] = await withTimeout(
          timeoutMs,
          sql.query(TAKE, [hashKey(key), Math.round(cost * costNs), burstNs, now?.() ?? null]),
        );
        failure = undefined;
        return rateStatus(rate, { owed: row!["owed"] / 1e6, cost, allowed: row!["allowed"] });
      } catch (error) {
        failure = { until: performance.now() + cooldownMs, error };
        throw error;
      }
    },
    async sweep(limit) {
      await sql.query(SWEEP, [limit, now?.() ?? null]);
    },
  };
}

/** Shortens a key and keeps client addresses out of the database. */
const hashKey = (key: string) => createHash("sha256").update(key).digest("base64url").slice(0, 22);

function withTimeout<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The rate limit database did not respond within ${timeoutMs} ms.`)),
      timeoutMs,
    );
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
