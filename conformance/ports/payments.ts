import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "vitest";
import type { Offer, Order, Payment, PaymentProvider } from "../../core/ports/payments.ts";

/** A driver with a provider of its own behind it, and what a buyer does there. */
export interface PaymentsFixture {
  /** Needs an offer that is paid once and is available; what it has besides is tried too: sold out, billed again, with a trial. */
  readonly payments: PaymentProvider;
  /** The same provider, as another process has it; by default the same driver is asked. */
  readonly others?: readonly PaymentProvider[];
  /** The provider's clock, in milliseconds since 1970. */
  now(): number;
  /** The buyer pays on the hosted page; may reject where that is refused. */
  pay(payment: Payment): Promise<unknown>;
  /** The buyer tries a card that is refused. */
  decline(payment: Payment): Promise<unknown>;
  /** Time goes on until the page has run out. */
  expire(payment: Payment): Promise<unknown>;
  /** From now on the provider can't be reached. */
  failProvider(): Promise<unknown>;
  /** The buyer pays in a way that takes its time; left out where there is none. */
  startDelayedPayment?(payment: Payment): Promise<unknown>;
  /** What was paid so arrives. */
  confirmPayment?(payment: Payment): Promise<unknown>;
  close(): Promise<unknown>;
}

/** What every driver of the Payments port must do, as a group of tests. `make` is asked for a new rig before each. */
export function definePaymentsSuite(
  name: string,
  make: () => Promise<PaymentsFixture> | PaymentsFixture,
): void {
  describe(`Payments by ${name}`, () => {
    let fixture: PaymentsFixture;
    let payments: PaymentProvider;
    beforeEach(async () => {
      fixture = await make();
      payments = fixture.payments;
    });
    afterEach(() => fixture.close());

    const offerThat = async (fits: (offer: Offer) => boolean) =>
      (await payments.listOffers()).offers.find((offer) => offer.isAvailable && fits(offer));
    const onceOffer = async () =>
      (await offerThat(({ billing }) => !billing)) ??
      assert.fail("the rig has no available offer that is paid once");
    const order = async (parts: Partial<Order> = {}): Promise<Order> => ({
      key: `key-${++keyCount}`,
      checkout: `checkout-${keyCount}`,
      lines: parts.lines ?? [{ offer: await onceOffer(), quantity: 1 }],
      expires: new Date(fixture.now() + 3_600_000).toISOString(),
      returnUrl: "http://127.0.0.1:4100/returned",
      ...parts,
    });
    const findPayment = async ({ id }: Payment) =>
      (await payments.findPayment(id)) ?? assert.fail(`${id} is not found`);

    it("has a name that fits into a link", () => assert.match(payments.name, /^[a-z][a-z\d-]*$/));

    it("lists what is for sale, in the terms of the port", async () => {
      const { offers, verified } = await payments.listOffers();
      assert.ok(offers.length > 0);
      assert.equal(new Set(offers.map(({ id }) => id)).size, offers.length, "ids are unique");
      for (const offer of offers) assertOffer(offer);
      assert.equal(new Date(verified).toISOString(), verified);
      assert.ok(
        Math.abs(fixture.now() - Date.parse(verified)) < 60_000,
        `${verified} is not just now`,
      );
    });

    it("lists it in the same order each time", async () => {
      assert.deepEqual((await payments.listOffers()).offers, (await payments.listOffers()).offers);
    });

    it("opens a page for an order, and says what is due", async () => {
      const offer = await onceOffer();
      const payment = await payments.openPayment(await order({ lines: [{ offer, quantity: 3 }] }));
      assertPayment(payment, "open");
      assert.equal(payment.amounts.subtotal, 3 * offer.amount);
      assert.deepEqual(await findPayment(payment), payment);
    });

    it("asks nothing today for a trial", async ({ skip }) => {
      const offer = await offerThat(({ trialDays }) => !!trialDays);
      if (!offer) return skip("the rig has no offer with a trial");
      const { amounts } = await payments.openPayment(
        await order({ lines: [{ offer, quantity: 1 }] }),
      );
      assert.equal(amounts.total, 0);
      assertSum(amounts);
    });

    it("asks for the first time at once where there is no trial", async ({ skip }) => {
      const offer = await offerThat(({ billing, trialDays }) => !!billing && !trialDays);
      if (!offer) return skip("the rig has no offer that is billed again from the start");
      const { amounts } = await payments.openPayment(
        await order({ lines: [{ offer, quantity: 2 }] }),
      );
      assert.equal(amounts.subtotal, 2 * offer.amount);
      assertSum(amounts);
    });

    it("opens one payment by one key, however often it is asked", async () => {
      const newOrder = await order();
      const first = await payments.openPayment(newOrder);
      assert.deepEqual(await payments.openPayment(newOrder), first);
      assert.notEqual((await payments.openPayment(await order())).id, first.id);
    });

    it("opens one payment by one key, asked fifty times at once and from several processes", async () => {
      const newOrder = await order();
      const drivers = [payments, ...(fixture.others ?? [])];
      const opened = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          drivers[index % drivers.length]!.openPayment(newOrder),
        ),
      );
      assert.equal(new Set(opened.map(({ id }) => id)).size, 1);
      assert.equal(new Set(opened.map(({ url }) => url)).size, 1);
    });

    it("has pages of ids that can't be guessed", async () => {
      const opened = await Promise.all(
        Array.from({ length: 5 }, async () => payments.openPayment(await order())),
      );
      assert.equal(new Set(opened.map(({ id }) => id)).size, 5);
      for (const { id } of opened) assert.ok(id.length >= 20, id);
    });

    it("knows of no payment that it did not open", async () => {
      for (const id of [
        "none",
        "sbx_0000000000000000000000000000",
        "cs_test_none",
        "__proto__",
        "../x",
        "a b?c#d",
      ])
        assert.equal(await payments.findPayment(id), undefined, id);
    });

    it("is paid once the buyer has paid, and stays so", async () => {
      const payment = await payments.openPayment(await order());
      await fixture.pay(payment);
      assertPayment(await findPayment(payment), "paid");
      assertPayment(await payments.closePayment(payment.id), "paid");
      assertPayment(await findPayment(payment), "paid");
    });

    it("is paid once, however often the buyer presses the button", async () => {
      const payment = await payments.openPayment(await order());
      await Promise.allSettled([fixture.pay(payment), fixture.pay(payment), fixture.pay(payment)]);
      assertPayment(await findPayment(payment), "paid");
    });

    it("stays open when a card is refused, and takes another", async () => {
      const payment = await payments.openPayment(await order());
      await fixture.decline(payment);
      assertPayment(await findPayment(payment), "open");
      await fixture.pay(payment);
      assertPayment(await findPayment(payment), "paid");
    });

    it("closes a page; nobody can pay there any more", async () => {
      const payment = await payments.openPayment(await order());
      assertPayment(await payments.closePayment(payment.id), "closed");
      assertPayment(await payments.closePayment(payment.id), "closed");
      await fixture.pay(payment).catch(() => {});
      assertPayment(await findPayment(payment), "closed");
    });

    it("is either paid or closed when both are asked at once, and says so", async () => {
      const payment = await payments.openPayment(await order());
      const [closed] = await Promise.all([
        payments.closePayment(payment.id),
        fixture.pay(payment).catch(() => {}),
      ]);
      const { state } = await findPayment(payment);
      assert.equal(state, closed.state);
      assert.ok(state === "paid" || state === "closed", state);
    });

    it("closes a page by itself when its time is over", async () => {
      const payment = await payments.openPayment(await order());
      await fixture.expire(payment);
      assertPayment(await findPayment(payment), "closed");
      await fixture.pay(payment).catch(() => {});
      assertPayment(await findPayment(payment), "closed");
    });

    it("keeps what was paid when the time is over", async () => {
      const payment = await payments.openPayment(await order());
      await fixture.pay(payment);
      await fixture.expire(payment);
      assertPayment(await findPayment(payment), "paid");
    });

    it("is processing while the money is on its way", async ({ skip }) => {
      if (!fixture.startDelayedPayment || !fixture.confirmPayment)
        return skip("the provider's payments all arrive at once");
      const payment = await payments.openPayment(await order());
      await fixture.startDelayedPayment(payment);
      assertPayment(await findPayment(payment), "processing");
      assertPayment(await payments.closePayment(payment.id), "processing");
      await fixture.confirmPayment(payment);
      assertPayment(await findPayment(payment), "paid");
    });

    it("says so when the provider can't be reached", async () => {
      const newOrder = await order();
      const { id } = await payments.openPayment(newOrder);
      await fixture.failProvider();
      const unavailable = { name: "Problem", code: "payments_unavailable" };
      await assert.rejects(payments.listOffers(), unavailable);
      await assert.rejects(payments.openPayment({ ...newOrder, key: "another" }), unavailable);
      await assert.rejects(payments.findPayment(id), unavailable);
      await assert.rejects(payments.closePayment(id), unavailable);
    });
  });
}

let keyCount = 0;

function assertOffer({
  id,
  product,
  title,
  amount,
  currency,
  billing,
  trialDays,
  needsShipping,
  isAvailable,
  url,
  image,
}: Offer): void {
  for (const text of [id, product, title]) assert.ok(text.trim(), id);
  assert.ok(Number.isSafeInteger(amount) && amount >= 0, `${id}: ${amount}`);
  assert.match(currency, /^[A-Z]{3}$/, id);
  if (billing) {
    assert.ok(["day", "week", "month", "year"].includes(billing.interval), id);
    assert.ok(Number.isSafeInteger(billing.count) && billing.count > 0, id);
  }
  if (trialDays !== undefined)
    assert.ok(
      billing && Number.isSafeInteger(trialDays) && trialDays > 0,
      `${id}: a trial of what is billed`,
    );
  for (const flag of [needsShipping, isAvailable]) assert.equal(typeof flag, "boolean", id);
  for (const link of [url, image])
    if (link !== undefined) assert.match(link, /^(\/(?!\/)|https?:\/\/)/, id);
}

/** Only what the port names may stand in a payment: nothing that a buyer typed. */
function assertPayment(payment: Payment, state: Payment["state"]): void {
  assert.equal(payment.state, state);
  for (const key of Object.keys(payment))
    assert.ok(["id", "state", "url", "amounts"].includes(key), `a payment has no ${key}`);
  for (const key of Object.keys(payment.amounts))
    assert.ok(
      ["subtotal", "total", "discount", "shipping", "tax"].includes(key),
      `amounts have no ${key}`,
    );
  if (state === "open") assert.ok(URL.canParse(payment.url ?? ""), "an open payment has a page");
  else assert.equal(payment.url, undefined, "the page is over");
  assertSum(payment.amounts);
}

function assertSum({
  subtotal,
  total,
  discount = 0,
  shipping = 0,
  tax = 0,
}: Payment["amounts"]): void {
  for (const amount of [subtotal, total, discount, shipping, tax])
    assert.ok(Number.isSafeInteger(amount) && amount >= 0, String(amount));
  // Prices may hold their tax.
  assert.ok(
    [0, tax].includes(total - (subtotal - discount + shipping)),
    `${subtotal} - ${discount} + ${shipping} (+ ${tax}) is not ${total}`,
  );
}
