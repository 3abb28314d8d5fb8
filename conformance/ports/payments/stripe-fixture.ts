import assert from "node:assert/strict";
import { createStripePayments, type StripeOptions } from "../../../adapters/payments/stripe.ts";
import type { Order, PaymentProvider } from "../../../core/ports/payments.ts";
import { seedShop } from "../../fixtures/stripe/account.ts";
import { type StripeStub, startStripeStub } from "../../fixtures/stripe/stub.ts";
import { createCheck, type PortCheck } from "../port-check.ts";
import type { PaymentsFixture } from "./payments.ts";

/** The Stripe client against a stub of the Stripe API, with a shop that has every kind of offer. */
export interface StripeFixture extends PaymentsFixture {
  readonly stub: StripeStub;
  /** The prices of the shop by name. */
  readonly prices: ReturnType<typeof seedShop>;
  /** The messages that the providers have logged. */
  readonly messages: readonly string[];
  /** Creates another provider with the same stub. */
  createPayments(options?: Partial<StripeOptions>): PaymentProvider;
}

export async function createStripeFixture(
  defaults: Partial<StripeOptions> = {},
): Promise<StripeFixture> {
  const stub = await startStripeStub();
  const prices = seedShop(stub);
  const { account, now } = stub;
  const messages: string[] = [];
  const createPayments: StripeFixture["createPayments"] = (options) =>
    createStripePayments({
      key: stub.key,
      webhookSecret: stub.webhookSecret,
      apiUrl: stub.url,
      shipsTo: ["DK", "SE"],
      now,
      timeoutMs: 2_000,
      log: (message) => messages.push(message),
      ...defaults,
      ...options,
    });
  return {
    stub,
    prices,
    messages,
    createPayments,
    payments: createPayments(),
    otherProcesses: [createPayments(), createPayments()],
    now,
    pay: async ({ id }) => account.payCheckout(id),
    // A declined card leaves the session unchanged.
    decline: async () => {},
    expire: async ({ id }) =>
      stub.advance(account.sessions.get(id)!.expires_at * 1000 - now() + 1000),
    async failProvider() {
      stub.setFault(() => "cut");
      // Cached prices expire after this time.
      stub.advance(3_000);
    },
    startDelayedPayment: async ({ id }) => account.payCheckout(id, "later"),
    confirmPayment: async ({ id }) => account.completeDelayedPayment(id),
    close: () => stub.close(),
  };
}

const check = createCheck<StripeFixture>;
const UNAVAILABLE = { name: "Problem", code: "payments_unavailable" };

async function createOrder({ payments, prices, stub }: StripeFixture): Promise<Order> {
  const { offers } = await payments.listOffers();
  return {
    key: "one",
    checkout: "chk_1",
    lines: [{ offer: offers.find(({ id }) => id === prices.stand.id)!, quantity: 2 }],
    expires: new Date(stub.now() + 3_600_000).toISOString(),
    returnUrl: "https://shop.example/æ?x=1&y=å",
  };
}

/** Checks of the Stripe provider where runtimes could differ. */
export const stripeChecks: readonly PortCheck<StripeFixture>[] = [
  check("lists every offer of the shop", async ({ payments }) => {
    assert.equal((await payments.listOffers()).offers.length, 7);
  }),

  check("opens one page for each key, with the return URL unchanged", async (fixture) => {
    const { payments, stub } = fixture;
    const order = await createOrder(fixture);
    const { id, state, amounts } = await payments.openPayment(order);
    assert.deepEqual(
      [state, amounts.total, (await payments.openPayment(order)).id],
      ["open", 2 * order.lines[0]!.offer.amount, id],
    );
    assert.equal(stub.account.sessions.get(id)!["success_url"], order.returnUrl);
  }),

  check("verifies webhook signatures", async (fixture) => {
    const { payments, stub } = fixture;
    const { id } = await payments.openPayment(await createOrder(fixture));
    stub.account.payCheckout(id);
    const { body, headers } = stub.webhook(stub.events.at(-1)!);
    assert.equal((await payments.readEvent!(body, headers))!.payment, id);
    body[body.length - 2] = 0x20;
    await assert.rejects(payments.readEvent!(body, headers), { code: "invalid_signature" });
  }),

  check("never follows a redirect", async (fixture) => {
    const { payments, stub } = fixture;
    const { id } = await payments.openPayment(await createOrder(fixture));
    stub.setFault(() => ({ status: 307, body: {}, headers: { location: `${stub.url}/stolen` } }));
    await assert.rejects(payments.findPayment(id), UNAVAILABLE);
    assert.ok(!stub.requests.some(({ path }) => path === "/stolen"));
  }),

  check("gives up when Stripe doesn't respond, and logs no key", async (fixture) => {
    const { stub, messages, createPayments } = fixture;
    const { id } = await fixture.payments.openPayment(await createOrder(fixture));
    const payments = createPayments({ timeoutMs: 500 });
    const requestCount = stub.requests.length;
    stub.setFault(() => "silence");
    await assert.rejects(payments.findPayment(id), UNAVAILABLE);
    assert.ok(stub.requests.length <= requestCount + 2, String(stub.requests.length));
    assert.ok(
      messages.some((message) => message.endsWith("It timed out.")),
      messages.join("\n"),
    );
    assert.ok(!messages.join().includes(stub.key));
  }),
];
