import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["klaviyo-api"],
  open: (load) => {
    const { ApiKeySession, ProfilesApi, ListsApi, EventsApi } = load("klaviyo-api");
    const session = new ApiKeySession("secret");
    return {
      profiles: new ProfilesApi(session),
      lists: new ListsApi(session),
      events: new EventsApi(session),
    };
  },
  values: { api_key: "secret" },
  ignoredHeaders: { revision: "The catalog pins the revision of its document." },
  lines: [
    ["klaviyo.list_lists", {}, ({ lists }) => lists.getLists()],
    ["klaviyo.get_profile", { id: "p" }, ({ profiles }) => profiles.getProfile("p")],
    ["klaviyo.get_list", { id: "l" }, ({ lists }) => lists.getList("l")],
    [
      "klaviyo.create_list",
      { name: "n" },
      ({ lists }) => lists.createList({ data: { type: "list", attributes: { name: "n" } } }),
    ],
    ["klaviyo.list_profiles", {}, ({ profiles }) => profiles.getProfiles()],
  ],
} satisfies VendorClient;
