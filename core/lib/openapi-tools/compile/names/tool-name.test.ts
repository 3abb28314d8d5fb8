import { describe, expect, it } from "vitest";
import { nameFromPath } from "./name-from-path.ts";
import { endsInHash, toolNames } from "./tool-name.ts";

const operation = (method: string, path: string, operationId?: string) => ({
  method,
  path,
  operationId,
});

describe("a tool's name", () => {
  it.each([
    ["issues/create", "github.issues_create"],
    ["listPullRequests", "github.list_pull_requests"],
    ["github_getAPIKeys", "github.get_api_keys"],
    ["GET_DescribeInstances", "github.describe_instances"],
    ["PostIssuesIssue", "github.update_issue"],
    ["0123456789abcdef0123", "github.update_issue"],
  ])("for the operation ID %s is %s", (operationId, name) => {
    expect(toolNames("github", [operation("POST", "/v1/issues/{issue}", operationId)])).toEqual([
      name,
    ]);
  });

  it("is the chosen one, even if another operation or the path suggests the same", () => {
    const chosen = { ...operation("DELETE", "/{Bucket}", "delete_bucket"), isChosen: true };
    const other = operation("DELETE", "/{Bucket}/all", "DeleteBucket");
    const [first, second] = toolNames("aws_s3", [chosen, other]);
    expect(first).toBe("aws_s3.delete_bucket");
    expect(second).not.toBe(first);
  });

  it.each([
    ["GET", "/users/{id}/posts", "list_users_posts"],
    ["GET", "/v2/users/{id}", "get_user"],
    ["POST", "/users", "create_user"],
    ["POST", "/messages/send", "send_messages"],
    ["DELETE", "/api/3/users/{id}", "delete_user"],
    ["GET", "/{id}", "get_root"],
  ])("for %s %s without an operation ID is %s", (method, path, name) =>
    expect(nameFromPath(method, path)).toBe(name),
  );

  it.each([
    [
      "teamsPrimaryChannelMessagesRepliesHostedContentsGetCountOfThoseThatAreNew",
      "microsoft_teams.hosted_contents_get_count_those_that_are_new",
    ],
    [
      "actions/add-custom-labels-to-self-hosted-runner-for-organization",
      "microsoft_teams.add_labels_self_hosted_runner_organization",
    ],
  ])("for the long operation ID %s has at most 60 characters", (operationId, name) => {
    expect(toolNames("microsoft_teams", [operation("GET", "/a", operationId)])).toEqual([name]);
    expect(name.length).toBeLessThanOrEqual(60);
  });

  it.each([
    ["createPadUsingPOST", "create_pad"],
    ["update_headers_api_v1_app__app_id__headers__put", "update_headers"],
    ["Get.Count.events-f2a1", "get_count_events"],
    ["me.event.microsoft.graph.accept", "me_event_accept"],
  ])("omits what a generator adds to the operation ID %s", (operationId, name) =>
    expect(
      toolNames("app", [operation("PUT", "/api/v1/app/{app_id}/headers/", operationId)]),
    ).toEqual([`app.${name}`]),
  );

  it.each([
    [
      ["GET", "/notes"],
      ["GET", "/notes/{id}"],
    ],
    [
      ["GET", "/notes/{noteId}"],
      ["GET", "/users/{userId}/notes"],
    ],
    [
      ["POST", "/#X-Amz-Target=Notes_2015.Create"],
      ["POST", "/#X-Amz-Target=Notes_2019.Create"],
    ],
    [
      ["GET", "/v1/notes"],
      ["GET", "/v2/notes"],
    ],
    [
      ["GET", "/notes"],
      ["POST", "/notes"],
    ],
  ] as const)("tells %s and %s apart without a hash, though they share an ID", (...both) => {
    const names = toolNames(
      "app",
      both.map(([method, path]) => operation(method, path, "notesForEveryone")),
    );
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^app\.[a-z_]+(?:v\d|\d{4})?(?:_[a-z]+)?$/);
  });

  it("tells long names apart by the words that differ", () => {
    const id = (parent: string) => `${parent}/calendarView/attachments/createUploadSessionForFile`;
    expect(
      toolNames("outlook_calendar", [
        operation("POST", "/me/view", id("myOwnCalendar")),
        operation("POST", "/groups/{id}/view", id("sharedGroupCalendar")),
      ]),
    ).toEqual([
      "outlook_calendar.my_own_view_create_upload_session_file",
      "outlook_calendar.shared_group_view_create_upload_file",
    ]);
  });

  it.each([
    [
      ["GET", "/categories/{teamId}", "get_categories"],
      ["GET", "/categories/{teamId}/{categoryId}", "get_categories_by_category"],
    ],
    [
      ["GET", "/recipe/review/{reviewId}", "get_recipe_review_by_review"],
      ["GET", "/recipe/{recipeId}/review", "get_recipe_review_by_recipe"],
    ],
    [
      ["POST", "/products", "create_products"],
      ["POST", "/product", "create_product"],
    ],
    [
      ["GET", "/users", "list_users"],
      ["GET", "/users/~", "list_users_me"],
    ],
  ] as const)("tells %s and %s apart by all words of their paths", (...both) => {
    const operations = both.map(([method, path]) => operation(method, path));
    expect(toolNames("app", operations)).toEqual(both.map(([, , name]) => `app.${name}`));
  });

  it("keeps the words that differ, even if they repeat", () => {
    const reports = "/deviceManagement/reports/microsoft.graph.";
    expect(
      toolNames("microsoft_intune", [
        operation("POST", `${reports}getPolicyNonComplianceReport`),
        operation("POST", `${reports}getCompliancePolicyNonComplianceReport`),
      ]),
    ).toEqual([
      "microsoft_intune.management_get_policy_non_compliance_report",
      "microsoft_intune.get_compliance_policy_non_compliance_report",
    ]);
  });

  it("ends in a hash if no words tell two operations apart", () => {
    const operations = [operation("GET", "/notes/"), operation("GET", "/notes")];
    const names = toolNames("app", operations);
    expect(names[0]).toMatch(/^app\.list_notes_[a-z0-9]{6}$/);
    expect(names[0]).not.toBe(names[1]);
    expect(names.map((name, index) => endsInHash(name, operations[index]!))).toEqual([true, true]);
    expect(endsInHash("app.list_notes_pkcs12", operations[0]!)).toBe(false);
  });

  it("does not depend on the order of the operations, even if two share an ID", () => {
    const two = [
      operation("GET", "/a", "same"),
      operation("GET", "/b", "same"),
      operation("GET", "/c", "other"),
    ];
    const names = toolNames("app", two);
    expect(new Set(names).size).toBe(3);
    expect(toolNames("app", two.toReversed()).toReversed()).toEqual(names);
    expect(names[2]).toBe("app.other");
  });
});
