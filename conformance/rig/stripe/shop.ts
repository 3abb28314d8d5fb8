import type { StripeStub } from "./stub.ts";

/** Fills an account with one of each kind of thing that is sold. */
export function seedShop({ account }: StripeStub) {
  const stand = account.addProduct({
    name: "Monitor stand",
    description: "Oak, made to order.",
    shippable: true,
    url: "https://shop.example/stand",
    images: ["https://shop.example/stand.jpg"],
  });
  const plugin = account.addProduct({ name: "Limiter", metadata: { page: "/products/limiter" } });
  const studio = account.addProduct({ name: "Studio", metadata: { trial_days: "14" } });
  const sold = account.addProduct({
    name: "Test pressing",
    metadata: { availability: "out_of_stock", shipping: "yes" },
  });
  return {
    stand: account.addPrice({ product: stand.id, unit_amount: 24_900 }),
    plugin: account.addPrice({ product: plugin.id, unit_amount: 9_900 }),
    yen: account.addPrice({
      product: plugin.id,
      unit_amount: 15_000,
      currency: "jpy",
      nickname: "Japan",
    }),
    monthly: account.addPrice({
      product: studio.id,
      unit_amount: 1_900,
      nickname: "monthly",
      billing: {},
    }),
    yearly: account.addPrice({
      product: studio.id,
      unit_amount: 19_000,
      nickname: "yearly",
      billing: { interval: "year" },
    }),
    upfront: account.addPrice({
      product: studio.id,
      unit_amount: 2_500,
      nickname: "no trial",
      billing: {},
      metadata: { trial_days: "0" },
    }),
    sold: account.addPrice({ product: sold.id, unit_amount: 3_500 }),
  };
}
