import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@mailchimp/mailchimp_marketing"],
  open: (load) => {
    const mailchimp = load("@mailchimp/mailchimp_marketing");
    mailchimp.setConfig({ apiKey: "secret", server: "us1" });
    return mailchimp;
  },
  method: "basic",
  values: { dc: "us1", username: "user", password: "secret" },
  lines: [
    [
      "mailchimp.add_list_member",
      {
        list_id: "l",
        email_address: "a@e.org",
        status: "subscribed",
        merge_fields: { FNAME: "A" },
      },
      (mailchimp, { list_id, ...body }) => mailchimp.lists.addListMember(list_id, body),
    ],
    [
      "mailchimp.list_campaigns",
      { count: 5, status: "sent", fields: ["campaigns.id", "total_items"] },
      (mailchimp, args) => mailchimp.campaigns.list(args),
    ],
    [
      "mailchimp.create_campaign",
      { type: "regular", recipients: { list_id: "l" } },
      (mailchimp, args) => mailchimp.campaigns.create(args),
    ],
    [
      "mailchimp.update_list_member",
      { list_id: "l", subscriber_hash: "h", status: "unsubscribed" },
      (mailchimp) => mailchimp.lists.updateListMember("l", "h", { status: "unsubscribed" }),
    ],
    ["mailchimp.list_lists", { count: 5 }, (mailchimp, args) => mailchimp.lists.getAllLists(args)],
  ],
} satisfies VendorClient;
