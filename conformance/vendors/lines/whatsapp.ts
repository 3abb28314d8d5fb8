import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@great-detail/whatsapp"],
  open: (load) =>
    new (load("@great-detail/whatsapp").Client)({
      // Without the slash at the end, the client resolves paths without the version.
      graphVersion: "v23.0/",
      request: { headers: { Authorization: "Bearer token" } },
    }),
  ignoredParameters: { recipient_type: "The client states the default, which is individual." },
  lines: [
    [
      "whatsapp.send_text",
      { phone_number_id: "1", to: "4915112345", text: "Grüße & mehr", preview_url: true },
      (whatsapp, { to, text, preview_url }) =>
        whatsapp.message.createMessage({
          phoneNumberID: "1",
          to,
          type: "text",
          text: { body: text, preview_url },
        }),
    ],
    [
      "whatsapp.send_template",
      {
        phone_number_id: "1",
        to: "49151",
        template: "order",
        language: "de",
        parameters: [{ type: "text", text: "Ada" }],
      },
      (whatsapp, { to, template, language, parameters }) =>
        whatsapp.message.createMessage({
          phoneNumberID: "1",
          to,
          type: "template",
          template: {
            name: template,
            language: { code: language },
            components: [{ type: "body", parameters }],
          },
        }),
    ],
    [
      "whatsapp.send_buttons",
      {
        phone_number_id: "1",
        to: "49151",
        text: "Ok?",
        buttons: [{ type: "reply", reply: { id: "y", title: "Yes" } }],
      },
      (whatsapp, { to, text, buttons }) =>
        whatsapp.message.createMessage({
          phoneNumberID: "1",
          to,
          type: "interactive",
          interactive: { type: "button", body: { text }, action: { buttons } },
        }),
    ],
    [
      "whatsapp.send_reaction",
      { phone_number_id: "1", to: "49151", message_id: "wamid.HBg=", emoji: "👍" },
      (whatsapp, { to, message_id, emoji }) =>
        whatsapp.message.createMessage({
          phoneNumberID: "1",
          to,
          type: "reaction",
          reaction: { message_id, emoji },
        }),
    ],
    [
      "whatsapp.send_location",
      { phone_number_id: "1", to: "49151", latitude: 52.5, longitude: 13.4, name: "Büro" },
      (whatsapp, { to, latitude, longitude, name }) =>
        whatsapp.message.createMessage({
          phoneNumberID: "1",
          to,
          type: "location",
          location: { latitude, longitude, name },
        }),
    ],
    [
      "whatsapp.mark_as_read",
      { phone_number_id: "1", message_id: "wamid.HBg=" },
      (whatsapp, { message_id }) =>
        whatsapp.message.createStatus({ phoneNumberID: "1", message_id, status: "read" }),
    ],
    [
      "whatsapp.list_message_templates",
      { whatsapp_business_account_id: "2", status: "APPROVED", limit: 5, fields: "name,status" },
      (whatsapp, { status, limit, fields }) =>
        whatsapp.template.list("2", { status, limit, fields: fields.split(",") }),
    ],
    [
      "whatsapp.create_message_template",
      {
        whatsapp_business_account_id: "2",
        name: "order",
        category: "UTILITY",
        language: "de",
        components: [{ type: "BODY", text: "Hallo {{1}}" }],
      },
      (whatsapp, { whatsapp_business_account_id, ...body }) =>
        whatsapp.template.create(whatsapp_business_account_id, body),
    ],
    [
      "whatsapp.delete_message_template",
      { whatsapp_business_account_id: "2", name: "order" },
      (whatsapp, { name }) => whatsapp.template.delete("2", { name }),
    ],
    [
      "whatsapp.get_business_profile",
      { phone_number_id: "1", fields: "about,websites" },
      (whatsapp, { fields }) =>
        whatsapp.businessProfile.getBusinessProfile({
          phoneNumberID: "1",
          fields: fields.split(","),
        }),
    ],
    [
      "whatsapp.update_business_profile",
      {
        phone_number_id: "1",
        messaging_product: "whatsapp",
        about: "Hi",
        websites: ["https://e.org/"],
      },
      (whatsapp, { about, websites }) =>
        whatsapp.businessProfile.updateBusinessProfile({ phoneNumberID: "1", about, websites }),
    ],
    [
      "whatsapp.delete_media",
      { media_id: "9" },
      (whatsapp) => whatsapp.media.delete({ mediaID: "9" }),
    ],
  ],
} satisfies VendorClient;
