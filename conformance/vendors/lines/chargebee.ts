import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["chargebee"],
  open: (load) => {
    const chargebee = load("chargebee");
    return new (chargebee.default ?? chargebee)({ site: "acme", apiKey: "secret" });
  },
  values: { site: "acme", username: "secret", password: "" },
  lines: [
    [
      "chargebee.create_customer",
      { first_name: "A", email: "a@e.org" },
      (chargebee, args) => chargebee.customer.create(args),
    ],
    [
      "chargebee.list_customers",
      { email_is: "a@e.org", limit: 5 },
      (chargebee) => chargebee.customer.list({ email: { is: "a@e.org" }, limit: 5 }),
    ],
    [
      "chargebee.get_customer",
      { customer_id: "c" },
      (chargebee) => chargebee.customer.retrieve("c"),
    ],
    [
      "chargebee.list_subscriptions",
      { status_is: "active", limit: 5 },
      (chargebee) => chargebee.subscription.list({ status: { is: "active" }, limit: 5 }),
    ],
    [
      "chargebee.cancel_subscription",
      { subscription_id: "s", end_of_term: true },
      (chargebee) => chargebee.subscription.cancelForItems("s", { end_of_term: true }),
    ],
  ],
} satisfies VendorClient;
