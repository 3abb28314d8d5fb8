import { demoProducts, type Products } from "../../../adapters/payments/products-file.ts";
import { type SandboxPayments, sandboxPayments } from "../../../adapters/payments/sandbox.ts";
import { migrate } from "../../../adapters/storage/migrate.ts";
import type { Sql } from "../../../adapters/storage/sql.ts";
import { sqlite } from "../../../adapters/storage/sqlite.ts";
import { Problem } from "../../../core/index.ts";
import type { HostedAnswer, Offer, Payment } from "../../../core/ports/payments.ts";
import type { PaymentsRig } from "../payments.ts";

/** A sandbox, whose clock stands still, and a buyer at its pages. */
export interface SandboxRig extends PaymentsRig {
  readonly payments: SandboxPayments;
  readonly sql: Sql;
  /** Lets the clock go on. */
  pass(milliseconds: number): void;
  /** Asks for a page by its path, or sends its form. */
  ask(path: string, form?: Readonly<Record<string, string>>): Promise<HostedAnswer>;
}

/** What a buyer types who makes no mistake; a receipt's address is taken from the page. */
export const TYPED = {
  email: "ada@example.com",
  name: "Ada Lovelace",
  street: "12 St James’s Square",
  postal_code: "SW1Y 4JH",
  city: "London",
  country: "GB",
  card_number: "4242 4242 4242 4242",
  card_expiry: "12 / 34",
  card_code: "123",
};

export const pathOf = ({ id }: Payment): string => `/checkout/pay/${id}`;

interface RigOptions {
  readonly offers?: readonly Offer[];
  readonly shopName?: string;
  readonly shipsTo?: readonly string[];
  /** A database with its tables; in memory by default. Closed with the rig. */
  readonly database?: Sql;
}

export async function sandboxRig({
  offers,
  shopName = "Haverlund",
  shipsTo,
  database,
}: RigOptions = {}): Promise<SandboxRig> {
  let time = Date.parse("2026-11-21T15:00:00.000Z");
  let isDown = false;
  const inner = database ?? (await memorySql());
  const downs = <T>(work: () => T): T => {
    if (isDown) throw new Error("the storage is down");
    return work();
  };
  const sql: Sql = {
    kind: inner.kind,
    query: async (text, values) => downs(() => inner.query(text, values)),
    transaction: async (work) => downs(() => inner.transaction(work)),
    close: () => inner.close(),
  };
  const listed: Products = offers ? { offers: () => offers } : demoProducts();
  const products: Products = {
    offers() {
      if (isDown) throw new Problem("payments_unavailable", "down");
      return listed.offers();
    },
  };
  const make = () =>
    sandboxPayments({
      products,
      sql,
      origin: "http://127.0.0.1:4100",
      shopName,
      shipsTo,
      now: () => time,
    });
  const payments = make();
  const others = [make(), make()];
  const ask: SandboxRig["ask"] = async (path, form) => {
    for (const page of payments.pages!) {
      const found = new RegExp(`^${page.path.replace(/\{(\w+)\}/, "(?<$1>[^/]+)")}$`).exec(path);
      if (found)
        return page.methods[form ? "POST" : "GET"]!({
          parameters: { ...found.groups },
          form: new Map(Object.entries(form ?? {})),
        });
    }
    throw new Error(`no page at ${path}`);
  };
  const send = async (payment: Payment, number: string, status: number) => {
    const answer = await ask(pathOf(payment), { ...TYPED, card_number: number });
    if (answer.status !== status) throw new Error(`answered ${answer.status}, not ${status}`);
  };
  return {
    payments,
    others,
    sql,
    ask,
    now: () => time,
    pass: (milliseconds) => void (time += milliseconds),
    pay: (payment) => send(payment, "4242424242424242", 303),
    decline: (payment) => send(payment, "4000000000000002", 402),
    payLater: (payment) => send(payment, "4000000000001109", 303),
    arrive: async () => void (time += 10_000),
    expire: async () => void (time += 2 * 3_600_000),
    breakDown: async () => void (isDown = true),
    async close() {
      for (const each of [payments, ...others]) each.stop();
      await inner.close();
    },
  };
}

/** A database in memory, with its tables. */
async function memorySql(): Promise<Sql> {
  const sql = await sqlite(":memory:");
  await migrate(sql);
  return sql;
}
