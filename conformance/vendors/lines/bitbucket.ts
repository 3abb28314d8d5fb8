import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["bitbucket"],
  open: (load) => new (load("bitbucket").Bitbucket)({ auth: { token: "token" } }),
  lines: [
    [
      "bitbucket.get_repository",
      { workspace: "w", repo_slug: "r" },
      (bitbucket, args) => bitbucket.repositories.get(args),
    ],
    [
      "bitbucket.create_pull_request",
      {
        workspace: "w",
        repo_slug: "r",
        title: "t",
        source_branch: "feature",
        destination_branch: "main",
      },
      (bitbucket) =>
        bitbucket.repositories.createPullRequest({
          workspace: "w",
          repo_slug: "r",
          _body: {
            title: "t",
            source: { branch: { name: "feature" } },
            destination: { branch: { name: "main" } },
          },
        }),
    ],
    [
      "bitbucket.create_issue",
      { workspace: "w", repo_slug: "r", title: "t", description: "d" },
      (bitbucket) =>
        bitbucket.repositories.createIssue({
          workspace: "w",
          repo_slug: "r",
          _body: { title: "t", content: { raw: "d" } },
        }),
    ],
    [
      "bitbucket.approve_pull_request",
      { workspace: "w", repo_slug: "r", pull_request_id: 5 },
      (bitbucket, args) => bitbucket.repositories.createPullRequestApproval(args),
    ],
    [
      "bitbucket.list_pull_requests",
      { workspace: "w", repo_slug: "r", state: "OPEN" },
      (bitbucket, args) => bitbucket.repositories.listPullRequests(args),
    ],
    [
      "bitbucket.create_branch",
      { workspace: "w", repo_slug: "r", name: "b", start_at: "abc" },
      (bitbucket) =>
        bitbucket.refs.createBranch({
          workspace: "w",
          repo_slug: "r",
          _body: { name: "b", target: { hash: "abc" } },
        }),
    ],
  ],
} satisfies VendorClient;
