import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["grammy"],
  open: (load) => new (load("grammy").Api)("123:ABC"),
  values: { token: "123:ABC" },
  answer: { ok: true, result: {} },
  anyEncoding: "The documentation accepts a query, forms, JSON and multipart bodies.",
  lines: [
    [
      "telegram.send_message",
      { chat_id: "42", text: "hi", parse_mode: "HTML" },
      (telegram) => telegram.sendMessage("42", "hi", { parse_mode: "HTML" }),
    ],
    [
      "telegram.send_photo",
      { chat_id: "42", photo: "https://e.org/a.png", caption: "c" },
      (telegram) => telegram.sendPhoto("42", "https://e.org/a.png", { caption: "c" }),
    ],
    [
      "telegram.get_updates",
      { offset: 1, limit: 5 },
      (telegram, args) => telegram.getUpdates(args),
    ],
    [
      "telegram.edit_message_text",
      { chat_id: "42", message_id: 7, text: "x" },
      (telegram) => telegram.editMessageText("42", 7, "x"),
    ],
    [
      "telegram.delete_message",
      { chat_id: "42", message_id: 7 },
      (telegram) => telegram.deleteMessage("42", 7),
    ],
    [
      "telegram.send_poll",
      { chat_id: "42", question: "Où?", options: ["Köln", "Rio"], is_anonymous: false },
      (telegram, { options }) => telegram.sendPoll("42", "Où?", options, { is_anonymous: false }),
    ],
    [
      "telegram.ban_member",
      { chat_id: "42", user_id: 9, until_date: 1800000000 },
      (telegram) => telegram.banChatMember("42", 9, { until_date: 1800000000 }),
    ],
    [
      "telegram.get_chat_members_count",
      { chat_id: "42" },
      (telegram) => telegram.getChatMemberCount("42"),
    ],
  ],
} satisfies VendorClient;
