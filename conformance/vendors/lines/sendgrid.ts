import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@sendgrid/mail"],
  open: (load) => {
    const mail = load("@sendgrid/mail");
    mail.setApiKey("SG.x");
    return mail;
  },
  values: { api_key: "SG.x" },
  lines: [
    [
      "sendgrid.send_mail",
      { to: [{ email: "a@e.org" }], from: "b@e.org", subject: "s", text: "t" },
      (mail, args) => mail.send(args),
    ],
    [
      "sendgrid.send_mail",
      {
        to: [{ email: "a@e.org" }],
        from: "b@e.org",
        subject: "s",
        html: "<p>t</p>",
        cc: [{ email: "c@e.org" }],
        reply_to: "d@e.org",
        template_id: "d-1",
        template_data: { x: 1 },
      },
      (mail, { reply_to, template_id, template_data, ...args }) =>
        mail.send({
          ...args,
          replyTo: reply_to,
          templateId: template_id,
          dynamicTemplateData: template_data,
        }),
    ],
    [
      "sendgrid.send_mail",
      {
        to: [{ email: "a@e.org", name: "Jürgen" }, { email: "b@e.org" }],
        from: "c@e.org",
        from_name: "Müller & Söhne",
        subject: "Grüße",
        text: "t",
        html: "<p>ü</p>",
      },
      (mail, { from, from_name, ...args }) =>
        mail.send({ ...args, from: { email: from, name: from_name } }),
    ],
    [
      "sendgrid.send_mail",
      {
        to: [{ email: "a@e.org" }],
        from: "b@e.org",
        subject: "s",
        text: "t",
        attachments: [
          {
            content: "SGk=",
            filename: "a b.txt",
            type: "text/plain",
            disposition: "inline",
            content_id: "c1",
          },
        ],
      },
      (mail, args) => mail.send(args),
    ],
    [
      "sendgrid.send_mail",
      {
        to: [{ email: "a@e.org" }],
        from: "b@e.org",
        subject: "s",
        text: "t",
        bcc: [{ email: "c@e.org", name: "C" }],
        send_at: 1800000000,
        categories: ["orders", "über"],
      },
      (mail, { send_at, ...args }) => mail.send({ ...args, sendAt: send_at }),
    ],
  ],
} satisfies VendorClient;
