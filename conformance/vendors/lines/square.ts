import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["square"],
  open: (load) => new (load("square").SquareClient)({ token: "token", maxRetries: 0 }),
  values: { location_id: "L" },
  ignoredHeaders: { "square-version": "The catalog pins the version of its document." },
  lines: [
    [
      "square.create_payment",
      { source_id: "s", idempotency_key: "k", amount_money: { amount: 5, currency: "USD" } },
      (square) =>
        square.payments.create({
          sourceId: "s",
          idempotencyKey: "k",
          amountMoney: { amount: 5n, currency: "USD" },
        }),
    ],
    [
      "square.create_customer",
      { given_name: "A", email_address: "a@e.org" },
      (square) => square.customers.create({ givenName: "A", emailAddress: "a@e.org" }),
    ],
    [
      "square.create_payment_link",
      { name: "n", amount: 5, currency: "USD", location_id: "L" },
      (square) =>
        square.checkout.paymentLinks.create({
          quickPay: { name: "n", priceMoney: { amount: 5n, currency: "USD" }, locationId: "L" },
        }),
    ],
    [
      "square.get_customer",
      { customer_id: "c" },
      (square) => square.customers.get({ customerId: "c" }),
    ],
    ["square.list_locations", {}, (square) => square.locations.list()],
  ],
} satisfies VendorClient;
