import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@slack/web-api"],
  open: (load) => new (load("@slack/web-api").WebClient)("token", { retryConfig: { retries: 0 } }),
  answer: { ok: true },
  anyEncoding: "The documentation accepts forms, JSON and, for methods that read, a query.",
  lines: [
    [
      "slack.send_message",
      { channel: "C1", text: "a & b", thread_ts: "1.2" },
      (slack, args) => slack.chat.postMessage(args),
    ],
    [
      "slack.add_reaction",
      { channel: "C1", timestamp: "1.2", name: "tada" },
      (slack, args) => slack.reactions.add(args),
    ],
    [
      "slack.list_channels",
      { types: "public_channel,private_channel", limit: 50 },
      (slack, args) => slack.conversations.list(args),
    ],
    ["slack.list_users", { limit: 5 }, (slack, args) => slack.users.list(args)],
    [
      "slack.search_messages",
      { query: "in:#a b", count: 5 },
      (slack, args) => slack.search.messages(args),
    ],
    [
      "slack.read_channel",
      { channel: "C1", limit: 5, oldest: "1735689600.000100" },
      (slack, args) => slack.conversations.history(args),
    ],
    [
      "slack.read_thread",
      { channel: "C1", ts: "1735689600.000100" },
      (slack, args) => slack.conversations.replies(args),
    ],
  ],
} satisfies VendorClient;
