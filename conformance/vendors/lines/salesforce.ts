import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["jsforce"],
  open: (load) =>
    new (load("jsforce").Connection)({
      instanceUrl: "https://acme.my.salesforce.com",
      accessToken: "token",
      version: "62.0",
    }),
  values: { host: "acme.my.salesforce.com" },
  lines: [
    [
      "salesforce.query",
      { q: "SELECT Id FROM Account WHERE Name = 'A & B'" },
      (salesforce, { q }) => salesforce.query(q),
    ],
    [
      "salesforce.create_record",
      { object: "Account", body: { Name: "A" } },
      (salesforce, { object, body }) => salesforce.sobject(object).create(body),
    ],
    [
      "salesforce.get_record",
      { object: "Account", id: "001" },
      (salesforce, { object, id }) => salesforce.sobject(object).retrieve(id),
    ],
    [
      "salesforce.update_record",
      { object: "Account", id: "001", body: { Name: "B" } },
      (salesforce, { object, id, body }) => salesforce.sobject(object).update({ Id: id, ...body }),
    ],
    [
      "salesforce.delete_record",
      { object: "Account", id: "001" },
      (salesforce, { object, id }) => salesforce.sobject(object).destroy(id),
    ],
    [
      "salesforce.describe_object",
      { object: "Account" },
      (salesforce, { object }) => salesforce.describe(object),
    ],
    ["salesforce.search", { q: "FIND {acme}" }, (salesforce, { q }) => salesforce.search(q)],
  ],
} satisfies VendorClient;
