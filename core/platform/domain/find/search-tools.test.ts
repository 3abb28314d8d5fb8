import { describe, expect, it } from "vitest";
import { buildIndex } from "./build.ts";
import type { ToolDocument } from "./document.ts";
import { openIndex, type ToolIndex } from "./open-index.ts";
import { type Question, searchTools } from "./search-tools.ts";

const tool = (
  name: string,
  app: string,
  title: string,
  method: string,
  path: string,
  description = "",
): ToolDocument => ({
  name,
  app: [app],
  categories: [],
  title,
  description,
  parameters: [],
  tags: [],
  method,
  path,
});

const TOOLS: readonly ToolDocument[] = [
  tool("github.issues_create", "GitHub", "Create an issue", "POST", "/repos/{owner}/{repo}/issues"),
  tool(
    "github.issues_list",
    "GitHub",
    "List repository issues",
    "GET",
    "/repos/{owner}/{repo}/issues",
  ),
  tool(
    "github.issues_create_comment",
    "GitHub",
    "Create an issue comment",
    "POST",
    "/repos/{owner}/{repo}/issues/{number}/comments",
  ),
  tool("github.repos_delete", "GitHub", "Delete a repository", "DELETE", "/repos/{owner}/{repo}"),
  tool(
    "gmail.messages_send",
    "Google Gmail",
    "Send a message",
    "POST",
    "/users/{userId}/messages/send",
    "Sends the message to the recipients.",
  ),
  tool(
    "gmail.messages_trash",
    "Google Gmail",
    "Trash a message",
    "POST",
    "/users/{userId}/messages/{id}/trash",
  ),
  tool("linear.create_issue", "Linear", "Create an issue", "POST", "/issues"),
  tool(
    "slack.chat_post_message",
    "Slack",
    "Post a message to a channel",
    "POST",
    "/chat.postMessage",
  ),
  tool(
    "slack.conversations_invite",
    "Slack",
    "Invite users to a channel",
    "POST",
    "/conversations.invite",
  ),
];
const index = openIndex(buildIndex(TOOLS));

const names = (question: Question | string, indexes: ToolIndex | ToolIndex[] = index) =>
  searchTools(indexes, typeof question === "string" ? { task: question, limit: 10 } : question).map(
    (matches) => TOOLS[matches.tool]!.name,
  );

describe("finding tools by a task", () => {
  it("puts the tool that does it first", () => {
    expect(names("open a new issue in GitHub")[0]).toBe("github.issues_create");
    expect(names("send an email with Gmail")[0]).toBe("gmail.messages_send");
    expect(names("invite somebody to a Slack channel")[0]).toBe("slack.conversations_invite");
  });

  it("forgives a slip in a word and in an app's name", () => {
    expect(names("delete a repositry")[0]).toBe("github.repos_delete");
    expect(names("create an isue in Gihtub")[0]).toBe("github.issues_create");
  });

  it("puts connected apps first among equals", () => {
    expect(names({ task: "create an issue", limit: 1, connected: new Set(["linear"]) })).toEqual([
      "linear.create_issue",
    ]);
    expect(names({ task: "create an issue", limit: 1, connected: new Set(["github"]) })).toEqual([
      "github.issues_create",
    ]);
  });

  it("puts the app that is named before one that is connected", () => {
    expect(
      names({
        task: "create an issue in GitHub",
        limit: 1,
        connected: new Set(["slack", "gmail"]),
      }),
    ).toEqual(["github.issues_create"]);
  });

  it("looks only in the apps that it is told", () => {
    expect(
      names({ task: "create an issue", limit: 10, apps: new Set(["slack"]) }).every((name) =>
        name.startsWith("slack."),
      ),
    ).toBe(true);
    expect(names({ task: "create an issue", limit: 10, apps: new Set() })).toEqual([]);
  });

  it("lets the tools of one app that is not named come after others' beyond its most", () => {
    const matches = names({ task: "issues", limit: 4, perApp: 1 });
    expect(
      matches
        .slice(0, 2)
        .map((name) => name.split(".")[0])
        .sort(),
    ).toEqual(["github", "linear"]);
    expect(matches).toHaveLength(4);
  });

  it("says why, in short words", () => {
    const [matches] = searchTools(index, {
      task: "create an issue in GitHub",
      limit: 1,
      connected: new Set(["github"]),
    });
    expect(matches!.why).toEqual([
      "name has create, issue",
      "app named github",
      "github is connected",
    ]);
    expect(matches!.score).toBeGreaterThan(0.5);
    expect(matches!.score).toBeLessThanOrEqual(1);
  });

  it("finds nothing for what no tool has a word of", () => {
    expect(names("xylophone")).toEqual([]);
    expect(names("")).toEqual([]);
    expect(names("the of 42")).toEqual([]);
  });

  it("finds in several indexes at once, with scores that compare", () => {
    const ownIndex = openIndex(
      buildIndex([tool("acme.create_invoice", "Acme", "Create an invoice", "POST", "/invoices")], {
        statisticsOf: index,
      }),
    );
    const [first] = searchTools([index, ownIndex], { task: "create an invoice in Acme", limit: 5 });
    expect(first).toMatchObject({ index: 1, tool: 0 });
    expect(
      searchTools([index, ownIndex], { task: "create an issue in GitHub", limit: 1 })[0],
    ).toMatchObject({
      index: 0,
      tool: 0,
    });
  });
});
