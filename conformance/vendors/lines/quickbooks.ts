import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["node-quickbooks"],
  open: (load) =>
    new (load("node-quickbooks"))(
      "id",
      "secret",
      "token",
      false,
      "9130",
      false,
      false,
      null,
      "2.0",
      "refresh",
    ),
  values: { realm_id: "9130", host: "quickbooks.api.intuit.com" },
  ignoredHeaders: { "request-id": "Each request of the client has a random one." },
  ignoredParameters: {
    format: "The tools have the header `Accept`.",
    minorversion: "Without it, Intuit uses 75, which is the client's.",
  },
  lines: [
    [
      "quickbooks.get_customer",
      { id: "5" },
      (quickbooks) => new Promise((resolve) => quickbooks.getCustomer("5", resolve)),
    ],
    [
      "quickbooks.save_customer",
      { DisplayName: "A" },
      (quickbooks, args) => new Promise((resolve) => quickbooks.createCustomer(args, resolve)),
    ],
    [
      "quickbooks.get_invoice",
      { id: "7" },
      (quickbooks) => new Promise((resolve) => quickbooks.getInvoice("7", resolve)),
    ],
    [
      "quickbooks.save_invoice",
      {
        CustomerRef: { value: "5" },
        Line: [
          {
            Amount: 5,
            DetailType: "SalesItemLineDetail",
            SalesItemLineDetail: { ItemRef: { value: "1" } },
          },
        ],
      },
      (quickbooks, args) => new Promise((resolve) => quickbooks.createInvoice(args, resolve)),
    ],
    [
      "quickbooks.get_company",
      {},
      (quickbooks) => new Promise((resolve) => quickbooks.getCompanyInfo("9130", resolve)),
    ],
  ],
} satisfies VendorClient;
