import assert from "node:assert/strict";
import type { Offer, Order, Payment, PaymentProvider } from "../../../core/ports/payments.ts";
import { createCheck, type PortCheck } from "../port-check.ts";
import { assertOffer, assertPayment, assertTotal } from "./assertions.ts";

/** An implementation of the port with its own provider, and the actions of a buyer. */
export interface PaymentsFixture {
  /**
   * Needs one available offer with a single payment. The suite also tests recurring offers and
   * trials if there are any.
   */
  readonly payments: PaymentProvider;
  /** The same provider, as other processes would open it. */
  readonly otherProcesses?: readonly PaymentProvider[];
  /** The provider's clock, in milliseconds since 1970. */
  now(): number;
  /** The buyer pays on the hosted payment page. May reject if the page refuses. */
  pay(payment: Payment): Promise<unknown>;
  /** The buyer tries a card that is declined. */
  decline(payment: Payment): Promise<unknown>;
  /** Advances the clock until the page has expired. */
  expire(payment: Payment): Promise<unknown>;
  /** Makes the provider unreachable. */
  failProvider(): Promise<unknown>;
  /** The buyer pays with a delayed payment method. Undefined if the provider has none. */
  startDelayedPayment?(payment: Payment): Promise<unknown>;
  /** The delayed payment succeeds. */
  confirmPayment?(payment: Payment): Promise<unknown>;
  close(): Promise<unknown>;
}

/** Shortcuts of the checks for one fixture. */
function createBuyer(fixture: PaymentsFixture) {
  const { payments } = fixture;
  let orderCount = 0;
  const findOffer = async (matches: (offer: Offer) => boolean) =>
    (await payments.listOffers()).offers.find((offer) => offer.isAvailable && matches(offer));
  const findSinglePaymentOffer = async () =>
    (await findOffer(({ billing }) => !billing)) ??
    assert.fail("the fixture has no available offer with a single payment");
  const createOrder = async (lines?: Order["lines"]): Promise<Order> => {
    orderCount += 1;
    return {
      key: `key-${orderCount}`,
      checkout: `checkout-${orderCount}`,
      lines: lines ?? [{ offer: await findSinglePaymentOffer(), quantity: 1 }],
      expires: new Date(fixture.now() + 3_600_000).toISOString(),
      returnUrl: "http://127.0.0.1:4100/returned",
    };
  };
  const findPayment = async ({ id }: Payment) =>
    (await payments.findPayment(id)) ?? assert.fail(`payment ${id} is missing`);
  return { fixture, payments, findOffer, findSinglePaymentOffer, createOrder, findPayment };
}

type Buyer = ReturnType<typeof createBuyer>;

const check = (name: string, run: PortCheck<Buyer>["run"]): PortCheck<PaymentsFixture> =>
  createCheck(name, (fixture) => run(createBuyer(fixture)));

/** Checks that every implementation of `PaymentProvider` must pass. */
export const paymentsSuite: readonly PortCheck<PaymentsFixture>[] = [
  check("has a name that is safe in URLs", async ({ payments }) => {
    assert.match(payments.name, /^[a-z][a-z\d-]*$/);
  }),

  check("lists valid offers with unique IDs", async ({ fixture, payments }) => {
    const { offers, verified } = await payments.listOffers();
    assert.ok(offers.length > 0);
    assert.equal(
      new Set(offers.map(({ id }) => id)).size,
      offers.length,
      "offer IDs must be unique",
    );
    for (const offer of offers) assertOffer(offer);
    assert.equal(new Date(verified).toISOString(), verified);
    assert.ok(
      Math.abs(fixture.now() - Date.parse(verified)) < 60_000,
      `${verified} isn't the current time`,
    );
  }),

  check("lists the offers in a stable order", async ({ payments }) => {
    assert.deepEqual((await payments.listOffers()).offers, (await payments.listOffers()).offers);
  }),

  check(
    "opens a hosted payment page with the amount due",
    async ({ payments, findSinglePaymentOffer, createOrder, findPayment }) => {
      const offer = await findSinglePaymentOffer();
      const payment = await payments.openPayment(await createOrder([{ offer, quantity: 3 }]));
      assertPayment(payment, "open");
      assert.equal(payment.amounts.subtotal, 3 * offer.amount);
      assert.deepEqual(await findPayment(payment), payment);
    },
  ),

  check("charges nothing today for a trial", async ({ payments, findOffer, createOrder }) => {
    const offer = await findOffer(({ trialDays }) => !!trialDays);
    if (!offer) return "the fixture has no offer with a trial";
    const { amounts } = await payments.openPayment(await createOrder([{ offer, quantity: 1 }]));
    assert.equal(amounts.total, 0);
    assertTotal(amounts);
    return undefined;
  }),

  check(
    "charges the first period of a recurring offer without a trial today",
    async ({ payments, findOffer, createOrder }) => {
      const offer = await findOffer(({ billing, trialDays }) => !!billing && !trialDays);
      if (!offer) return "the fixture has no recurring offer without a trial";
      const { amounts } = await payments.openPayment(await createOrder([{ offer, quantity: 2 }]));
      assert.equal(amounts.subtotal, 2 * offer.amount);
      assertTotal(amounts);
      return undefined;
    },
  ),

  check(
    "opens one payment for repeated orders with the same key",
    async ({ payments, createOrder }) => {
      const order = await createOrder();
      const first = await payments.openPayment(order);
      assert.deepEqual(await payments.openPayment(order), first);
      assert.notEqual((await payments.openPayment(await createOrder())).id, first.id);
    },
  ),

  check(
    "opens one payment for 50 simultaneous orders with the same key from several processes",
    async ({ fixture, payments, createOrder }) => {
      const order = await createOrder();
      const processes = [payments, ...(fixture.otherProcesses ?? [])];
      const opened = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          processes[index % processes.length]!.openPayment(order),
        ),
      );
      assert.equal(new Set(opened.map(({ id }) => id)).size, 1);
      assert.equal(new Set(opened.map(({ url }) => url)).size, 1);
    },
  ),

  check(
    "opens payments with unique IDs of at least 20 characters",
    async ({ payments, createOrder }) => {
      const opened = await Promise.all(
        Array.from({ length: 5 }, async () => payments.openPayment(await createOrder())),
      );
      assert.equal(new Set(opened.map(({ id }) => id)).size, 5);
      for (const { id } of opened) assert.ok(id.length >= 20, id);
    },
  ),

  check("returns undefined for an unknown payment ID", async ({ payments }) => {
    for (const id of [
      "none",
      "sbx_0000000000000000000000000000",
      "cs_test_none",
      "__proto__",
      "../x",
      "a b?c#d",
    ])
      assert.equal(await payments.findPayment(id), undefined, id);
  }),

  check(
    "marks a payment as paid after the buyer pays and keeps it so",
    async ({ fixture, payments, createOrder, findPayment }) => {
      const payment = await payments.openPayment(await createOrder());
      await fixture.pay(payment);
      assertPayment(await findPayment(payment), "paid");
      assertPayment(await payments.closePayment(payment.id), "paid");
      assertPayment(await findPayment(payment), "paid");
    },
  ),

  check(
    "accepts one payment when the buyer submits the form several times",
    async ({ fixture, payments, createOrder, findPayment }) => {
      const payment = await payments.openPayment(await createOrder());
      await Promise.allSettled([fixture.pay(payment), fixture.pay(payment), fixture.pay(payment)]);
      assertPayment(await findPayment(payment), "paid");
    },
  ),

  check(
    "stays open after a declined card and accepts another",
    async ({ fixture, payments, createOrder, findPayment }) => {
      const payment = await payments.openPayment(await createOrder());
      await fixture.decline(payment);
      assertPayment(await findPayment(payment), "open");
      await fixture.pay(payment);
      assertPayment(await findPayment(payment), "paid");
    },
  ),

  check(
    "rejects payments on a closed page",
    async ({ fixture, payments, createOrder, findPayment }) => {
      const payment = await payments.openPayment(await createOrder());
      assertPayment(await payments.closePayment(payment.id), "closed");
      assertPayment(await payments.closePayment(payment.id), "closed");
      await fixture.pay(payment).catch(() => {});
      assertPayment(await findPayment(payment), "closed");
    },
  ),

  check(
    "ends in one state when it is paid and closed at the same time",
    async ({ fixture, payments, createOrder, findPayment }) => {
      const payment = await payments.openPayment(await createOrder());
      const [closed] = await Promise.all([
        payments.closePayment(payment.id),
        fixture.pay(payment).catch(() => {}),
      ]);
      const { state } = await findPayment(payment);
      assert.equal(state, closed.state);
      assert.ok(state === "paid" || state === "closed", state);
    },
  ),

  check(
    "closes a page when it expires",
    async ({ fixture, payments, createOrder, findPayment }) => {
      const payment = await payments.openPayment(await createOrder());
      await fixture.expire(payment);
      assertPayment(await findPayment(payment), "closed");
      await fixture.pay(payment).catch(() => {});
      assertPayment(await findPayment(payment), "closed");
    },
  ),

  check(
    "stays paid after the page expires",
    async ({ fixture, payments, createOrder, findPayment }) => {
      const payment = await payments.openPayment(await createOrder());
      await fixture.pay(payment);
      await fixture.expire(payment);
      assertPayment(await findPayment(payment), "paid");
    },
  ),

  check(
    "is processing until a delayed payment succeeds",
    async ({ fixture, payments, createOrder, findPayment }) => {
      if (!fixture.startDelayedPayment || !fixture.confirmPayment)
        return "the provider has no delayed payment method";
      const payment = await payments.openPayment(await createOrder());
      await fixture.startDelayedPayment(payment);
      assertPayment(await findPayment(payment), "processing");
      assertPayment(await payments.closePayment(payment.id), "processing");
      await fixture.confirmPayment(payment);
      assertPayment(await findPayment(payment), "paid");
      return undefined;
    },
  ),

  check(
    'rejects with "payments_unavailable" if the provider can\'t be reached',
    async ({ fixture, payments, createOrder }) => {
      const order = await createOrder();
      const { id } = await payments.openPayment(order);
      await fixture.failProvider();
      const unavailable = { name: "Problem", code: "payments_unavailable" };
      await assert.rejects(payments.listOffers(), unavailable);
      await assert.rejects(payments.openPayment({ ...order, key: "another" }), unavailable);
      await assert.rejects(payments.findPayment(id), unavailable);
      await assert.rejects(payments.closePayment(id), unavailable);
    },
  ),
];
