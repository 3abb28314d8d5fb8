import type { Client, VendorClient } from "../client-runs/vendor-client.ts";

/** Sets the path of the next call, which the client otherwise requests from the service. */
function at(api: Client, routeTemplate: string): Client {
  api.vsoClient.beginGetLocation = async () => ({
    routeTemplate: `{project}/_apis/${routeTemplate}`,
    minVersion: "1.0",
    maxVersion: "7.2",
    releasedVersion: "7.1",
    resourceVersion: 1,
  });
  return api;
}

const PULL_REQUESTS = "git/repositories/{repositoryId}/pullrequests/{pullRequestId}";

export default {
  packages: ["azure-devops-node-api"],
  open: (load) => {
    const { getPersonalAccessTokenHandler } = load("azure-devops-node-api");
    const open = (name: string) =>
      new (load(`azure-devops-node-api/${name}`)[name])("https://dev.azure.com/acme", [
        getPersonalAccessTokenHandler("secret"),
      ]);
    return {
      git: open("GitApi"),
      work: open("WorkItemTrackingApi"),
      build: open("BuildApi"),
      core: open("CoreApi"),
      pipelines: open("PipelinesApi"),
    };
  },
  method: "basic",
  values: { organization: "acme", username: "PAT", password: "secret" },
  ignoredHeaders: { "x-tfs-fedauthredirect": "The client asks for no redirect to a sign-in page." },
  ignoredParameters: { "api-version": "The client states the version in the header Accept." },
  lines: [
    [
      "azure_devops.create_work_item",
      { project: "Plan A", type: "User Story", title: "Grüße", priority: 2, tags: ["a", "b"] },
      ({ work }) =>
        at(work, "wit/workitems/${type}").createWorkItem(
          {},
          [
            { op: "add", path: "/fields/System.Title", value: "Grüße" },
            { op: "add", path: "/fields/Microsoft.VSTS.Common.Priority", value: 2 },
            { op: "add", path: "/fields/System.Tags", value: "a; b" },
          ],
          "Plan A",
          "User Story",
        ),
    ],
    [
      "azure_devops.update_work_item",
      { id: 7, state: "Closed" },
      ({ work }) =>
        at(work, "wit/workitems/{id}").updateWorkItem(
          {},
          [{ op: "add", path: "/fields/System.State", value: "Closed" }],
          7,
        ),
    ],
    [
      "azure_devops.list_work_items",
      { ids: "7,8", fields: "System.Title,System.State" },
      ({ work }) =>
        at(work, "wit/workitems").getWorkItems([7, 8], ["System.Title", "System.State"]),
    ],
    [
      "azure_devops.query_work_items",
      {
        project: "p",
        top: 5,
        query: "SELECT [System.Id] FROM WorkItems WHERE [System.State] <> 'Closed'",
      },
      ({ work }, { query }) =>
        at(work, "wit/wiql").queryByWiql({ query }, { project: "p" }, undefined, 5),
    ],
    [
      "azure_devops.create_pull_request",
      {
        project: "p",
        repositoryId: "r",
        title: "n",
        sourceRefName: "refs/heads/a",
        targetRefName: "refs/heads/main",
        reviewers: [{ id: "u1" }],
      },
      ({ git }, { project, repositoryId, ...body }) =>
        at(git, PULL_REQUESTS).createPullRequest(body, repositoryId, project),
    ],
    [
      "azure_devops.list_pull_requests",
      { project: "p", repositoryId: "r", "searchCriteria.status": "active", top: 5 },
      ({ git }) =>
        at(git, PULL_REQUESTS).getPullRequests(
          "r",
          { status: "active" },
          "p",
          undefined,
          undefined,
          5,
        ),
    ],
    [
      "azure_devops.comment_on_pull_request",
      { project: "p", repositoryId: "r", pullRequestId: 3, text: "ok" },
      ({ git }) =>
        at(
          git,
          "git/repositories/{repositoryId}/pullRequests/{pullRequestId}/threads",
        ).createThread(
          {
            comments: [{ parentCommentId: 0, content: "ok", commentType: "text" }],
            status: "active",
          },
          "r",
          3,
          "p",
        ),
    ],
    [
      "azure_devops.list_commits",
      { project: "p", repositoryId: "r", "searchCriteria.itemVersion.version": "main" },
      ({ git }) =>
        at(git, "git/repositories/{repositoryId}/commits").getCommits(
          "r",
          { itemVersion: { version: "main" } },
          "p",
        ),
    ],
    [
      "azure_devops.list_builds",
      { project: "p", statusFilter: "completed", resultFilter: "failed", top: 5 },
      ({ build }) =>
        at(build, "build/builds").getBuilds(
          "p",
          ...Array(7),
          "completed",
          "failed",
          ...[undefined, undefined],
          5,
        ),
    ],
    [
      "azure_devops.run_pipeline",
      {
        project: "p",
        pipelineId: 4,
        templateParameters: { env: "prod" },
        resources: { repositories: { self: { refName: "refs/heads/main" } } },
      },
      ({ pipelines }, { project, pipelineId, ...body }) =>
        at(pipelines, "pipelines/{pipelineId}/runs").runPipeline(body, project, pipelineId),
    ],
    ["azure_devops.list_projects", {}, ({ core }) => at(core, "projects").getProjects()],
  ],
} satisfies VendorClient;
