import type { Checkout, CheckoutStore } from "../../../core/ports/stores/checkout-store.ts";
import { createClaimQueries } from "../queries/claim-queries.ts";
import type { Row, Sql, Value } from "../sql.ts";

/** How long an unpaid checkout is stored after it has expired: 30 days. */
const UNPAID_RETENTION_MS = 30 * 24 * 3_600_000;

/** The most payment events and checkouts that one sweep deletes. */
const SWEEP_LIMIT = 1000;

/** Creates a checkout store in a migrated database. Closing the store closes the database. */
export function createSqlCheckoutStore(sql: Sql): CheckoutStore {
  const claims = createClaimQueries(sql);
  return {
    async addCheckout(checkout) {
      if (checkout.version !== 1)
        throw new Error(`A new checkout must have version 1, not ${checkout.version}.`);
      await sql.query(ADD, toColumns(checkout));
    },
    findCheckout: async (id) =>
      parseCheckout(await sql.query("select document from checkouts where id = $1", [id])),
    findCheckoutByPayment: async (payment) =>
      parseCheckout(
        await sql.query("select document from checkouts where payment = $1", [payment]),
      ),
    saveCheckout: async (checkout) =>
      (await sql.query(SAVE, [...toColumns(checkout), checkout.version - 1])).length > 0,

    claim: claims.claim,
    completeClaim: claims.complete,
    releaseClaim: claims.release,

    hasEvent: async (id) =>
      (await sql.query("select id from notices where id = $1", [id])).length > 0,
    async recordEvent(id, keep) {
      await sql.query(
        "insert into notices (id, keep) values ($1, $2) on conflict (id) do update set keep = excluded.keep",
        [id, keep],
      );
    },

    async deleteExpired(now) {
      await claims.deleteExpired(now);
      await sql.query(SWEEP_NOTICES, [now, SWEEP_LIMIT]);
      await sql.query(SWEEP_CHECKOUTS, [
        new Date(now - UNPAID_RETENTION_MS).toISOString(),
        SWEEP_LIMIT,
      ]);
    },
    close: () => sql.close(),
  };
}

const ADD = `insert into checkouts (id, version, state, payment, expires, document) values ($1, $2, $3, $4, $5, $6)
  on conflict (id) do nothing`;

const SAVE = `update checkouts set version = $2, state = $3, payment = $4, expires = $5, document = $6
  where id = $1 and version = $7 returning id`;

// The outer condition protects an event that another process has just recorded again.
const SWEEP_NOTICES = `delete from notices where keep <= $1 and id in (select id from notices where keep <= $1 order by keep limit $2)`;

const SWEEP_CHECKOUTS = `delete from checkouts where id in
  (select id from checkouts where expires <= $1 and state not in ('completed', 'processing') order by expires limit $2)`;

/**
 * The document contains the whole checkout. The other columns copy the fields that statements
 * compare.
 */
function toColumns(checkout: Checkout): Value[] {
  const { id, version, state, payment = null, expires } = checkout;
  return [id, version, state, payment, expires, JSON.stringify(checkout)];
}

function parseCheckout([row]: readonly Row[]): Checkout | undefined {
  return row && (JSON.parse(String(row["document"])) as Checkout);
}
