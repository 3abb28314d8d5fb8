import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@okta/okta-sdk-nodejs"],
  open: (load) =>
    new (load("@okta/okta-sdk-nodejs").Client)({
      orgUrl: "https://acme.okta.com",
      token: "secret",
    }),
  method: "api_key",
  values: { domain: "acme.okta.com", api_key: "secret" },
  lines: [
    ["okta.get_user", { userId: "u" }, (okta) => okta.userApi.getUser({ userId: "u" })],
    [
      "okta.create_user",
      {
        activate: true,
        profile: { firstName: "A", lastName: "B", email: "a@e.org", login: "a@e.org" },
      },
      (okta, { activate, ...body }) => okta.userApi.createUser({ activate, body }),
    ],
    [
      "okta.create_group",
      { profile: { name: "n" } },
      (okta, group) => okta.groupApi.createGroup({ group }),
    ],
    [
      "okta.add_user_to_group",
      { groupId: "g", userId: "u" },
      (okta, args) => okta.groupApi.assignUserToGroup(args),
    ],
    [
      "okta.list_users",
      { q: "jo", limit: 5 },
      async (okta, args) => (await okta.userApi.listUsers(args)).next(),
    ],
  ],
} satisfies VendorClient;
