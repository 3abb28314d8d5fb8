import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@doist/todoist-api-typescript"],
  open: (load) =>
    new (load("@doist/todoist-api-typescript").TodoistApi)("token", { customFetch: fetch }),
  lines: [
    [
      "todoist.create_task",
      { content: "buy", priority: 4, due_string: "tomorrow" },
      (todoist) => todoist.addTask({ content: "buy", priority: 4, dueString: "tomorrow" }),
    ],
    ["todoist.close_task", { task_id: "5" }, (todoist) => todoist.closeTask("5")],
    [
      "todoist.list_tasks",
      { project_id: "7", limit: 5 },
      (todoist) => todoist.getTasks({ projectId: "7", limit: 5 }),
    ],
    [
      "todoist.update_task",
      { task_id: "5", content: "x" },
      (todoist) => todoist.updateTask("5", { content: "x" }),
    ],
    [
      "todoist.create_comment",
      { task_id: "5", content: "x" },
      (todoist) => todoist.addComment({ taskId: "5", content: "x" }),
    ],
  ],
} satisfies VendorClient;
