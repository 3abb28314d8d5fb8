import { describe, expect, it } from "vitest";
import { nameFromPath, toolNames } from "./tool-name.ts";

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

  it("has at most 60 characters including the slug, and ends in a hash if it is shortened", () => {
    const [name] = toolNames("microsoft_teams", [
      operation(
        "GET",
        "/a",
        "teamsPrimaryChannelMessagesRepliesHostedContentsGetCountOfThoseThatAreNew",
      ),
    ]);
    expect(name).toMatch(/^microsoft_teams\.teams_primary_channel_messages_[a-z0-9]{6}$/);
    expect(name!.length).toBeLessThanOrEqual(60);
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
