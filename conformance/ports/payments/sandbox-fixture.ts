import { demoProducts, type ProductSource } from "../../../adapters/payments/products-file.ts";
import { createSandboxPayments, type SandboxPayments } from "../../../adapters/payments/sandbox.ts";
import { migrate } from "../../../adapters/storage/migrate.ts";
import type { Sql } from "../../../adapters/storage/sql.ts";
import { openSqlite } from "../../../adapters/storage/sqlite.ts";
import { Problem } from "../../../core/index.ts";
import type { HostedResponse, Offer, Payment } from "../../../core/ports/payments.ts";
import type { PaymentsFixture } from "../payments.ts";

/** A sandbox, whose clock stands still, and a buyer at its pages. */
export interface SandboxFixture extends PaymentsFixture {
  readonly payments: SandboxPayments;
  readonly sql: Sql;
  /** Lets the clock go on. */
  advance(milliseconds: number): void;
  /** Asks for a page by its path, or sends its form. */
  request(path: string, form?: Readonly<Record<string, string>>): Promise<HostedResponse>;
}

/** What a buyer types who makes no mistake; a receipt's address is taken from the page. */
export const VALID_FORM = {
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

export const paymentPath = ({ id }: Payment): string => `/checkout/pay/${id}`;

interface FixtureOptions {
  readonly offers?: readonly Offer[];
  readonly shopName?: string;
  readonly shipsTo?: readonly string[];
  /** A database with its tables; in memory by default. Closed with the rig. */
  readonly database?: Sql;
}

export async function createSandboxFixture({
  offers,
  shopName = "Haverlund",
  shipsTo,
  database,
}: FixtureOptions = {}): Promise<SandboxFixture> {
  let time = Date.parse("2026-11-21T15:00:00.000Z");
  let isDown = false;
  const inner = database ?? (await openMemoryDatabase());
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
  const listed: ProductSource = offers ? { offers: () => offers } : demoProducts();
  const products: ProductSource = {
    offers() {
      if (isDown) throw new Problem("payments_unavailable", "down");
      return listed.offers();
    },
  };
  const make = () =>
    createSandboxPayments({
      products,
      sql,
      origin: "http://127.0.0.1:4100",
      shopName,
      shipsTo,
      now: () => time,
    });
  const payments = make();
  const others = [make(), make()];
  const ask: SandboxFixture["request"] = async (path, form) => {
    for (const page of payments.pages!) {
      const match = new RegExp(`^${page.path.replace(/\{(\w+)\}/, "(?<$1>[^/]+)")}$`).exec(path);
      if (match)
        return page.methods[form ? "POST" : "GET"]!({
          parameters: { ...match.groups },
          form: new Map(Object.entries(form ?? {})),
        });
    }
    throw new Error(`no page at ${path}`);
  };
  const send = async (payment: Payment, number: string, status: number) => {
    const response = await ask(paymentPath(payment), { ...VALID_FORM, card_number: number });
    if (response.status !== status) throw new Error(`answered ${response.status}, not ${status}`);
  };
  return {
    payments,
    others,
    sql,
    request: ask,
    now: () => time,
    advance: (milliseconds) => void (time += milliseconds),
    pay: (payment) => send(payment, "4242424242424242", 303),
    decline: (payment) => send(payment, "4000000000000002", 402),
    startDelayedPayment: (payment) => send(payment, "4000000000001109", 303),
    confirmPayment: async () => void (time += 10_000),
    expire: async () => void (time += 2 * 3_600_000),
    failProvider: async () => void (isDown = true),
    async close() {
      for (const each of [payments, ...others]) each.stop();
      await inner.close();
    },
  };
}

/** A database in memory, with its tables. */
async function openMemoryDatabase(): Promise<Sql> {
  const sql = await openSqlite(":memory:");
  await migrate(sql);
  return sql;
}
