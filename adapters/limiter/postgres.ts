import { createHash } from "node:crypto";
import { type Limiter, type Rate, standing, type Taken } from "../../core/index.ts";
import type { Sql } from "../storage/sql.ts";

export interface PostgresLimiterOptions {
  /** How long the database may take, in milliseconds, before it counts as out of order; 1000 by default. */
  readonly patience?: number;
  /** How long it is left alone then: everything is rejected at once meanwhile; 5000 by default. */
  readonly rest?: number;
  /** Nanoseconds of any clock; the database's own by default, which is the same for all processes. */
  now?(): number;
}

/** Counts in a database that `migrate` has prepared, for every process that uses it; one round trip each time. */
export interface PostgresLimiter extends Limiter {
  take(key: string, cost: number): Promise<Taken>;
  /** Forgets up to a number of clients that owe nothing any more. */
  sweep(most: number): Promise<void>;
}

const CLOCK =
  "coalesce($TIME::bigint, (extract(epoch from clock_timestamp()) * 1000000000)::bigint)";

/**
 * The generic cell rate algorithm. Who asks at the same time waits for the row, and finds what the other one has taken. A
 * refusal is written too, so that it is known how the client stands.
 */
const TAKE = `insert into rates as known (key, due, seen, allowed)
  select $1, now + $2::bigint, now, true from (select ${CLOCK.replace("$TIME", "$4")} as now) as clock
  on conflict (key) do update set
    due = greatest(known.due, excluded.seen) + case when greatest(known.due, excluded.seen) + $2::bigint - excluded.seen <= $3::bigint then $2::bigint else 0 end,
    seen = excluded.seen,
    allowed = greatest(known.due, excluded.seen) + $2::bigint - excluded.seen <= $3::bigint
  returning due - seen as owed, allowed`;

const SWEEP = `delete from rates where key in (select key from rates where due <= ${CLOCK.replace("$TIME", "$2")} limit $1) and due <= ${CLOCK.replace("$TIME", "$2")}`;

/** Rounding to whole nanoseconds is not held against anyone. */
const SLACK = 1000;

export function postgresLimiter(
  sql: Sql,
  rate: Rate,
  { patience = 1000, rest = 5000, now }: PostgresLimiterOptions = {},
): PostgresLimiter {
  const each = (rate.windowSeconds * 1e9) / rate.quota;
  const whole = Math.round(rate.burst * each) + SLACK;
  let broken: { readonly until: number; readonly because: unknown } | undefined;

  return {
    async take(key, cost) {
      if (broken && performance.now() < broken.until) throw broken.because;
      try {
        const [row] = await within(
          patience,
          sql.query(TAKE, [digestOf(key), Math.round(cost * each), whole, now?.() ?? null]),
        );
        broken = undefined;
        return standing(rate, { owed: row!["owed"] / 1e6, cost, allowed: row!["allowed"] });
      } catch (error) {
        broken = { until: performance.now() + rest, because: error };
        throw error;
      }
    },
    async sweep(most) {
      await sql.query(SWEEP, [most, now?.() ?? null]);
    },
  };
}

/** A key of any length and any characters, none of it told. */
const digestOf = (key: string) => createHash("sha256").update(key).digest("base64url").slice(0, 22);

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () =>
        reject(
          new Error(`The database that counts clients has not answered for ${milliseconds} ms.`),
        ),
      milliseconds,
    );
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
