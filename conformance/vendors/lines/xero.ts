import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["xero-node"],
  open: (load) => {
    const client = new (load("xero-node").XeroClient)({ clientId: "id", clientSecret: "secret" });
    client.setTokenSet({ access_token: "token" });
    return client.accountingApi;
  },
  lines: [
    [
      "xero.create_invoices",
      {
        "xero-tenant-id": "T",
        Invoices: [
          {
            Type: "ACCREC",
            Contact: { ContactID: "11111111-1111-1111-1111-111111111111" },
            LineItems: [{ Description: "x", Quantity: 1, UnitAmount: 10 }],
            Date: "2026-12-01",
          },
        ],
      },
      (xero) =>
        xero.createInvoices("T", {
          invoices: [
            {
              type: "ACCREC",
              contact: { contactID: "11111111-1111-1111-1111-111111111111" },
              lineItems: [{ description: "x", quantity: 1, unitAmount: 10 }],
              date: "2026-12-01",
            },
          ],
        }),
    ],
    [
      "xero.create_contacts",
      { "xero-tenant-id": "T", Contacts: [{ Name: "A" }] },
      (xero) => xero.createContacts("T", { contacts: [{ name: "A" }] }),
    ],
    [
      "xero.create_payments",
      {
        "xero-tenant-id": "T",
        Payments: [
          {
            Invoice: { InvoiceID: "11111111-1111-1111-1111-111111111111" },
            Account: { Code: "1" },
            Amount: 5,
          },
        ],
      },
      (xero) =>
        xero.createPayments("T", {
          payments: [
            {
              invoice: { invoiceID: "11111111-1111-1111-1111-111111111111" },
              account: { code: "1" },
              amount: 5,
            },
          ],
        }),
    ],
    [
      "xero.email_invoice",
      { "xero-tenant-id": "T", InvoiceID: "11111111-1111-1111-1111-111111111111" },
      (xero) => xero.emailInvoice("T", "11111111-1111-1111-1111-111111111111", {}),
    ],
    [
      "xero.get_invoice",
      { "xero-tenant-id": "T", InvoiceID: "11111111-1111-1111-1111-111111111111" },
      (xero) => xero.getInvoice("T", "11111111-1111-1111-1111-111111111111"),
    ],
  ],
} satisfies VendorClient;
