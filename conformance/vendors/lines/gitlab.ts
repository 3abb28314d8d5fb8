import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@gitbeaker/rest"],
  open: (load) => new (load("@gitbeaker/rest").Gitlab)({ token: "secret" }),
  method: "api_key",
  values: { host: "gitlab.com", private_token: "secret" },
  lines: [
    [
      "gitlab.create_issue",
      { id: "group/app", title: "Bug", labels: "a,b" },
      (gitlab) => gitlab.Issues.create("group/app", "Bug", { labels: "a,b" }),
    ],
    ["gitlab.get_project", { id: "group/app" }, (gitlab, { id }) => gitlab.Projects.show(id)],
    [
      "gitlab.create_merge_request",
      { id: "7", source_branch: "feature", target_branch: "main", title: "Add" },
      (gitlab) => gitlab.MergeRequests.create("7", "feature", "main", "Add"),
    ],
    [
      "gitlab.create_issue_note",
      { id: "7", issue_iid: 5, body: "hi" },
      (gitlab) => gitlab.IssueNotes.create("7", 5, "hi"),
    ],
    [
      "gitlab.get_file",
      { id: "7", file_path: "src/a b.ts", ref: "main" },
      (gitlab) => gitlab.RepositoryFiles.show("7", "src/a b.ts", "main"),
    ],
    [
      "gitlab.create_branch",
      { id: "7", branch: "feature", ref: "main" },
      (gitlab) => gitlab.Branches.create("7", "feature", "main"),
    ],
  ],
} satisfies VendorClient;
