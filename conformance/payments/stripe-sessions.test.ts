import { describe, expect, it } from "vitest";
import { useStripeShop } from "./use-providers.ts";

const shop = useStripeShop();

describe("openPayment", () => {
  it("sends the same Checkout Session parameters every time", async () => {
    const placedOrder = await shop.createOrder(shop.prices.stand);
    await shop.payments.openPayment(placedOrder);
    expect(shop.lastForm()).toEqual({
      mode: "payment",
      "line_items[0][price]": shop.prices.stand.id,
      "line_items[0][quantity]": "1",
      success_url: placedOrder.returnUrl,
      cancel_url: placedOrder.returnUrl,
      client_reference_id: placedOrder.checkout,
      "metadata[checkout]": placedOrder.checkout,
      expires_at: String(Math.floor(Date.parse(placedOrder.expires) / 1000)),
      "shipping_address_collection[allowed_countries][0]": "DK",
      "shipping_address_collection[allowed_countries][1]": "SE",
    });
    const [first] = shop.stub.requests.filter(({ method }) => method === "POST");
    expect(first!.headers["idempotency-key"]).toMatch(/^jackfield-[\w-]{43}$/);
    await shop.createPayments().openPayment(placedOrder);
    const again = shop.stub.requests.findLast(({ method }) => method === "POST")!;
    expect([again.body, again.headers["idempotency-key"]]).toEqual([
      first!.body,
      first!.headers["idempotency-key"],
    ]);
  });

  it("creates a subscription with its trial for recurring offers", async () => {
    await shop.payments.openPayment(
      await shop.createOrder(shop.prices.monthly, shop.prices.plugin),
    );
    expect(shop.lastForm()).toMatchObject({
      mode: "subscription",
      "subscription_data[trial_period_days]": "14",
    });
    expect(Object.keys(shop.lastForm()).join()).not.toContain("shipping");
    expect(
      (
        await shop.payments.openPayment(
          await shop.createOrder(shop.prices.monthly, shop.prices.plugin),
        )
      ).amounts.total,
    ).toBe(9_900);
  });

  it("rejects offers with different trials", async () => {
    await expect(
      shop.payments.openPayment(await shop.createOrder(shop.prices.monthly, shop.prices.upfront)),
    ).rejects.toMatchObject({
      code: "offers_do_not_mix",
    });
    expect(shop.stub.requests.filter(({ method }) => method === "POST")).toEqual([]);
  });

  it("returns the current state when it is repeated", async () => {
    const placedOrder = await shop.createOrder(shop.prices.plugin);
    const { id } = await shop.payments.openPayment(placedOrder);
    shop.stub.account.payCheckout(id);
    expect(await shop.payments.openPayment(placedOrder)).toMatchObject({ id, state: "paid" });
  });

  it("creates one session even if the response is lost", async () => {
    const placedOrder = await shop.createOrder(shop.prices.plugin);
    let requests = 0;
    const provider = shop.createPayments({
      fetch: async (...call) => {
        const response = await fetch(...call);
        if (call[1]?.method === "POST" && ++requests === 1)
          throw new TypeError("the connection was cut");
        return response;
      },
    });
    const { id } = await provider.openPayment(placedOrder);
    expect([shop.stub.account.sessions.size, shop.stub.account.sessions.has(id), requests]).toEqual(
      [1, true, 2],
    );
  });

  it("waits while another process opens the same payment", async () => {
    shop.stub.setDelay(300);
    const placedOrder = await shop.createOrder(shop.prices.plugin);
    const [here, there] = await Promise.all([
      shop.payments.openPayment(placedOrder),
      shop.createPayments().openPayment(placedOrder),
    ]);
    expect(here).toEqual(there);
  });

  it("rejects offers that are no longer sold, and totals that are too large for Stripe", async () => {
    const [gone, sold, twice] = [
      await shop.createOrder(shop.prices.plugin),
      await shop.createOrder(shop.prices.stand),
      await shop.createOrder(shop.prices.yen),
    ];
    shop.stub.account.prices.get(shop.prices.plugin.id)!.active = false;
    shop.stub.account.products.get(shop.prices.stand.product)!.active = false;
    await expect(shop.payments.openPayment(gone)).rejects.toMatchObject({
      code: "offer_unavailable",
    });
    await expect(shop.payments.openPayment(sold)).rejects.toMatchObject({
      code: "offer_unavailable",
    });
    await expect(
      shop.payments.openPayment({
        ...gone,
        lines: [{ ...gone.lines[0]!, offer: { ...gone.lines[0]!.offer, id: "price_none" } }],
      }),
    ).rejects.toMatchObject({ code: "offer_unavailable" });
    await expect(
      shop.payments.openPayment({ ...twice, lines: [{ ...twice.lines[0]!, quantity: 999_999 }] }),
    ).rejects.toMatchObject({
      code: "invalid_input",
      message: "The total is too large for Stripe.",
    });
    expect(shop.stub.account.sessions.size).toBe(0);
  });

  it("rejects with an Error, not a Problem, if a key is used for two orders", async () => {
    const placedOrder = await shop.createOrder(shop.prices.plugin);
    await shop.payments.openPayment(placedOrder);
    const error = await shop.payments
      .openPayment({ ...placedOrder, checkout: "other" })
      .catch((error: Error) => error);
    expect(error).toMatchObject({
      name: "Error",
      message: expect.stringContaining(
        "Stripe rejected the request to create a Checkout Session: Keys for idempotent requests",
      ),
    });
  });
});

describe("findPayment", () => {
  it("returns no buyer details", async () => {
    const { id } = await shop.payments.openPayment(await shop.createOrder(shop.prices.stand));
    shop.stub.account.payCheckout(id);
    const found = await shop.payments.findPayment(id);
    expect(found).toEqual({ id, state: "paid", amounts: { subtotal: 24_900, total: 24_900 } });
    expect(JSON.stringify(shop.stub.account.sessions.get(id))).toContain("Buyer's street");
  });

  it.each([
    [
      "tax that is added to the price",
      { amount_discount: 900, amount_shipping: 500, amount_tax: 2_000 },
      11_500,
      { discount: 900, shipping: 500, tax: 2_000 },
    ],
    [
      "tax that the price includes",
      { amount_discount: 0, amount_shipping: 0, amount_tax: 1_650 },
      9_900,
      {},
    ],
  ])("returns amounts that add up with %s", async (_, total_details, amount_total, expected) => {
    const { id } = await shop.payments.openPayment(await shop.createOrder(shop.prices.plugin));
    Object.assign(shop.stub.account.sessions.get(id)!, { total_details, amount_total });
    expect((await shop.payments.findPayment(id))!.amounts).toEqual({
      subtotal: 9_900,
      total: amount_total,
      ...expected,
    });
  });

  it.each(["plugin", "upfront"] as const)(
    "returns failed for a delayed payment that fails: %s",
    async (name) => {
      const { id } = await shop.payments.openPayment(await shop.createOrder(shop.prices[name]));
      shop.stub.account.payCheckout(id, "later");
      expect(await shop.payments.findPayment(id)).toMatchObject({ state: "processing" });
      shop.stub.account.failDelayedPayment(id);
      expect(await shop.payments.findPayment(id)).toMatchObject({ state: "failed" });
    },
  );

  it("returns processing and logs the reason if the key lacks a permission", async () => {
    const { id } = await shop.payments.openPayment(await shop.createOrder(shop.prices.plugin));
    shop.stub.account.payCheckout(id, "later");
    shop.stub.account.failDelayedPayment(id);
    shop.stub.forbid("rak_payment_intent_read");
    expect(await shop.payments.findPayment(id)).toMatchObject({ state: "processing" });
    expect(shop.messages).toEqual([
      "The Stripe request to read a PaymentIntent failed. STRIPE_SECRET_KEY lacks a permission (403). A restricted key needs PaymentIntents: Read (missing: rak_payment_intent_read).",
    ]);
  });
});
