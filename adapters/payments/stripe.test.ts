import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { seedShop } from "../../conformance/fixtures/stripe/seed-shop.ts";
import { type StripeStub, startStripeStub } from "../../conformance/fixtures/stripe/stub.ts";
import type { Order, PaymentProvider } from "../../core/ports/payments.ts";
import { createStripePayments, type StripeOptions } from "./stripe.ts";

let stub: StripeStub;
let catalogItems: ReturnType<typeof seedShop>;
let messages: string[];
let payments: PaymentProvider;

const createPayments = (options: Partial<StripeOptions> = {}) =>
  createStripePayments({
    key: stub.key,
    webhookSecret: stub.webhookSecret,
    apiUrl: stub.url,
    shipsTo: ["DK", "SE"],
    now: stub.now,
    timeoutMs: 2_000,
    log: (sentence) => messages.push(sentence),
    ...options,
  });

beforeEach(async () => {
  stub = await startStripeStub();
  catalogItems = seedShop(stub);
  messages = [];
  payments = createPayments();
});
afterEach(() => stub.close());

const findOffer = async ({ id }: { id: string }) =>
  (await payments.listOffers()).offers.find((offer) => offer.id === id)!;
let keys = 0;
async function createOrder(...prices: { id: string }[]): Promise<Order> {
  const lines = await Promise.all(
    prices.map(async (price) => ({ offer: await findOffer(price), quantity: 1 })),
  );
  return {
    key: `key-${++keys}`,
    checkout: `chk_${keys}`,
    lines,
    expires: new Date(stub.now() + 7_200_000).toISOString(),
    returnUrl: "https://shop.example/done",
  };
}
const lastForm = () =>
  Object.fromEntries(
    new URLSearchParams(stub.requests.findLast(({ method }) => method === "POST")!.body),
  );
const unavailable = { code: "payments_unavailable", status: 503, headers: { "retry-after": "30" } };

describe("offers", () => {
  it("are the active prices with their products", async () => {
    expect(await findOffer(catalogItems.stand)).toEqual({
      id: catalogItems.stand.id,
      product: catalogItems.stand.product,
      title: "Monitor stand",
      description: "Oak, made to order.",
      url: "https://shop.example/stand",
      image: "https://shop.example/stand.jpg",
      amount: 24_900,
      currency: "USD",
      billing: undefined,
      trialDays: undefined,
      needsShipping: true,
      isAvailable: true,
    });
    expect(await findOffer(catalogItems.monthly)).toMatchObject({
      title: "Studio (monthly)",
      amount: 1_900,
      billing: { interval: "month", count: 1 },
      trialDays: 14,
      needsShipping: false,
    });
    expect(await findOffer(catalogItems.upfront)).toMatchObject({
      title: "Studio (no trial)",
      trialDays: undefined,
    });
    expect(await findOffer(catalogItems.plugin)).toMatchObject({
      title: "Limiter",
      url: "/products/limiter",
    });
    expect(await findOffer(catalogItems.yen)).toMatchObject({
      title: "Limiter (Japan)",
      amount: 15_000,
      currency: "JPY",
    });
    expect(await findOffer(catalogItems.sold)).toMatchObject({
      needsShipping: true,
      isAvailable: false,
    });
  });

  it("stand together by product, oldest price first", async () => {
    stub.advance(60_000);
    const late = stub.account.addPrice({
      product: catalogItems.monthly.product,
      unit_amount: 990,
      nickname: "student",
      billing: {},
    });
    const { offers } = await payments.listOffers();
    const at = offers.findIndex(({ product }) => product === catalogItems.monthly.product);
    expect(
      offers.slice(at, at + 4).every(({ product }) => product === catalogItems.monthly.product),
    ).toBe(true);
    expect(offers[at + 3]!.id).toBe(late.id);
  });

  it("are sold out where the product is archived, and gone where the price is", async () => {
    stub.account.products.get(catalogItems.stand.product)!.active = false;
    stub.account.prices.get(catalogItems.plugin.id)!.active = false;
    expect(await findOffer(catalogItems.stand)).toMatchObject({ isAvailable: false });
    expect(await findOffer(catalogItems.plugin)).toBeUndefined();
  });

  it("leave out what has no fixed price, and tell the operator why", async () => {
    const { id } = stub.account.addProduct({ name: "Odd" });
    const item = [
      [
        { unit_amount: null, unit_amount_decimal: "0.5" },
        "the price is not a whole number of the currency's smallest unit",
      ],
      [
        { unit_amount: 500, transform_quantity: { divide_by: 10, round: "up" } },
        "the price is for a package",
      ],
      [{ unit_amount: 5, billing: { usage_type: "metered" } }, "what is billed is what was used"],
      [
        { unit_amount: null, custom_unit_amount: { minimum: 100, maximum: null, preset: null } },
        "the buyer chooses the price",
      ],
      [
        { unit_amount: null, billing_scheme: "tiered", billing: {} },
        "the price depends on how much is bought",
      ],
    ] as const;
    const expected = item.map(
      ([parts, reason]) =>
        `Of Stripe's prices, ${stub.account.addPrice({ product: id, ...parts }).id} (Odd) can't be offered: ${reason}.`,
    );
    stub.account.addPrice({ product: id, unit_amount: 700, metadata: { listed: "no" } });
    const { offers } = await payments.listOffers();
    expect(offers.filter(({ product }) => product === id)).toEqual([]);
    expect(messages.toSorted()).toEqual(expected.toSorted());
    stub.advance(4_000);
    await payments.listOffers();
    expect(messages).toHaveLength(5);
    for (let count = 0; count < 7; count++)
      stub.account.addPrice({ product: id, unit_amount: null });
    stub.advance(4_000);
    await payments.listOffers();
    expect(messages.at(-1)).toMatch(/, 3 more can't be offered: the price is not a whole number/);
  });

  it("say so where a trial is not a number of days", async () => {
    stub.account.products.get(catalogItems.monthly.product)!.metadata["trial_days"] = "two weeks";
    expect(await findOffer(catalogItems.monthly)).toMatchObject({ trialDays: undefined });
    expect(messages[0]).toContain("is offered without a trial: its trial_days is two weeks");
  });

  it("are in ISO 4217's minor units where Stripe's are others", async () => {
    const krona = stub.account.addPrice({
      product: catalogItems.plugin.product,
      unit_amount: 130_000,
      currency: "isk",
    });
    expect(await findOffer(krona)).toMatchObject({ amount: 1_300, currency: "ISK" });
    expect((await payments.openPayment(await createOrder(krona))).amounts).toEqual({
      subtotal: 1_300,
      total: 1_300,
    });
  });

  it("come from all pages, up to a thousand", async () => {
    for (let count = 0; count < 250; count++)
      stub.account.addPrice({ product: catalogItems.plugin.product, unit_amount: 100 + count });
    expect((await payments.listOffers()).offers).toHaveLength(257);
    expect(stub.requests).toHaveLength(3);
    for (let count = 0; count < 800; count++)
      stub.account.addPrice({ product: catalogItems.plugin.product, unit_amount: 100 + count });
    stub.advance(3_000);
    expect((await payments.listOffers()).offers).toHaveLength(1_000);
    expect(messages).toEqual([
      "Stripe has more than 1000 active prices: the newest 1000 are offered.",
    ]);
  });

  it("are read once for all who ask within three seconds, and then anew", async () => {
    const first = await Promise.all([
      payments.listOffers(),
      payments.listOffers(),
      payments.listOffers(),
    ]);
    stub.advance(2_000);
    expect((await payments.listOffers()).verified).toBe(first[0].verified);
    expect(stub.requests).toHaveLength(1);
    stub.account.prices.get(catalogItems.plugin.id)!.unit_amount = 12_900;
    stub.advance(1_000);
    expect(await findOffer(catalogItems.plugin)).toMatchObject({ amount: 12_900 });
    expect(stub.requests).toHaveLength(2);
  });

  it("are never old: when Stripe can't be reached there are none", async () => {
    await payments.listOffers();
    stub.advance(3_000);
    stub.replaceNext(() => "cut");
    await expect(payments.listOffers()).rejects.toMatchObject(unavailable);
    stub.replaceNext(undefined);
    expect((await payments.listOffers()).offers).toHaveLength(7);
  });

  it("are read anew once a webhook says that they changed", async () => {
    await payments.listOffers();
    const { product } = catalogItems.plugin;
    stub.account.products.get(product)!.name = "Limiter 2";
    expect(await findOffer(catalogItems.plugin)).toMatchObject({ title: "Limiter" });
    const { body, headers } = stub.webhook({
      id: "evt_1",
      object: "event",
      type: "product.updated",
      data: { object: { id: product } },
    });
    expect(await payments.readEvent!(body, headers)).toEqual({ id: "evt_1" });
    expect(await findOffer(catalogItems.plugin)).toMatchObject({ title: "Limiter 2" });
  });
});

describe("a checkout", () => {
  it("is asked for in Stripe's terms, the same every time", async () => {
    const placedOrder = await createOrder(catalogItems.stand);
    await payments.openPayment(placedOrder);
    expect(lastForm()).toEqual({
      mode: "payment",
      "line_items[0][price]": catalogItems.stand.id,
      "line_items[0][quantity]": "1",
      success_url: placedOrder.returnUrl,
      cancel_url: placedOrder.returnUrl,
      client_reference_id: placedOrder.checkout,
      "metadata[checkout]": placedOrder.checkout,
      expires_at: String(Math.floor(Date.parse(placedOrder.expires) / 1000)),
      "shipping_address_collection[allowed_countries][0]": "DK",
      "shipping_address_collection[allowed_countries][1]": "SE",
    });
    const [first] = stub.requests.filter(({ method }) => method === "POST");
    expect(first!.headers["idempotency-key"]).toMatch(/^jackfield-[\w-]{43}$/);
    await createPayments().openPayment(placedOrder);
    const again = stub.requests.findLast(({ method }) => method === "POST")!;
    expect([again.body, again.headers["idempotency-key"]]).toEqual([
      first!.body,
      first!.headers["idempotency-key"],
    ]);
  });

  it("is a subscription with its trial where something is billed again", async () => {
    await payments.openPayment(await createOrder(catalogItems.monthly, catalogItems.plugin));
    expect(lastForm()).toMatchObject({
      mode: "subscription",
      "subscription_data[trial_period_days]": "14",
    });
    expect(Object.keys(lastForm()).join()).not.toContain("shipping");
    expect(
      (await payments.openPayment(await createOrder(catalogItems.monthly, catalogItems.plugin)))
        .amounts.total,
    ).toBe(9_900);
  });

  it("has one trial: offers with different ones do not mix", async () => {
    await expect(
      payments.openPayment(await createOrder(catalogItems.monthly, catalogItems.upfront)),
    ).rejects.toMatchObject({
      code: "offers_do_not_mix",
    });
    expect(stub.requests.filter(({ method }) => method === "POST")).toEqual([]);
  });

  it("tells what became of it when it is asked for again", async () => {
    const placedOrder = await createOrder(catalogItems.plugin);
    const { id } = await payments.openPayment(placedOrder);
    stub.account.payCheckout(id);
    expect(await payments.openPayment(placedOrder)).toMatchObject({ id, state: "paid" });
  });

  it("is opened once though the answer is lost", async () => {
    const placedOrder = await createOrder(catalogItems.plugin);
    let lost = 0;
    const unlucky = createPayments({
      fetch: async (...call) => {
        const answer = await fetch(...call);
        if (call[1]?.method === "POST" && ++lost === 1)
          throw new TypeError("the connection was cut");
        return answer;
      },
    });
    const { id } = await unlucky.openPayment(placedOrder);
    expect([stub.account.sessions.size, stub.account.sessions.has(id), lost]).toEqual([1, true, 2]);
  });

  it("waits while another process opens the same", async () => {
    stub.dropNext(300);
    const placedOrder = await createOrder(catalogItems.plugin);
    const [here, there] = await Promise.all([
      payments.openPayment(placedOrder),
      createPayments().openPayment(placedOrder),
    ]);
    expect(here).toEqual(there);
  });

  it("is refused where an offer is no longer sold, and where the order is not what Stripe takes", async () => {
    const [gone, sold, twice] = [
      await createOrder(catalogItems.plugin),
      await createOrder(catalogItems.stand),
      await createOrder(catalogItems.yen),
    ];
    stub.account.prices.get(catalogItems.plugin.id)!.active = false;
    stub.account.products.get(catalogItems.stand.product)!.active = false;
    await expect(payments.openPayment(gone)).rejects.toMatchObject({ code: "offer_unavailable" });
    await expect(payments.openPayment(sold)).rejects.toMatchObject({ code: "offer_unavailable" });
    await expect(
      payments.openPayment({
        ...gone,
        lines: [{ ...gone.lines[0]!, offer: { ...gone.lines[0]!.offer, id: "price_none" } }],
      }),
    ).rejects.toMatchObject({ code: "offer_unavailable" });
    await expect(
      payments.openPayment({ ...twice, lines: [{ ...twice.lines[0]!, quantity: 999_999 }] }),
    ).rejects.toMatchObject({
      code: "invalid_input",
      message: "The sum is too large for Stripe to take.",
    });
    expect(stub.account.sessions.size).toBe(0);
  });

  it("is a bug where one key stands for two orders", async () => {
    const placedOrder = await createOrder(catalogItems.plugin);
    await payments.openPayment(placedOrder);
    const error = await payments
      .openPayment({ ...placedOrder, checkout: "other" })
      .catch((error: Error) => error);
    expect(error).toMatchObject({
      name: "Error",
      message: expect.stringContaining(
        "Stripe refused to open a checkout: Keys for idempotent requests",
      ),
    });
  });
});

describe("a payment", () => {
  it("never holds what the buyer typed", async () => {
    const { id } = await payments.openPayment(await createOrder(catalogItems.stand));
    stub.account.payCheckout(id);
    const found = await payments.findPayment(id);
    expect(found).toEqual({ id, state: "paid", amounts: { subtotal: 24_900, total: 24_900 } });
    expect(JSON.stringify(stub.account.sessions.get(id))).toContain("Buyer's street");
  });

  it.each([
    [
      "a tax on top",
      { amount_discount: 900, amount_shipping: 500, amount_tax: 2_000 },
      11_500,
      { discount: 900, shipping: 500, tax: 2_000 },
    ],
    [
      "a tax that the price includes",
      { amount_discount: 0, amount_shipping: 0, amount_tax: 1_650 },
      9_900,
      {},
    ],
  ])("adds up with %s", async (_, total_details, amount_total, expected) => {
    const { id } = await payments.openPayment(await createOrder(catalogItems.plugin));
    Object.assign(stub.account.sessions.get(id)!, { total_details, amount_total });
    expect((await payments.findPayment(id))!.amounts).toEqual({
      subtotal: 9_900,
      total: amount_total,
      ...expected,
    });
  });

  it.each(["plugin", "upfront"] as const)("that never arrives has failed: %s", async (name) => {
    const { id } = await payments.openPayment(await createOrder(catalogItems[name]));
    stub.account.payCheckout(id, "later");
    expect(await payments.findPayment(id)).toMatchObject({ state: "processing" });
    stub.account.failDelayedPayment(id);
    expect(await payments.findPayment(id)).toMatchObject({ state: "failed" });
  });

  it("looks like one on its way where the key may not look closer, and the operator is told", async () => {
    const { id } = await payments.openPayment(await createOrder(catalogItems.plugin));
    stub.account.payCheckout(id, "later");
    stub.account.failDelayedPayment(id);
    stub.forbid("rak_payment_intent_read");
    expect(await payments.findPayment(id)).toMatchObject({ state: "processing" });
    expect(messages).toEqual([
      "Stripe could not be asked to look at a payment: STRIPE_SECRET_KEY lacks a permission (403). A restricted key needs PaymentIntents: Read; Stripe calls it rak_payment_intent_read.",
    ]);
  });
});

describe("when Stripe can't be asked", () => {
  const failWith =
    (status: number, error: object = {}) =>
    () => ({
      status,
      body: { error: { type: "api_error", message: `secret ${stub.key}`, ...error } },
    });

  it.each([
    ["500", failWith(500), "it answered with 500."],
    [
      "429",
      failWith(429, { type: "invalid_request_error", code: "rate_limit" }),
      "it is asked too often (429).",
    ],
    [
      "401",
      failWith(401),
      "it does not know STRIPE_SECRET_KEY (401). The key is wrong, has expired, or was rolled.",
    ],
    [
      "403",
      failWith(403),
      "STRIPE_SECRET_KEY lacks a permission (403). A restricted key needs Prices: Read and Products: Read.",
    ],
    [
      "a redirect",
      () => ({ status: 307, body: {}, headers: { location: `${stub.url}/stolen` } }),
      "the connection failed.",
    ],
    ["a cut", () => "cut" as const, expect.stringMatching(/^(the connection failed|[\w]+)\.$/)],
  ])("says so to the caller, and why to the operator: %s", async (_, failure, reason) => {
    stub.replaceNext(failure);
    const problem = await payments.listOffers().catch((error: unknown) => error);
    expect(problem).toMatchObject({
      ...unavailable,
      message:
        "Stripe, which takes the payments here, can't be asked just now; nothing was changed.",
    });
    const start = "Stripe could not be asked to list the prices: ";
    expect(messages.map((sentence) => sentence.slice(start.length))).toEqual([reason]);
    expect(
      JSON.stringify([
        messages,
        problem,
        (problem as Error).stack,
        String((problem as Error).cause),
      ]),
    ).not.toContain(stub.key);
    expect(stub.requests.map(({ path }) => path)).not.toContain("/stolen");
    expect(stub.requests.length).toBeLessThanOrEqual(2);
  });

  it("waits for so long, twice at most", async () => {
    const startedAt = performance.now();
    const hasty = createPayments({
      fetch: (_, init) =>
        new Promise((_resolve, reject) =>
          init!.signal!.addEventListener("abort", () => reject(init!.signal!.reason)),
        ),
      timeoutMs: 100,
    });
    await expect(hasty.findPayment("cs_test_1")).rejects.toMatchObject(unavailable);
    expect(messages).toEqual([
      "Stripe could not be asked to look at a checkout: it did not answer in time.",
    ]);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });

  it("names the permission that Stripe names", async () => {
    stub.forbid("rak_product_read");
    await expect(payments.listOffers()).rejects.toMatchObject(unavailable);
    expect(messages[0]).toMatch(
      /needs Prices: Read and Products: Read; Stripe calls it rak_product_read\.$/,
    );
  });
});

describe("a webhook", () => {
  const session = { id: "cs_test_1", object: "checkout.session" };
  const createEvent = (type: string, object: object = session) => ({
    id: "evt_7",
    object: "event",
    type,
    data: { object },
  });
  const invalidSignature = { code: "invalid_signature", status: 400 };

  it.each(["completed", "async_payment_succeeded", "async_payment_failed", "expired"])(
    "says which payment it is about: %s",
    async (name) => {
      const { body, headers } = stub.webhook(createEvent(`checkout.session.${name}`));
      expect(await payments.readEvent!(body, headers)).toEqual({
        id: "evt_7",
        payment: "cs_test_1",
      });
    },
  );

  it.each(["invoice.paid", "customer.created", "price.something", "checkout.session.updated"])(
    "of another kind is of no interest: %s",
    async (type) => {
      const { body, headers } = stub.webhook(createEvent(type));
      expect(await payments.readEvent!(body, headers)).toBeUndefined();
    },
  );

  it("is what the stub sends for all that happens", async () => {
    const { id } = await payments.openPayment(await createOrder(catalogItems.plugin));
    stub.account.payCheckout(id);
    const { body, headers } = stub.webhook(stub.events.at(-1)!);
    expect(await payments.readEvent!(body, headers)).toEqual({
      id: stub.events.at(-1)!.id,
      payment: id,
    });
  });

  it("is refused with another secret, another body, an old time, half a signature or none", async () => {
    const { body, headers } = stub.webhook(createEvent("checkout.session.completed"));
    const noticeOf = payments.readEvent!;
    await expect(
      createPayments({ webhookSecret: "whsec_other" }).readEvent!(body, headers),
    ).rejects.toMatchObject(invalidSignature);
    await expect(
      noticeOf(
        new TextEncoder().encode(new TextDecoder().decode(body).replace("cs_test_1", "cs_test_2")),
        headers,
      ),
    ).rejects.toMatchObject(invalidSignature);
    await expect(noticeOf(body, new Headers())).rejects.toMatchObject({
      ...invalidSignature,
      message: "The request has no Stripe-Signature header.",
    });
    for (const header of [
      "",
      "t=1",
      "t=1,v1=",
      "t=1,v1=,v1=ab",
      "v1=ab",
      "t=x,v1=ab",
      headers.get("stripe-signature")!.slice(0, 40),
      headers.get("stripe-signature")!.replace("v1=", "v2="),
    ]) {
      await expect(
        noticeOf(body, new Headers({ "stripe-signature": header })),
        header,
      ).rejects.toMatchObject(invalidSignature);
    }
    await expect(noticeOf(new Uint8Array(), headers)).rejects.toMatchObject(invalidSignature);
    stub.advance(302_000);
    await expect(noticeOf(body, headers)).rejects.toMatchObject({
      ...invalidSignature,
      message: "The signature is more than 300 seconds old.",
    });
  });

  it("is refused where no secret is set, naming the setting", async () => {
    const { body, headers } = stub.webhook(createEvent("checkout.session.completed"));
    await expect(
      createPayments({ webhookSecret: undefined }).readEvent!(body, headers),
    ).rejects.toMatchObject({
      ...invalidSignature,
      message: expect.stringContaining("STRIPE_WEBHOOK_SECRET"),
    });
  });

  it("of the thin kind is of no interest, and neither is what is no event", async () => {
    for (const item of [{ object: "v2.core.event", id: "evt_1" }, { nothing: true }, []]) {
      const { body, headers } = stub.webhook(item);
      expect(await payments.readEvent!(body, headers)).toBeUndefined();
    }
  });
});
