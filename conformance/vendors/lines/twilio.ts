import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["twilio"],
  open: (load) => load("twilio")("AC1", "secret"),
  values: { account_sid: "AC1", username: "AC1", password: "secret" },
  lines: [
    [
      "twilio.create_message",
      { To: "+49151", From: "+1555", Body: "hi & bye", MediaUrl: ["https://e.org/a.png"] },
      (twilio) =>
        twilio.messages.create({
          to: "+49151",
          from: "+1555",
          body: "hi & bye",
          mediaUrl: ["https://e.org/a.png"],
        }),
    ],
    [
      "twilio.create_call",
      { To: "+49151", From: "+1555", Url: "https://e.org/x" },
      (twilio) => twilio.calls.create({ to: "+49151", from: "+1555", url: "https://e.org/x" }),
    ],
    [
      "twilio.list_messages",
      { To: "+49151", PageSize: 5 },
      (twilio) => twilio.messages.page({ to: "+49151", pageSize: 5 }),
    ],
    [
      "twilio.delete_message",
      { Sid: "SM0123456789abcdef0123456789abcdef" },
      (twilio, { Sid }) => twilio.messages(Sid).remove(),
    ],
    [
      "twilio.get_recording",
      { Sid: "RE0123456789abcdef0123456789abcdef" },
      (twilio, { Sid }) => twilio.recordings(Sid).fetch(),
    ],
  ],
} satisfies VendorClient;
