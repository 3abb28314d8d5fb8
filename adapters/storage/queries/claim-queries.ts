import type { ClaimResult, IdempotencyClaim } from "../../../core/ports/stores/checkout-store.ts";
import type { Sql } from "../sql.ts";

/** Queries for claims on requests with an idempotency key. */
interface ClaimQueries {
  claim(claim: IdempotencyClaim): Promise<ClaimResult>;
  complete(key: string, answer: string): Promise<void>;
  release(key: string): Promise<void>;
  deleteExpired(now: number): Promise<void>;
}

/**
 * Creates the queries for the table `claims`, which stores share. A key is a digest whose scope
 * names the store's operations, so that keys of different stores never conflict.
 */
export function createClaimQueries(sql: Sql): ClaimQueries {
  return {
    claim: (request) => claim(sql, request),
    async complete(key, answer) {
      await sql.query("update claims set answer = $2 where key = $1 and answer is null", [
        key,
        answer,
      ]);
    },
    async release(key) {
      await sql.query("update claims set until = 0 where key = $1", [key]);
    },
    async deleteExpired(now) {
      await sql.query(SWEEP_CLAIMS, [now, SWEEP_LIMIT]);
    },
  };
}

/** The most claims that one sweep deletes. */
const SWEEP_LIMIT = 1000;

/** Returns a row if the request acquires the claim. An expired idempotency key counts as new. */
const CLAIM = `insert into claims as known (key, request, checkout, until, keep) values ($1, $2, $3, $4, $5)
  on conflict (key) do update set
    request = excluded.request,
    checkout = case when known.keep <= $6 then excluded.checkout else known.checkout end,
    answer = null,
    until = excluded.until,
    keep = excluded.keep
  where known.keep <= $6 or (known.request = excluded.request and known.answer is null and known.until <= $6)
  returning checkout`;

// The outer condition protects a key that another process has just claimed again.
const SWEEP_CLAIMS = `delete from claims where keep <= $1 and key in (select key from claims where keep <= $1 order by keep limit $2)`;

async function claim(
  sql: Sql,
  { key, request, checkout, now, until, keep }: IdempotencyClaim,
): Promise<ClaimResult> {
  for (;;) {
    const [inserted] = await sql.query(CLAIM, [key, request, checkout, until, keep, now]);
    if (inserted) return { outcome: "acquired", checkout: String(inserted["checkout"]) };
    const [existing] = await sql.query(
      "select request, checkout, answer from claims where key = $1",
      [key],
    );
    // A sweep deleted the claim between the two statements.
    if (!existing) continue;
    if (existing["request"] !== request) return { outcome: "conflict" };
    if (existing["answer"] === null) return { outcome: "in_progress" };
    return {
      outcome: "completed",
      checkout: String(existing["checkout"]),
      answer: String(existing["answer"]),
    };
  }
}
