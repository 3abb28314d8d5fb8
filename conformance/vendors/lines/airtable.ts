import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["airtable"],
  open: (load) =>
    new (load("airtable"))({ apiKey: "token", noRetryIfRateLimited: true }).base("app1"),
  ignoredHeaders: {
    "x-api-version": "The version of the client.",
    "x-airtable-application-id": "The base is part of the path.",
  },
  lines: [
    [
      "airtable.create_records",
      {
        baseId: "app1",
        tableIdOrName: "My Leads",
        records: [{ fields: { Name: "A" } }],
        typecast: true,
      },
      (base) => base("My Leads").create([{ fields: { Name: "A" } }], { typecast: true }),
    ],
    [
      "airtable.list_records",
      {
        baseId: "app1",
        tableIdOrName: "Leads",
        pageSize: 5,
        view: "Grid",
        fields: ["Name", "Age"],
        sort_0_field: "Name",
        sort_0_direction: "desc",
      },
      (base) =>
        base("Leads")
          .select({
            pageSize: 5,
            view: "Grid",
            fields: ["Name", "Age"],
            sort: [{ field: "Name", direction: "desc" }],
          })
          .firstPage(),
    ],
    [
      "airtable.update_records",
      { baseId: "app1", tableIdOrName: "Leads", records: [{ id: "rec1", fields: { Name: "B" } }] },
      (base) => base("Leads").update([{ id: "rec1", fields: { Name: "B" } }]),
    ],
    [
      "airtable.get_record",
      { baseId: "app1", tableIdOrName: "Leads", recordId: "rec1" },
      (base) => base("Leads").find("rec1"),
    ],
    [
      "airtable.delete_record",
      { baseId: "app1", tableIdOrName: "Leads", recordId: "rec1" },
      (base) => base("Leads").destroy("rec1"),
    ],
  ],
} satisfies VendorClient;
