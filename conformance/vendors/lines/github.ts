import { GITHUB_TOKEN } from "../client-runs/github-token.ts";
import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@octokit/rest"],
  open: (load) => new (load("@octokit/rest").Octokit)({ auth: GITHUB_TOKEN }).rest,
  values: { access_token: GITHUB_TOKEN },
  ignoredHeaders: { "x-github-api-version": "The catalog pins the version of its document." },
  lines: [
    [
      "github.issues_create",
      { owner: "o", repo: "r", title: "t", labels: ["a"] },
      (github, args) => github.issues.create(args),
    ],
    [
      "github.issues_create_comment",
      { owner: "o", repo: "r", issue_number: 5, body: "b" },
      (github, args) => github.issues.createComment(args),
    ],
    [
      "github.pulls_list",
      { owner: "o", repo: "r", state: "open" },
      (github, args) => github.pulls.list(args),
    ],
    [
      "github.repos_get_content",
      { owner: "o", repo: "r", path: "src/a b.ts", ref: "main" },
      (github, args) => github.repos.getContent(args),
    ],
    [
      "github.repos_create_for_authenticated_user",
      { name: "n", private: true },
      (github, args) => github.repos.createForAuthenticatedUser(args),
    ],
    [
      "github.git_get_ref",
      { owner: "o", repo: "r", ref: "heads/main" },
      (github, args) => github.git.getRef(args),
    ],
  ],
} satisfies VendorClient;
