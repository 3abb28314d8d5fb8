import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["node-marketo-rest"],
  open: (load) => {
    const marketo = new (load("node-marketo-rest"))({
      endpoint: "https://123-abc-456.mktorest.com/rest",
      identity: "https://123-abc-456.mktorest.com/identity",
      clientId: "id",
      clientSecret: "secret",
    });
    // Without a token, the client requests one first.
    marketo._connection._tokenData = { access_token: "token" };
    return marketo;
  },
  ignoredParameters: {
    _method: "The client repeats the method, which the service needs only for GET.",
  },
  values: { munchkin: "123-abc-456" },
  lines: [
    [
      "marketo.list_leads",
      { filterType: "email", filterValues: "a+b@e.org,c@e.org", fields: "id,email", batchSize: 5 },
      (marketo) =>
        marketo.lead.find("email", ["a+b@e.org", "c@e.org"], {
          fields: ["id", "email"],
          batchSize: 5,
        }),
    ],
    [
      "marketo.get_lead",
      { leadId: 7, fields: "id,email" },
      (marketo) => marketo.lead.byId(7, { fields: ["id", "email"] }),
    ],
    [
      "marketo.sync_leads",
      {
        action: "createOrUpdate",
        lookupField: "email",
        input: [{ email: "a@e.org", firstName: "Jürgen" }],
      },
      (marketo, { input, ...options }) => marketo.lead.createOrUpdate(input, options),
    ],
    [
      "marketo.add_leads_to_list",
      { listId: 3, input: [{ id: 7 }, { id: 8 }] },
      (marketo, { input }) =>
        marketo.list.addLeadsToList(
          3,
          input.map((lead: { id: number }) => lead.id),
        ),
    ],
    [
      "marketo.remove_leads_from_list",
      { listId: 3, id: "7" },
      (marketo) => marketo.list.removeLeadsFromList(3, [7]),
    ],
    [
      "marketo.trigger_campaign",
      { campaignId: 4, input: { leads: [{ id: 7 }], tokens: [{ name: "{{my.a}}", value: "b" }] } },
      (marketo) => marketo.campaign.request(4, [{ id: 7 }], [{ name: "{{my.a}}", value: "b" }]),
    ],
    ["marketo.list_activity_types", {}, (marketo) => marketo.activities.getActivityTypes()],
  ],
} satisfies VendorClient;
