import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["asana"],
  open: (load) => {
    const asana = load("asana");
    asana.ApiClient.instance.authentications.token.accessToken = "token";
    return {
      tasks: new asana.TasksApi(),
      projects: new asana.ProjectsApi(),
      stories: new asana.StoriesApi(),
    };
  },
  lines: [
    [
      "asana.create_task",
      { data: { name: "n", projects: ["1"], workspace: "2" } },
      ({ tasks }, args) => tasks.createTask(args, {}),
    ],
    [
      "asana.list_tasks",
      { project: "1", limit: 5, opt_fields: ["name", "due_on"] },
      ({ tasks }) => tasks.getTasks({ project: "1", limit: 5, opt_fields: "name,due_on" }),
    ],
    [
      "asana.update_task",
      { task_gid: "5", data: { completed: true } },
      ({ tasks }) => tasks.updateTask({ data: { completed: true } }, "5", {}),
    ],
    [
      "asana.list_projects",
      { workspace: "2", archived: false },
      ({ projects }, args) => projects.getProjects(args),
    ],
    [
      "asana.create_story_for_task",
      { task_gid: "5", data: { text: "hi" } },
      ({ stories }) => stories.createStoryForTask({ data: { text: "hi" } }, "5", {}),
    ],
  ],
} satisfies VendorClient;
