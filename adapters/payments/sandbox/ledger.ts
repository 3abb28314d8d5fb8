import { requireValue } from "../../../core/lib/kit/require-value.ts";
import type { Amounts, Order, Payment } from "../../../core/ports/payments.ts";
import { Problem } from "../../../core/site.ts";
import type { Row, Sql } from "../../storage/sql.ts";
import { computeAmounts } from "./amounts.ts";
import type { BuyerDetails } from "./form.ts";
import { createToken, isToken } from "./token.ts";

/**
 * A stored payment. Its state is computed from the clock when it is read: expiry and delayed
 * outcomes are never written by a timer.
 */
export interface LedgerEntry {
  readonly id: string;
  readonly state: Payment["state"];
  readonly version: number;
  readonly order: Omit<Order, "key">;
  readonly amounts: Amounts;
  /** The outcome of a payment in processing, and its time (RFC 3339, UTC). */
  readonly arrives?: { readonly at: string; readonly as: "paid" | "failed" } | undefined;
}

/** The receipt that the buyer can view for `RECEIPT_DAYS`. */
export interface Receipt {
  readonly token: string;
  readonly payment: string;
  readonly typed: BuyerDetails;
  readonly last4: string;
  /** RFC 3339, UTC. */
  readonly paid: string;
}

export const RECEIPT_DAYS = 1;
const DAY_MS = 86_400_000;

/**
 * The stored payments and receipts. Each method rejects with the `Problem` "payments_unavailable"
 * if the database fails.
 */
export interface Ledger {
  /** Stores an order, or returns the entry of an earlier order with the same key. */
  addPayment(order: Order): Promise<LedgerEntry>;
  find(id: string): Promise<LedgerEntry | undefined>;
  /**
   * Stores the next state and its receipt in one transaction. Resolves to `false`, without a
   * change, if the stored entry is no longer `entry`.
   */
  update(
    entry: LedgerEntry,
    next: Pick<LedgerEntry, "state" | "arrives">,
    receipt?: Receipt,
  ): Promise<boolean>;
  /** Finds a receipt until it expires. */
  findReceipt(token: string): Promise<Receipt | undefined>;
  /** Deletes expired receipts, and stores expired payments as closed. */
  sweep(): Promise<void>;
}

/**
 * Creates a ledger in the table `sandbox_payments`. Receipts are separate rows, because only they
 * contain buyer details and those are deleted after a day.
 */
export const createLedger = (sql: Sql, now: () => number): Ledger => new SqlLedger(sql, now);

class SqlLedger implements Ledger {
  readonly #sql: Sql;
  readonly #now: () => number;

  constructor(sql: Sql, now: () => number) {
    this.#sql = sql;
    this.#now = now;
  }

  addPayment({ key, ...order }: Order): Promise<LedgerEntry> {
    return withUnavailableErrors(async () => {
      const document = { order, amounts: computeAmounts(order.lines) };
      const values = [createToken("sbx_"), `order:${key}`, "open", JSON.stringify(document), 1];
      await this.#sql.query(
        "insert into sandbox_payments (id, key, state, document, version) values ($1, $2, $3, $4, $5) on conflict (key) do nothing",
        values,
      );
      const [row] = await this.#sql.query(
        "select id, state, document, version from sandbox_payments where key = $1",
        [`order:${key}`],
      );
      return parseEntry(requireValue(row, "the row of an order"), this.#now());
    });
  }

  find(id: string): Promise<LedgerEntry | undefined> {
    return withUnavailableErrors(async () => {
      if (!isToken("sbx_", id)) return undefined;
      const [row] = await this.#sql.query(
        "select id, state, document, version from sandbox_payments where id = $1 and state <> 'receipt'",
        [id],
      );
      return row && parseEntry(row, this.#now());
    });
  }

  update(
    entry: LedgerEntry,
    next: Pick<LedgerEntry, "state" | "arrives">,
    receipt?: Receipt,
  ): Promise<boolean> {
    return withUnavailableErrors(() =>
      this.#sql.transaction(async (transaction) => {
        const { id, version, order, amounts } = entry;
        const document = { order, amounts, ...(next.arrives && { arrives: next.arrives }) };
        const values = [next.state, JSON.stringify(document), version + 1, id, version];
        const changed = await transaction.query(
          "update sandbox_payments set state = $1, document = $2, version = $3 where id = $4 and version = $5 returning id",
          values,
        );
        if (changed.length === 0) return false;
        const insert =
          "insert into sandbox_payments (id, key, state, document, version) values ($1, $2, 'receipt', $3, 1)";
        if (receipt)
          await transaction.query(insert, [
            receipt.token,
            `receipt:${receipt.token}`,
            JSON.stringify(receipt),
          ]);
        return true;
      }),
    );
  }

  findReceipt(token: string): Promise<Receipt | undefined> {
    return withUnavailableErrors(async () => {
      const [row] = await this.#sql.query(
        "select document from sandbox_payments where id = $1 and state = 'receipt'",
        [token],
      );
      const receipt = row && (JSON.parse(row["document"]) as Receipt);
      return receipt && !this.#isExpired(receipt) ? receipt : undefined;
    });
  }

  async sweep(): Promise<void> {
    const page =
      "select id, state, document, version from sandbox_payments where state in ('open', 'receipt') and id > $1 order by id limit 500";
    for (let last = ""; ; ) {
      const rows = await withUnavailableErrors(() => this.#sql.query(page, [last]));
      for (const row of rows) await this.#sweepRow(row);
      const lastRow = rows.at(-1);
      if (!lastRow || rows.length < 500) return;
      last = lastRow["id"];
    }
  }

  async #sweepRow(row: Row): Promise<void> {
    if (row["state"] === "receipt") {
      if (!this.#isExpired(JSON.parse(row["document"]))) return;
      await withUnavailableErrors(() =>
        this.#sql.query("delete from sandbox_payments where id = $1", [row["id"]]),
      );
      return;
    }
    const entry = parseEntry(row, this.#now());
    if (entry.state === "closed") await this.update(entry, { state: "closed" });
  }

  #isExpired({ paid }: Receipt): boolean {
    return Date.parse(paid) + RECEIPT_DAYS * DAY_MS <= this.#now();
  }
}

async function withUnavailableErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw new Problem("payments_unavailable", "The sandbox can't read or store its payments.", {
      cause: error,
    });
  }
}

function parseEntry({ id, state, document, version }: Row, now: number): LedgerEntry {
  const stored = JSON.parse(document) as Pick<LedgerEntry, "order" | "amounts" | "arrives">;
  // PostgreSQL returns a bigint as a string.
  return { id, version: Number(version), ...stored, state: computeState(state, stored, now) };
}

function computeState(
  state: Payment["state"],
  { order, arrives }: Pick<LedgerEntry, "order" | "arrives">,
  now: number,
): Payment["state"] {
  if (state === "open" && Date.parse(order.expires) <= now) return "closed";
  if (state === "processing" && arrives && Date.parse(arrives.at) <= now) return arrives.as;
  return state;
}
