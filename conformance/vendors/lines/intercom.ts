import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["intercom-client"],
  open: (load) => new (load("intercom-client").IntercomClient)({ token: "token", maxRetries: 0 }),
  values: { host: "api.intercom.io" },
  ignoredHeaders: { "intercom-version": "The catalog pins the version of its document." },
  lines: [
    [
      "intercom.create_contact",
      { email: "a@e.org", name: "A" },
      (intercom, args) => intercom.contacts.create(args),
    ],
    [
      "intercom.search_contacts",
      { query: { field: "email", operator: "=", value: "a@e.org" } },
      (intercom, args) => intercom.contacts.search(args),
    ],
    [
      "intercom.get_conversation",
      { id: "5" },
      (intercom) => intercom.conversations.find({ conversation_id: "5" }),
    ],
    [
      "intercom.get_contact",
      { id: "7" },
      (intercom) => intercom.contacts.find({ contact_id: "7" }),
    ],
    ["intercom.list_tags", {}, (intercom) => intercom.tags.list()],
    [
      "intercom.archive_contact",
      { id: "7" },
      (intercom) => intercom.contacts.archive({ contact_id: "7" }),
    ],
    ["intercom.list_admins", {}, (intercom) => intercom.admins.list()],
    [
      "intercom.search_conversations",
      { query: { field: "open", operator: "=", value: "true" } },
      (intercom, args) => intercom.conversations.search(args),
    ],
  ],
} satisfies VendorClient;
