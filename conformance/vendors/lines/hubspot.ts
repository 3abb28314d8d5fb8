import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@hubspot/api-client"],
  open: (load) => new (load("@hubspot/api-client").Client)({ accessToken: "token" }).crm,
  commaLists: "The documentation of `properties` says: a comma-separated list.",
  lines: [
    [
      "hubspot.create_contact",
      { email: "jo@e.org", first_name: "Jo" },
      (crm) => crm.contacts.basicApi.create({ properties: { email: "jo@e.org", firstname: "Jo" } }),
    ],
    [
      "hubspot.search_contacts",
      { query: "jo", limit: 5, properties: ["email"] },
      (crm, args) => crm.contacts.searchApi.doSearch(args),
    ],
    [
      "hubspot.update_contact",
      { contactId: "7", first_name: "Jo" },
      (crm) => crm.contacts.basicApi.update("7", { properties: { firstname: "Jo" } }),
    ],
    [
      "hubspot.create_deal",
      { name: "d", stage: "s", amount: "5", contact_id: "9" },
      (crm) =>
        crm.deals.basicApi.create({
          properties: { dealname: "d", dealstage: "s", amount: "5" },
          associations: [
            {
              to: { id: "9" },
              types: [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: 3 }],
            },
          ],
        }),
    ],
    [
      "hubspot.get_contact",
      { contactId: "7", properties: "email,firstname" },
      (crm) => crm.contacts.basicApi.getById("7", ["email", "firstname"]),
    ],
    [
      "hubspot.list_owners",
      { limit: 5 },
      (crm) => crm.owners.ownersApi.getPage(undefined, undefined, 5),
    ],
  ],
} satisfies VendorClient;
