import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["mailgun.js"],
  open: (load) => {
    const { default: Mailgun } = load("mailgun.js");
    return new Mailgun(FormData).client({ username: "api", key: "secret" });
  },
  values: { host: "api.mailgun.net", username: "api", password: "secret" },
  anyEncoding: "The documentation accepts forms and multipart bodies.",
  lines: [
    [
      "mailgun.send_message",
      { domain: "e.org", from: "a@e.org", to: "b@e.org", subject: "s", text: "hi" },
      (mailgun, { domain, ...message }) => mailgun.messages.create(domain, message),
    ],
    ["mailgun.list_domains", { limit: 5 }, (mailgun, args) => mailgun.domains.list(args)],
    ["mailgun.get_domain", { name: "e.org" }, (mailgun) => mailgun.domains.get("e.org")],
    [
      "mailgun.list_events",
      { domain: "e.org", event: "failed", limit: 5 },
      (mailgun, { domain, ...query }) => mailgun.events.get(domain, query),
    ],
    [
      "mailgun.list_bounces",
      { domain: "e.org", limit: 5 },
      (mailgun) => mailgun.suppressions.list("e.org", "bounces", { limit: 5 }),
    ],
  ],
} satisfies VendorClient;
