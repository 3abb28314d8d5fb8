import { describe, expect, it } from "vitest";
import { UNAVAILABLE, useStripeShop } from "./use-providers.ts";

const shop = useStripeShop();

describe("offers", () => {
  it("are the active prices with their products", async () => {
    expect(await shop.findOffer(shop.prices.stand)).toEqual({
      id: shop.prices.stand.id,
      product: shop.prices.stand.product,
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
    expect(await shop.findOffer(shop.prices.monthly)).toMatchObject({
      title: "Studio (monthly)",
      amount: 1_900,
      billing: { interval: "month", count: 1 },
      trialDays: 14,
      needsShipping: false,
    });
    expect(await shop.findOffer(shop.prices.upfront)).toMatchObject({
      title: "Studio (no trial)",
      trialDays: undefined,
    });
    expect(await shop.findOffer(shop.prices.plugin)).toMatchObject({
      title: "Limiter",
      url: "/products/limiter",
    });
    expect(await shop.findOffer(shop.prices.yen)).toMatchObject({
      title: "Limiter (Japan)",
      amount: 15_000,
      currency: "JPY",
    });
    expect(await shop.findOffer(shop.prices.sold)).toMatchObject({
      needsShipping: true,
      isAvailable: false,
    });
  });

  it("are grouped by product, oldest price first", async () => {
    shop.stub.advance(60_000);
    const late = shop.stub.account.addPrice({
      product: shop.prices.monthly.product,
      unit_amount: 990,
      nickname: "student",
      billing: {},
    });
    const { offers } = await shop.payments.listOffers();
    const at = offers.findIndex(({ product }) => product === shop.prices.monthly.product);
    expect(
      offers.slice(at, at + 4).every(({ product }) => product === shop.prices.monthly.product),
    ).toBe(true);
    expect(offers[at + 3]!.id).toBe(late.id);
  });

  it("are sold out if the product is archived, and removed if the price is", async () => {
    shop.stub.account.products.get(shop.prices.stand.product)!.active = false;
    shop.stub.account.prices.get(shop.prices.plugin.id)!.active = false;
    expect(await shop.findOffer(shop.prices.stand)).toMatchObject({ isAvailable: false });
    expect(await shop.findOffer(shop.prices.plugin)).toBeUndefined();
  });

  it("exclude prices that are not fixed, and log the reason", async () => {
    const { id } = shop.stub.account.addProduct({ name: "Odd" });
    const unsupported = [
      [
        { unit_amount: null, unit_amount_decimal: "0.5" },
        "Fractions of the smallest currency unit are not supported.",
      ],
      [
        { unit_amount: 500, transform_quantity: { divide_by: 10, round: "up" } },
        "Package pricing is not supported.",
      ],
      [{ unit_amount: 5, billing: { usage_type: "metered" } }, "Metered billing is not supported."],
      [
        { unit_amount: null, custom_unit_amount: { minimum: 100, maximum: null, preset: null } },
        "Prices that the buyer chooses are not supported.",
      ],
      [
        { unit_amount: null, billing_scheme: "tiered", billing: {} },
        "Tiered pricing is not supported.",
      ],
    ] as const;
    const expected = unsupported.map(
      ([parts, reason]) =>
        `Stripe prices that are not offered: ${shop.stub.account.addPrice({ product: id, ...parts }).id} (Odd). ${reason}`,
    );
    shop.stub.account.addPrice({ product: id, unit_amount: 700, metadata: { listed: "no" } });
    const { offers } = await shop.payments.listOffers();
    expect(offers.filter(({ product }) => product === id)).toEqual([]);
    expect(shop.messages.toSorted()).toEqual(expected.toSorted());
    shop.stub.advance(4_000);
    await shop.payments.listOffers();
    expect(shop.messages).toHaveLength(5);
    for (let count = 0; count < 7; count++)
      shop.stub.account.addPrice({ product: id, unit_amount: null });
    shop.stub.advance(4_000);
    await shop.payments.listOffers();
    expect(shop.messages.at(-1)).toMatch(
      /, 3 more\. Fractions of the smallest currency unit are not supported\.$/,
    );
  });

  it("have no trial if trial_days is not a number of days, and the log contains the reason", async () => {
    shop.stub.account.products.get(shop.prices.monthly.product)!.metadata["trial_days"] =
      "two weeks";
    expect(await shop.findOffer(shop.prices.monthly)).toMatchObject({ trialDays: undefined });
    expect(shop.messages[0]).toContain(
      'is offered without a trial because its trial_days is "two weeks".',
    );
  });

  it("use ISO 4217 minor units if Stripe's units differ", async () => {
    const krona = shop.stub.account.addPrice({
      product: shop.prices.plugin.product,
      unit_amount: 130_000,
      currency: "isk",
    });
    expect(await shop.findOffer(krona)).toMatchObject({ amount: 1_300, currency: "ISK" });
    expect((await shop.payments.openPayment(await shop.createOrder(krona))).amounts).toEqual({
      subtotal: 1_300,
      total: 1_300,
    });
  });

  it("include all pages, up to 1,000 prices", async () => {
    for (let count = 0; count < 250; count++)
      shop.stub.account.addPrice({ product: shop.prices.plugin.product, unit_amount: 100 + count });
    expect((await shop.payments.listOffers()).offers).toHaveLength(257);
    expect(shop.stub.requests).toHaveLength(3);
    for (let count = 0; count < 800; count++)
      shop.stub.account.addPrice({ product: shop.prices.plugin.product, unit_amount: 100 + count });
    shop.stub.advance(3_000);
    expect((await shop.payments.listOffers()).offers).toHaveLength(1_000);
    expect(shop.messages).toEqual([
      "Stripe has more than 1000 active prices. Only the newest 1000 are offered.",
    ]);
  });

  it("are read once for all requests within three seconds", async () => {
    const first = await Promise.all([
      shop.payments.listOffers(),
      shop.payments.listOffers(),
      shop.payments.listOffers(),
    ]);
    shop.stub.advance(2_000);
    expect((await shop.payments.listOffers()).verified).toBe(first[0].verified);
    expect(shop.stub.requests).toHaveLength(1);
    shop.stub.account.prices.get(shop.prices.plugin.id)!.unit_amount = 12_900;
    shop.stub.advance(1_000);
    expect(await shop.findOffer(shop.prices.plugin)).toMatchObject({ amount: 12_900 });
    expect(shop.stub.requests).toHaveLength(2);
  });

  it("are never outdated, even if Stripe is unreachable", async () => {
    await shop.payments.listOffers();
    shop.stub.advance(3_000);
    shop.stub.setFault(() => "cut");
    await expect(shop.payments.listOffers()).rejects.toMatchObject(UNAVAILABLE);
    shop.stub.setFault(undefined);
    expect((await shop.payments.listOffers()).offers).toHaveLength(7);
  });

  it("are read again after a webhook about a change", async () => {
    await shop.payments.listOffers();
    const { product } = shop.prices.plugin;
    shop.stub.account.products.get(product)!.name = "Limiter 2";
    expect(await shop.findOffer(shop.prices.plugin)).toMatchObject({ title: "Limiter" });
    const { body, headers } = shop.stub.webhook({
      id: "evt_1",
      object: "event",
      type: "product.updated",
      data: { object: { id: product } },
    });
    expect(await shop.payments.readEvent!(body, headers)).toEqual({ id: "evt_1" });
    expect(await shop.findOffer(shop.prices.plugin)).toMatchObject({ title: "Limiter 2" });
  });
});
