import assert from "node:assert/strict";
import { demoProducts, type ProductSource } from "../../../adapters/payments/products-file.ts";
import { createSandboxPayments, type SandboxPayments } from "../../../adapters/payments/sandbox.ts";
import { migrate } from "../../../adapters/storage/migrate.ts";
import type { Sql } from "../../../adapters/storage/sql.ts";
import { openSqlite } from "../../../adapters/storage/sqlite/sql.ts";
import { Problem } from "../../../core/index.ts";
import type { HostedResponse, Offer, Payment } from "../../../core/ports/payments.ts";
import { createCheck, type PortCheck } from "../port-check.ts";
import type { PaymentsFixture } from "./payments.ts";

/** A sandbox with a manual clock, and a buyer who uses its pages. */
export interface SandboxFixture extends PaymentsFixture {
  readonly payments: SandboxPayments;
  readonly sql: Sql;
  advance(milliseconds: number): void;
  /** Requests a page by its path. With `form`, submits it. */
  request(path: string, form?: Readonly<Record<string, string>>): Promise<HostedResponse>;
}

/** A form that the hosted payment page accepts. */
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
  /** A migrated database. Default: in memory. The fixture closes it. */
  readonly database?: Sql;
}

export async function createSandboxFixture({
  offers,
  shopName = "Haverlund",
  shipsTo,
  database,
}: FixtureOptions = {}): Promise<SandboxFixture> {
  let time = Date.parse("2026-11-21T15:00:00.000Z");
  let isUnreachable = false;
  const inner = database ?? (await createMemoryDatabase());
  const assertReachable = () => {
    if (isUnreachable) throw new Error("the database is unreachable");
  };
  const sql: Sql = {
    dialect: inner.dialect,
    async query(text, values) {
      assertReachable();
      return inner.query(text, values);
    },
    async transaction(work) {
      assertReachable();
      return inner.transaction(work);
    },
    snapshot: (work) => inner.snapshot(work),
    close: () => inner.close(),
  };
  const source: ProductSource = offers ? { offers: () => offers } : demoProducts();
  const products: ProductSource = {
    offers() {
      if (isUnreachable) throw new Problem("payments_unavailable", "unreachable");
      return source.offers();
    },
  };
  const createProvider = () =>
    createSandboxPayments({
      products,
      sql,
      shop: { name: shopName, origin: "http://127.0.0.1:4100" },
      shipsTo,
      now: () => time,
    });
  const payments = createProvider();
  const otherProcesses = [createProvider(), createProvider()];
  const request: SandboxFixture["request"] = async (path, form) => {
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
  const submit = async (payment: Payment, number: string, status: number) => {
    const response = await request(paymentPath(payment), { ...VALID_FORM, card_number: number });
    if (response.status !== status)
      throw new Error(`the page responded with ${response.status} instead of ${status}`);
  };
  return {
    payments,
    otherProcesses,
    sql,
    request,
    now: () => time,
    advance(milliseconds) {
      time += milliseconds;
    },
    pay: (payment) => submit(payment, "4242424242424242", 303),
    decline: (payment) => submit(payment, "4000000000000002", 402),
    startDelayedPayment: (payment) => submit(payment, "4000000000001109", 303),
    async confirmPayment() {
      time += 10_000;
    },
    async expire() {
      time += 2 * 3_600_000;
    },
    async failProvider() {
      isUnreachable = true;
    },
    async close() {
      for (const each of [payments, ...otherProcesses]) each.stop();
      await inner.close();
    },
  };
}

async function createMemoryDatabase(): Promise<Sql> {
  const sql = await openSqlite(":memory:");
  await migrate(sql);
  return sql;
}

const check = createCheck<SandboxFixture>;

/** Checks of the sandbox where runtimes could differ. */
export const sandboxChecks: readonly PortCheck<SandboxFixture>[] = [
  check("formats money, dates and countries", async (fixture) => {
    const payment = await openExamplePayment(fixture);
    const { body } = await fixture.request(paymentPath(payment));
    for (const text of [
      "Pay Haverlund €92.00",
      "€216.00",
      "5 December 2026",
      '<option value="CI">Côte d’Ivoire</option>',
      "16:00 UTC",
    ])
      assert.ok(body.includes(text), text);
  }),

  check("accepts a test card, shows a receipt and then deletes it", async (fixture) => {
    const payment = await openExamplePayment(fixture);
    const card_number = "4111111111111111";
    const declined = await fixture.request(paymentPath(payment), { ...VALID_FORM, card_number });
    assert.equal(declined.status, 422);
    const paid = await fixture.request(paymentPath(payment), VALID_FORM);
    assert.equal(paid.status, 303);
    const receipt = paid.headers["location"]!;
    assert.ok((await fixture.request(receipt)).body.includes("12 St James’s Square"));
    assert.equal((await fixture.payments.findPayment(payment.id))!.state, "paid");
    fixture.advance(86_400_000);
    await fixture.payments.sweep();
    assert.equal((await fixture.request(receipt)).status, 404);
  }),
];

async function openExamplePayment({ payments, now }: SandboxFixture): Promise<Payment> {
  const { offers } = await payments.listOffers();
  assert.equal(offers.length, 9);
  return payments.openPayment({
    key: "one",
    checkout: "chk_1",
    lines: ["desk-yearly-subscription", "tether-cable-set"].map((id) => ({
      offer: offers.find((offer) => offer.id === id)!,
      quantity: 2,
    })),
    expires: new Date(now() + 3_600_000).toISOString(),
    returnUrl: "http://127.0.0.1:4100/",
  });
}
