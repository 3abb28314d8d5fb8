import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@discordjs/core", "@discordjs/rest"],
  open: (load) => {
    const { API } = load("@discordjs/core");
    const { REST } = load("@discordjs/rest");
    return new API(new REST({ version: "10", makeRequest: fetch }).setToken("secret"));
  },
  values: { bot_token: "secret" },
  lines: [
    [
      "discord.create_message",
      { channel_id: "1", content: "hi" },
      (discord) => discord.channels.createMessage("1", { content: "hi" }),
    ],
    [
      "discord.list_guild_channels",
      { guild_id: "2" },
      (discord) => discord.guilds.getChannels("2"),
    ],
    [
      "discord.get_message",
      { channel_id: "1", message_id: "3" },
      (discord) => discord.channels.getMessage("1", "3"),
    ],
    [
      "discord.add_reaction",
      { channel_id: "1", message_id: "3", emoji: "👍" },
      (discord) => discord.channels.addMessageReaction("1", "3", "👍"),
    ],
    [
      "discord.create_thread",
      { channel_id: "1", name: "n", type: 11, auto_archive_duration: 60 },
      (discord) =>
        discord.channels.createThread("1", { name: "n", type: 11, auto_archive_duration: 60 }),
    ],
    [
      "discord.list_messages",
      { channel_id: "1", limit: 5 },
      (discord) => discord.channels.getMessages("1", { limit: 5 }),
    ],
  ],
} satisfies VendorClient;
