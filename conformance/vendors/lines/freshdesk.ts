import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["freshdesk-api"],
  open: (load) => new (load("freshdesk-api"))("https://acme.freshdesk.com", "secret"),
  values: { domain: "acme", username: "secret", password: "X" },
  lines: [
    [
      "freshdesk.create_ticket",
      { subject: "s", description: "d", email: "a@e.org", priority: 1, status: 2 },
      (freshdesk, args) => new Promise((resolve) => freshdesk.createTicket(args, resolve)),
    ],
    [
      "freshdesk.get_ticket",
      { id: 5 },
      (freshdesk) => new Promise((resolve) => freshdesk.getTicket(5, resolve)),
    ],
    [
      "freshdesk.update_ticket",
      { id: 5, status: 4 },
      (freshdesk) => new Promise((resolve) => freshdesk.updateTicket(5, { status: 4 }, resolve)),
    ],
    [
      "freshdesk.create_contact",
      { name: "A", email: "a@e.org" },
      (freshdesk, args) => new Promise((resolve) => freshdesk.createContact(args, resolve)),
    ],
    [
      "freshdesk.get_contact",
      { id: 7 },
      (freshdesk) => new Promise((resolve) => freshdesk.getContact(7, resolve)),
    ],
    [
      "freshdesk.reply_to_ticket",
      { id: 5, body: "hi" },
      (freshdesk) => new Promise((resolve) => freshdesk.createReply(5, { body: "hi" }, resolve)),
    ],
  ],
} satisfies VendorClient;
