import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["node-zendesk"],
  open: (load) =>
    load("node-zendesk").createClient({ username: "a@e.org", token: "secret", subdomain: "acme" }),
  method: "basic",
  values: { subdomain: "acme", username: "a@e.org/token", password: "secret" },
  jsonPaths: "The documentation has paths without it, and examples with it.",
  lines: [
    [
      "zendesk.create_ticket",
      { ticket: { subject: "s", comment: { body: "b" } } },
      (zendesk, args) => zendesk.tickets.create(args),
    ],
    [
      "zendesk.update_ticket",
      { ticket_id: 5, ticket: { status: "solved" } },
      (zendesk) => zendesk.tickets.update(5, { ticket: { status: "solved" } }),
    ],
    ["zendesk.get_ticket", { ticket_id: 5 }, (zendesk) => zendesk.tickets.show(5)],
    [
      "zendesk.search",
      { query: "type:ticket status:open" },
      (zendesk) => zendesk.search.query("type:ticket status:open"),
    ],
    [
      "zendesk.create_user",
      { user: { name: "n", email: "x@e.org" } },
      (zendesk, args) => zendesk.users.create(args),
    ],
  ],
} satisfies VendorClient;
