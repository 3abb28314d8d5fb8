import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@37signals/basecamp"],
  open: (load) =>
    load("@37signals/basecamp").createBasecampClient({ accountId: "12345", accessToken: "token" }),
  values: { account_id: "12345" },
  jsonPaths: "The documentation has paths with and without it.",
  ignoredHeaders: { "x-request-id": "The client's own." },
  lines: [
    ["basecamp.list_projects", {}, (basecamp) => basecamp.projects.list()],
    ["basecamp.get_project", { projectId: 7 }, (basecamp) => basecamp.projects.get(7)],
    [
      "basecamp.create_todo",
      { bucketId: 7, todolistId: 8, content: "x", due_on: "2026-12-01" },
      (basecamp) => basecamp.todos.create(8, { content: "x", dueOn: "2026-12-01" }),
    ],
    [
      "basecamp.complete_todo",
      { bucketId: 7, todoId: 9 },
      (basecamp) => basecamp.todos.complete(9),
    ],
    [
      "basecamp.create_comment",
      { bucketId: 7, recordingId: 9, content: "hi" },
      (basecamp) => basecamp.comments.create(9, { content: "hi" }),
    ],
  ],
} satisfies VendorClient;
