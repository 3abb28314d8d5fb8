import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@linear/sdk"],
  open: (load) => new (load("@linear/sdk").LinearClient)({ apiKey: "secret" }),
  method: "api_key",
  values: { api_key: "secret" },
  lines: [
    [
      "linear.create_issue",
      { team_id: "t", title: "x", priority: 2 },
      (linear) => linear.createIssue({ teamId: "t", title: "x", priority: 2 }),
    ],
    [
      "linear.create_comment",
      { issue_id: "i", body: "b" },
      (linear) => linear.createComment({ issueId: "i", body: "b" }),
    ],
    [
      "linear.update_issue",
      { id: "i", state_id: "s" },
      (linear) => linear.updateIssue("i", { stateId: "s" }),
    ],
    ["linear.get_issue", { id: "ENG-1" }, (linear, { id }) => linear.issue(id)],
    ["linear.list_teams", { limit: 5 }, (linear) => linear.teams({ first: 5 })],
    ["linear.get_viewer", {}, (linear) => linear.viewer],
  ],
} satisfies VendorClient;
