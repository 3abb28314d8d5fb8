import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@paypal/paypal-server-sdk"],
  open: (load) => {
    const { Client, OrdersController, PaymentsController } = load("@paypal/paypal-server-sdk");
    const client = new Client({
      clientCredentialsAuthCredentials: {
        oAuthClientId: "id",
        oAuthClientSecret: "secret",
        oAuthToken: { accessToken: "token", tokenType: "Bearer", expiry: 9999999999n },
      },
    });
    return { orders: new OrdersController(client), payments: new PaymentsController(client) };
  },
  values: { host: "api-m.sandbox.paypal.com" },
  lines: [
    [
      "paypal.create_order",
      { intent: "CAPTURE", purchase_units: [{ amount: { currency_code: "EUR", value: "5.00" } }] },
      ({ orders }) =>
        orders.createOrder({
          body: {
            intent: "CAPTURE",
            purchaseUnits: [{ amount: { currencyCode: "EUR", value: "5.00" } }],
          },
        }),
    ],
    [
      "paypal.capture_order",
      { order_id: "5O1" },
      ({ orders }) => orders.captureOrder({ id: "5O1" }),
    ],
    ["paypal.get_order", { order_id: "5O1" }, ({ orders }) => orders.getOrder({ id: "5O1" })],
    [
      "paypal.refund_capture",
      { capture_id: "2G1", amount: { currency_code: "EUR", value: "1.00" } },
      ({ payments }) =>
        payments.refundCapturedPayment({
          captureId: "2G1",
          body: { amount: { currencyCode: "EUR", value: "1.00" } },
        }),
    ],
    [
      "paypal.get_capture",
      { capture_id: "2G1" },
      ({ payments }) => payments.getCapturedPayment({ captureId: "2G1" }),
    ],
  ],
} satisfies VendorClient;
