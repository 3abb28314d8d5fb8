import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@getbrevo/brevo"],
  open: (load) => new (load("@getbrevo/brevo").BrevoClient)({ apiKey: "secret", maxRetries: 0 }),
  values: { api_key: "secret" },
  lines: [
    [
      "brevo.send_email",
      {
        to: [{ email: "a@e.org" }],
        sender: { email: "b@e.org" },
        subject: "s",
        htmlContent: "<p>x</p>",
      },
      (brevo, args) => brevo.transactionalEmails.sendTransacEmail(args),
    ],
    [
      "brevo.create_contact",
      { email: "a@e.org", attributes: { FNAME: "A" }, listIds: [2] },
      (brevo, args) => brevo.contacts.createContact(args),
    ],
    [
      "brevo.list_contacts",
      { limit: 5, offset: 10 },
      (brevo, args) => brevo.contacts.getContacts(args),
    ],
    ["brevo.get_account", {}, (brevo) => brevo.account.getAccount()],
    [
      "brevo.send_sms",
      { sender: "Acme", recipient: "49151", content: "hi" },
      (brevo, args) => brevo.transactionalSms.sendAsyncTransactionalSms(args),
    ],
    [
      "brevo.create_list",
      { name: "n", folderId: 1 },
      (brevo, args) => brevo.contacts.createList(args),
    ],
  ],
} satisfies VendorClient;
