import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["stripe"],
  open: (load) => new (load("stripe"))("sk_test_1", { maxNetworkRetries: 0, telemetry: false }),
  values: { api_key: "sk_test_1" },
  ignoredHeaders: { "stripe-version": "The catalog pins the version of its document." },
  lines: [
    [
      "stripe.create_customer",
      { email: "a@e.org", metadata: { k: "v w" }, address: { city: "B" } },
      (stripe, args) => stripe.customers.create(args),
    ],
    [
      "stripe.create_payment_link",
      { line_items: [{ price: "price_1", quantity: 1 }] },
      (stripe, args) => stripe.paymentLinks.create(args),
    ],
    [
      "stripe.create_refund",
      { charge: "ch_1", amount: 100 },
      (stripe, args) => stripe.refunds.create(args),
    ],
    [
      "stripe.list_charges",
      { customer: "cus_1", limit: 3, created: { gte: 5 }, expand: ["data.customer"] },
      (stripe, args) => stripe.charges.list(args),
    ],
    [
      "stripe.create_payment_intent",
      {
        amount: 100,
        currency: "eur",
        payment_method_types: ["card"],
        automatic_payment_methods: { enabled: true },
      },
      (stripe, args) => stripe.paymentIntents.create(args),
    ],
  ],
} satisfies VendorClient;
