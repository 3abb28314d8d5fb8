import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["pipedrive"],
  open: (load) => {
    const { v1, v2 } = { v1: load("pipedrive/v1"), v2: load("pipedrive/v2") };
    const options = { apiKey: "secret", basePath: "https://acme.pipedrive.com/api/v2" };
    const configuration = new v2.Configuration(options);
    return {
      deals: new v2.DealsApi(configuration),
      persons: new v2.PersonsApi(configuration),
      notes: new v1.NotesApi(
        new v1.Configuration({ ...options, basePath: "https://acme.pipedrive.com/api/v1" }),
      ),
    };
  },
  method: "api_key",
  values: { company: "acme", api_key: "secret" },
  lines: [
    [
      "pipedrive.create_deal",
      { title: "Big", value: 500, currency: "EUR", person_id: 3 },
      ({ deals }, args) => deals.addDeal({ AddDealRequest: args }),
    ],
    [
      "pipedrive.list_deals",
      { status: "open", limit: 5 },
      ({ deals }, args) => deals.getDeals(args),
    ],
    ["pipedrive.get_deal", { id: 4 }, ({ deals }, args) => deals.getDeal(args)],
    [
      "pipedrive.update_deal",
      { id: 4, status: "won" },
      ({ deals }) => deals.updateDeal({ id: 4, UpdateDealRequest: { status: "won" } }),
    ],
    [
      "pipedrive.search_persons",
      { term: "jo", limit: 2 },
      ({ persons }, args) => persons.searchPersons(args),
    ],
    [
      "pipedrive.create_note",
      { content: "hi", deal_id: 4 },
      ({ notes }, args) => notes.addNote({ AddNoteRequest: args }),
    ],
  ],
} satisfies VendorClient;
