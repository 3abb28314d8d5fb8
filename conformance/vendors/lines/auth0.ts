import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["auth0"],
  open: (load) =>
    new (load("auth0").ManagementClient)({
      domain: "acme.auth0.com",
      token: "token",
      retry: { enabled: false },
    }),
  method: "bearer",
  values: { domain: "acme.auth0.com" },
  lines: [
    [
      "auth0.list_users",
      { q: "email:a*", per_page: 5, page: 0, include_totals: true },
      (auth0, args) => auth0.users.list(args),
    ],
    ["auth0.get_user", { id: "auth0|5" }, (auth0, { id }) => auth0.users.get(id)],
    [
      "auth0.create_user",
      { connection: "db", email: "a@e.org", password: "secret" },
      (auth0, args) => auth0.users.create(args),
    ],
    [
      "auth0.create_role",
      { name: "n", description: "d" },
      (auth0, args) => auth0.roles.create(args),
    ],
    [
      "auth0.assign_user_roles",
      { id: "auth0|5", roles: ["r"] },
      (auth0) => auth0.users.roles.assign("auth0|5", { roles: ["r"] }),
    ],
  ],
} satisfies VendorClient;
