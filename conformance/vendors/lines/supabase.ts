import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["supabase-management-js"],
  open: (load) =>
    new (load("supabase-management-js").SupabaseManagementAPI)({ accessToken: "token" }),
  lines: [
    ["supabase.list_projects", {}, (supabase) => supabase.listAllProjects()],
    [
      "supabase.get_project",
      { ref: "abcdefghijklmnopqrst" },
      (supabase, { ref }) => supabase.getProject(ref),
    ],
    ["supabase.list_organizations", {}, (supabase) => supabase.listAllOrganizations()],
    [
      "supabase.list_functions",
      { ref: "abcdefghijklmnopqrst" },
      (supabase, { ref }) => supabase.listAllFunctions(ref),
    ],
    [
      "supabase.list_secrets",
      { ref: "abcdefghijklmnopqrst" },
      (supabase, { ref }) => supabase.listAllSecrets(ref),
    ],
    [
      "supabase.run_query",
      { ref: "abcdefghijklmnopqrst", query: "select 1" },
      (supabase, { ref, query }) => supabase.runAQuery(ref, { query }),
    ],
  ],
} satisfies VendorClient;
