import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["shopify-api-node"],
  open: (load) =>
    new (load("shopify-api-node"))({
      shopName: "acme",
      accessToken: "secret",
      apiVersion: "2026-07",
    }),
  method: "api_key",
  values: { shop: "acme", access_token: "secret" },
  lines: [
    [
      "shopify.list_products",
      { limit: 5, vendor: "A b" },
      (shopify, args) => shopify.product.list(args),
    ],
    [
      "shopify.create_product",
      { product: { title: "T" } },
      (shopify, { product }) => shopify.product.create(product),
    ],
    ["shopify.get_order", { order_id: 5 }, (shopify) => shopify.order.get(5)],
    [
      "shopify.list_orders",
      { status: "open", limit: 5 },
      (shopify, args) => shopify.order.list(args),
    ],
    [
      "shopify.create_customer",
      { customer: { first_name: "A", email: "a@e.org" } },
      (shopify, { customer }) => shopify.customer.create(customer),
    ],
    ["shopify.get_shop", {}, (shopify) => shopify.shop.get()],
  ],
} satisfies VendorClient;
