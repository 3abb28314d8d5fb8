import { Problem } from "../../../core/index.ts";
import type { Amounts, Order, Payment } from "../../../core/ports/payments.ts";
import type { Row, Sql } from "../../storage/sql.ts";
import { amountsOf } from "./amounts.ts";
import type { Typed } from "./form.ts";
import { isToken, token } from "./token.ts";

/** A payment as it is kept, at a time: one whose page has run out, or whose money has arrived, is so without having been written. */
export interface Kept {
  readonly id: string;
  readonly state: Payment["state"];
  readonly version: number;
  readonly order: Omit<Order, "key">;
  readonly amounts: Amounts;
  /** When what is processing arrives, or fails to (RFC 3339, UTC). */
  readonly arrives?: { readonly at: string; readonly as: "paid" | "failed" } | undefined;
}

/** What the buyer is shown after paying, for a day. */
export interface Receipt {
  readonly token: string;
  readonly payment: string;
  readonly typed: Typed;
  readonly last4: string;
  readonly paid: string;
}

export const RECEIPT_DAYS = 1;
const DAY = 86_400_000;

/** The sandbox's books. Each method rejects with the `Problem` "payments_unavailable" while the storage fails. */
export interface Ledger {
  /** Enters an order; of orders with the same key the first counts. */
  enter(order: Order): Promise<Kept>;
  find(id: string): Promise<Kept | undefined>;
  /** Keeps another state, with the receipt that belongs to it; says whether it did: nobody may have changed the payment meanwhile. */
  change(kept: Kept, next: Pick<Kept, "state" | "arrives">, receipt?: Receipt): Promise<boolean>;
  /** For a day after it was paid. */
  receipt(token: string): Promise<Receipt | undefined>;
  /** Deletes receipts that are over a day old, and the email address of orders that have run out. */
  sweep(): Promise<void>;
}

/** Books in the table `sandbox_payments`; a receipt has a row of its own, since it is all that holds what a buyer typed. */
export function ledger(sql: Sql, now: () => number): Ledger {
  const asking = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw new Problem(
        "payments_unavailable",
        "The sandbox's payments can't be read or kept just now.",
        { cause: error },
      );
    }
  };
  const isOver = ({ paid }: Receipt) => Date.parse(paid) + RECEIPT_DAYS * DAY <= now();

  return {
    enter: ({ key, ...order }) =>
      asking(async () => {
        const document = { order, amounts: amountsOf(order.lines) };
        const values = [token("sbx_"), `order:${key}`, "open", JSON.stringify(document), 1];
        await sql.query(
          "insert into sandbox_payments (id, key, state, document, version) values ($1, $2, $3, $4, $5) on conflict (key) do nothing",
          values,
        );
        const [row] = await sql.query(
          "select id, state, document, version from sandbox_payments where key = $1",
          [`order:${key}`],
        );
        return keptOf(row!, now());
      }),

    find: (id) =>
      asking(async () => {
        if (!isToken("sbx_", id)) return undefined;
        const [row] = await sql.query(
          "select id, state, document, version from sandbox_payments where id = $1 and state <> 'receipt'",
          [id],
        );
        return row && keptOf(row, now());
      }),

    change: (kept, next, receipt) =>
      asking(() =>
        sql.transaction(async (within) => {
          const { id, version, order, amounts } = kept;
          const document = { order, amounts, ...(next.arrives && { arrives: next.arrives }) };
          const values = [next.state, JSON.stringify(document), version + 1, id, version];
          const changed = await within.query(
            "update sandbox_payments set state = $1, document = $2, version = $3 where id = $4 and version = $5 returning id",
            values,
          );
          if (changed.length === 0) return false;
          const insert =
            "insert into sandbox_payments (id, key, state, document, version) values ($1, $2, 'receipt', $3, 1)";
          if (receipt)
            await within.query(insert, [
              receipt.token,
              `receipt:${receipt.token}`,
              JSON.stringify(receipt),
            ]);
          return true;
        }),
      ),

    receipt: (id) =>
      asking(async () => {
        const [row] = await sql.query(
          "select document from sandbox_payments where id = $1 and state = 'receipt'",
          [id],
        );
        const receipt = row && (JSON.parse(row["document"]) as Receipt);
        return receipt && !isOver(receipt) ? receipt : undefined;
      }),

    async sweep() {
      const page =
        "select id, state, document, version from sandbox_payments where state in ('open', 'receipt') and id > $1 order by id limit 500";
      for (let last = ""; ; ) {
        const rows = await asking(() => sql.query(page, [last]));
        for (const row of rows) {
          if (row["state"] === "receipt") {
            if (isOver(JSON.parse(row["document"])))
              await asking(() =>
                sql.query("delete from sandbox_payments where id = $1", [row["id"]]),
              );
          } else {
            const kept = keptOf(row, now());
            if (kept.state === "closed") await this.change(kept, { state: "closed" });
          }
        }
        if (rows.length < 500) return;
        last = rows.at(-1)!["id"];
      }
    },
  };
}

/** PostgreSQL gives a bigint as text. */
function keptOf({ id, state, document, version }: Row, now: number): Kept {
  const read = JSON.parse(document) as Pick<Kept, "order" | "amounts" | "arrives">;
  return { id, version: Number(version), ...read, state: stateAt(state, read, now) };
}

function stateAt(
  state: Payment["state"],
  { order, arrives }: Pick<Kept, "order" | "arrives">,
  now: number,
): Payment["state"] {
  if (state === "open" && Date.parse(order.expires) <= now) return "closed";
  if (state === "processing" && arrives && Date.parse(arrives.at) <= now) return arrives.as;
  return state;
}
