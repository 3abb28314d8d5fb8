import { describe, expect, it } from "vitest";
import { buildIndex } from "./index/build.ts";
import type { ToolDocument } from "./index/document.ts";
import { openIndex } from "./index/open-index.ts";
import { type SearchQuery, searchTools } from "./search-tools.ts";

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

function names(query: SearchQuery | string): string[] {
  const matches = searchTools(
    index,
    typeof query === "string" ? { task: query, limit: 10 } : query,
  );
  return matches.map(({ tool }) => TOOLS[tool]!.name);
}

describe("searchTools", () => {
  it("ranks the tool for the task first", () => {
    expect(names("open a new issue in GitHub")[0]).toBe("github.issues_create");
    expect(names("send an email with Gmail")[0]).toBe("gmail.messages_send");
    expect(names("invite somebody to a Slack channel")[0]).toBe("slack.conversations_invite");
  });

  it("corrects a typo in a word or an app name", () => {
    expect(names("delete a repositry")[0]).toBe("github.repos_delete");
    expect(names("create an isue in Gihtub")[0]).toBe("github.issues_create");
  });

  it("ranks connected apps before equally good matches", () => {
    expect(names({ task: "create an issue", limit: 1, connected: new Set(["linear"]) })).toEqual([
      "linear.create_issue",
    ]);
    expect(names({ task: "create an issue", limit: 1, connected: new Set(["github"]) })).toEqual([
      "github.issues_create",
    ]);
  });

  it("ranks a named app before connected apps", () => {
    expect(
      names({
        task: "create an issue in GitHub",
        limit: 1,
        connected: new Set(["slack", "gmail"]),
      }),
    ).toEqual(["github.issues_create"]);
  });

  it("holds the other apps back if the task names a popular one", () => {
    const task = "invite users to a github channel";
    const found = (query: Partial<SearchQuery>) =>
      searchTools(index, { task, limit: 20, ...query }).map(({ tool: number, score }) => ({
        name: TOOLS[number]!.name,
        score,
      }));
    const scoreOf = (query: Partial<SearchQuery>) =>
      found(query).find(({ name }) => name === "slack.conversations_invite")!.score;
    const popular = new Set(["github"]);
    expect(scoreOf({ popular })).toBeCloseTo(scoreOf({}) * 0.65, 2);
    expect(scoreOf({ popular, connected: new Set(["slack"]) })).toBeCloseTo(scoreOf({}), 2);
  });

  it("ranks the leading app of its kind first, unless the task names another", () => {
    const mails = openIndex(
      buildIndex(
        ["Brevo", "Gmail"].map((app) =>
          tool(`${app.toLowerCase()}.send_email`, app, "Send an email", "POST", "/messages"),
        ),
      ),
    );
    const first = (task: string, leading: ReadonlySet<string>) => {
      const popular = new Set(["brevo", "gmail"]);
      return searchTools(mails, { task, limit: 1, popular, leading })[0]!.tool;
    };
    expect(first("send an email", new Set(["gmail"]))).toBe(1);
    expect(first("send an email", new Set(["brevo"]))).toBe(0);
    expect(first("send an email with Brevo", new Set(["gmail"]))).toBe(0);
  });

  it("finds a tool by what people ask for when they mean it", () => {
    const phrases = ["rant in public", "trumpet it"];
    const indexed = openIndex(
      buildIndex(TOOLS.map((each) => (each === TOOLS[7] ? { ...each, phrases } : each))),
    );
    const [best] = searchTools(indexed, { task: "trumpet our launch", limit: 1 });
    expect(TOOLS[best!.tool]!.name).toBe("slack.chat_post_message");
    expect(searchTools(index, { task: "trumpet our launch", limit: 1 })).toEqual([]);
  });

  it("normalizes phrases like tasks", () => {
    const phrases = ["get rid of fossils"];
    const indexed = openIndex(
      buildIndex(TOOLS.map((each) => (each === TOOLS[3] ? { ...each, phrases } : each))),
    );
    for (const task of ["delete fossils", "toss the fossils", "get rid of my fossils"]) {
      const [best] = searchTools(indexed, { task, limit: 1 });
      expect(TOOLS[best!.tool]!.name).toBe("github.repos_delete");
    }
  });

  it("prefers the tools of an app that have phrases among equal ones", () => {
    const equal = (name: string, phrases?: readonly string[]) => ({
      ...tool(name, "Harbor", "List ships", "GET", "/ships"),
      phrases,
    });
    const indexed = openIndex(
      buildIndex([equal("harbor.list_a"), equal("harbor.list_b", ["what is at anchor"])]),
    );
    expect(searchTools(indexed, { task: "list ships", limit: 2 }).map((each) => each.tool)).toEqual(
      [1, 0],
    );
  });

  it("takes a request to be told something for no message", () => {
    expect(names("tell me about the issues in GitHub")[0]).toBe("github.issues_list");
    expect(names("tell the team about it in Slack")[0]).toBe("slack.chat_post_message");
  });

  it.each([
    ["get rid of a github repository", "github.repos_delete"],
    ["set up an issue in linear", "linear.create_issue"],
    ["could you bin that gmail message", "gmail.messages_trash"],
    ["text Ana that I am late, with Gmail", "gmail.messages_send"],
    ["let Bob know about it in gmail", "gmail.messages_send"],
    ["loop Sam in to the slack channel", "slack.conversations_invite"],
    ["which issues does the GitHub repository have", "github.issues_list"],
    ["raise a bug on GitHub", "github.issues_create"],
  ])("understands everyday verbs: %s", (task, name) => {
    const [best] = searchTools(index, { task, limit: 1 });
    expect(TOOLS[best!.tool]!.name).toBe(name);
  });

  it("searches only the selected apps", () => {
    expect(
      names({ task: "create an issue", limit: 10, apps: new Set(["slack"]) }).every((name) =>
        name.startsWith("slack."),
      ),
    ).toBe(true);
    expect(names({ task: "create an issue", limit: 10, apps: new Set() })).toEqual([]);
  });

  it("ranks the tools of an unnamed app beyond its limit last", () => {
    const found = names({ task: "issues", limit: 4, perApp: 1 });
    const firstApps = found.slice(0, 2).map((name) => name.split(".")[0]);
    expect(firstApps.sort()).toEqual(["github", "linear"]);
    expect(found).toHaveLength(4);
  });

  it("explains each match", () => {
    const [match] = searchTools(index, {
      task: "create an issue in GitHub",
      limit: 1,
      connected: new Set(["github"]),
    });
    expect(match!.why).toEqual([
      "name matches create, issue",
      "app name matches github",
      "github is connected",
    ]);
    expect(match!.score).toBeGreaterThan(0.5);
    expect(match!.score).toBeLessThanOrEqual(1);
  });

  it("returns nothing if no tool contains a word of the task", () => {
    expect(names("xylophone")).toEqual([]);
    expect(names("")).toEqual([]);
    expect(names("the of 42")).toEqual([]);
  });

  it("searches several indexes at once and returns comparable scores", () => {
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
