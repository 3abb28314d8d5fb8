import type { VendorClient } from "../client-runs/vendor-client.ts";

const ID = "00000000-0000-0000-0000-000000000001";

export default {
  packages: ["dynamics-web-api"],
  open: (load) =>
    new (load("dynamics-web-api").DynamicsWebApi)({
      serverUrl: "https://acme.crm4.dynamics.com/",
      dataApi: { version: "9.2" },
      onTokenRefresh: async () => "token",
    }),
  values: { org: "acme.crm4" },
  ignoredHeaders: {
    "odata-(?:max)?version": "The client states the only version that the service has.",
    prefer: "Some tools ask for the new row. By default, the client asks for its ID only.",
  },
  lines: [
    [
      "dynamics_365.find_accounts",
      {
        filter: "contains(name,'Müller & Co')",
        top: 5,
        orderby: "createdon desc",
        select: "name,telephone1",
      },
      (dynamics, { filter, top, orderby, select }) =>
        dynamics.retrieveMultiple({
          collection: "accounts",
          filter,
          top,
          orderBy: [orderby],
          select: select.split(","),
        }),
    ],
    [
      "dynamics_365.list_rows",
      { entitySet: "contacts", filter: "lastname eq 'O''Neil'", select: "lastname" },
      (dynamics, { entitySet, filter, select }) =>
        dynamics.retrieveMultiple({ collection: entitySet, filter, select: [select] }),
    ],
    [
      "dynamics_365.get_row",
      { entitySet: "accounts", id: ID, select: "name" },
      (dynamics) => dynamics.retrieve({ collection: "accounts", key: ID, select: ["name"] }),
    ],
    [
      "dynamics_365.create_row",
      { entitySet: "accounts", body: { name: "Ä", revenue: 1.5 } },
      (dynamics, { body }) => dynamics.create({ collection: "accounts", data: body }),
    ],
    [
      "dynamics_365.update_row",
      { entitySet: "accounts", id: ID, body: { name: "B" } },
      (dynamics, { body }) => dynamics.update({ collection: "accounts", key: ID, data: body }),
    ],
    [
      "dynamics_365.delete_row",
      { entitySet: "accounts", id: ID },
      (dynamics) => dynamics.deleteRecord({ collection: "accounts", key: ID }),
    ],
    [
      "dynamics_365.create_contact",
      { first_name: "Ada", last_name: "L", email: "a@e.org", account: `/accounts(${ID})` },
      (dynamics) =>
        dynamics.create({
          collection: "contacts",
          data: {
            firstname: "Ada",
            lastname: "L",
            emailaddress1: "a@e.org",
            "parentcustomerid_account@odata.bind": `/accounts(${ID})`,
          },
        }),
    ],
    [
      "dynamics_365.qualify_lead",
      { leadId: ID, create_account: true, create_contact: true, create_opportunity: false },
      (dynamics) =>
        dynamics.callAction({
          collection: "leads",
          key: ID,
          actionName: "Microsoft.Dynamics.CRM.QualifyLead",
          action: { CreateAccount: true, CreateContact: true, CreateOpportunity: false, Status: 3 },
        }),
    ],
    [
      "dynamics_365.win_opportunity",
      { opportunity: `/opportunities(${ID})`, subject: "s", revenue: 100 },
      (dynamics) =>
        dynamics.callAction({
          actionName: "WinOpportunity",
          action: {
            Status: 3,
            OpportunityClose: {
              "opportunityid@odata.bind": `/opportunities(${ID})`,
              subject: "s",
              actualrevenue: 100,
            },
          },
        }),
    ],
    ["dynamics_365.who_am_i", {}, (dynamics) => dynamics.callFunction({ name: "WhoAmI" })],
    [
      "dynamics_365.list_tables",
      { select: "LogicalName", filter: "IsCustomEntity eq true" },
      (dynamics, { select, filter }) => dynamics.retrieveEntities({ select: [select], filter }),
    ],
  ],
} satisfies VendorClient;
