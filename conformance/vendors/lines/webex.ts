import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["webex"],
  open: (load) => {
    // The whole client also loads what meetings need in browsers.
    const WebexCore = load("@webex/webex-core").default;
    for (const plugin of ["memberships", "messages", "people", "rooms", "teams"])
      load(`@webex/plugin-${plugin}`);
    const token = { access_token: "token", token_type: "Bearer" };
    return new WebexCore({
      credentials: { ...token, supertoken: token },
      // Otherwise, the client requests the address first.
      config: { services: { override: { hydra: "https://webexapis.com/v1/" } } },
    });
  },
  ignoredParameters: { id: "The client repeats the ID, which the path has." },
  ignoredHeaders: { "spark-user-agent|trackingid|cisco-.*": "The client's own." },
  lines: [
    [
      "webex.create_message",
      { roomId: "r", markdown: "**Grüße**", files: ["https://e.org/a.png"] },
      (webex, args) => webex.messages.create(args),
    ],
    [
      "webex.list_messages",
      { roomId: "r", mentionedPeople: "me", max: 5 },
      (webex, args) => webex.messages.list(args),
    ],
    ["webex.get_message", { messageId: "m" }, (webex) => webex.messages.get("m")],
    ["webex.delete_message", { messageId: "m" }, (webex) => webex.messages.remove("m")],
    [
      "webex.update_message",
      { messageId: "m", roomId: "r", text: "n" },
      (webex) => webex.messages.update({ id: "m" }, { roomId: "r", text: "n" }),
    ],
    [
      "webex.create_room",
      { title: "Plan & Ä", teamId: "t" },
      (webex, args) => webex.rooms.create(args),
    ],
    ["webex.list_rooms", { type: "group", max: 5 }, (webex, args) => webex.rooms.list(args)],
    ["webex.get_room", { roomId: "r" }, (webex) => webex.rooms.get("r")],
    [
      "webex.rename_room",
      { roomId: "r", title: "n" },
      (webex) => webex.rooms.update({ id: "r", title: "n" }),
    ],
    ["webex.delete_room", { roomId: "r" }, (webex) => webex.rooms.remove("r")],
    [
      "webex.create_membership",
      { roomId: "r", personEmail: "a+b@e.org", isModerator: true },
      (webex, args) => webex.memberships.create(args),
    ],
    [
      "webex.list_memberships",
      { roomId: "r", personEmail: "a+b@e.org" },
      (webex, args) => webex.memberships.list(args),
    ],
    ["webex.list_people", { email: "a@e.org", max: 5 }, (webex, args) => webex.people.list(args)],
    ["webex.get_me", {}, (webex) => webex.people.get("me")],
    ["webex.create_team", { name: "T" }, (webex, args) => webex.teams.create(args)],
  ],
} satisfies VendorClient;
