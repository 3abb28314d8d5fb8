import { describe, expect, it } from "vitest";
import type { AppEntry } from "../../../lib/openapi-tools/index.ts";
import type { ToolList } from "../../../ports/stores/tool-list-store.ts";
import type { CatalogApp } from "../catalog-app.ts";
import { createNotices } from "./search-notices.ts";

const createServer = (slug: string, name: string, overrides: Partial<AppEntry> = {}): AppEntry => ({
  slug,
  name,
  description: "",
  vendor: `${slug}.example`,
  categories: [],
  kind: "mcp",
  auth: ["mcp_oauth"],
  tools: 0,
  verified: "unverified",
  ...overrides,
});

const ENTRIES = [
  createServer("better_stack", "Better Stack"),
  createServer("context7", "Context7"),
  createServer("posthog", "PostHog", { aliases: ["Product OS"] }),
  createServer("render", "Render"),
  createServer("zapier", "Zapier", { popular: true }),
  createServer("fireflies", "Fireflies.ai"),
  createServer("linear_mcp", "Linear (MCP)"),
  createServer("slack", "Slack", { kind: "http", tools: 9 }),
  createServer("listed", "Listed Server", { tools: 3 }),
];

const LIST: ToolList = {
  connection: "conn_1",
  account: "acc_1",
  app: "render",
  label: "Render",
  isDefault: true,
  signIn: 2,
};

const createTool = (name: string, confidence: number) => ({
  confidence,
  card: {
    name,
    title: "",
    description: "",
    input: [],
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  },
});

const noticesFor = (
  task: string,
  { requested, ...app }: Partial<CatalogApp> & { requested?: ReadonlySet<string> } = {},
) =>
  createNotices({
    task,
    entries: ENTRIES,
    requested,
    isComplete: requested === undefined,
    tools: [createTool("slack.send_message", 0.9)],
    fit: 1,
    unmatchedApp: undefined,
    unknownName: undefined,
    toCatalogApp: (entry) => ({ entry, isOwn: false, connections: 0, lists: [], ...app }),
  });

describe("the notice about a remote MCP server", () => {
  it.each([
    ["list my services in Render", "render"],
    ["list my monitors in better stack", "better_stack"],
    ["look it up with CONTEXT7", "context7"],
    ["count events in posthog", "posthog"],
    ["count events with Product OS", "posthog"],
    ["start a zap via zapier", "zapier"],
    ["restart my Render service", "render"],
    ["list my services in my Render", "render"],
    ["summarize my Fireflies meetings", "fireflies"],
    ["search meetings in fireflies.ai", "fireflies"],
    ["create an issue with the Linear MCP server", "linear_mcp"],
  ])("is about the server that is named in %j", (task, app) => {
    expect(noticesFor(task)).toMatchObject([{ code: "connection_required", app }]);
  });

  it.each([
    "show the page in render quality",
    "Render a page",
    "Find it. Render a page",
    "find it in Listed Server",
    "create an issue in Linear",
    "message the team about Zapier in Slack",
  ])("isn't given for %j", (task) => {
    expect(noticesFor(task)).toEqual([]);
  });

  it("is given for the only app that is requested", () => {
    const only = noticesFor("list services", { requested: new Set(["render"]) });
    expect(only).toMatchObject([{ code: "connection_required", app: "render" }]);
    const two = new Set(["render", "zapier"]);
    expect(noticesFor("list services", { requested: two })).toEqual([]);
  });

  it("states what is missing once the server is connected", () => {
    const noticeWith = (list: Partial<ToolList>) =>
      noticesFor("list services in Render", { connections: 1, lists: [{ ...LIST, ...list }] })[0]!;
    expect(noticeWith({}).message).toBe("The tools of Render are being listed.");
    const failure = { message: "Render did not list its tools (503).", at: "", attempts: 1 };
    expect(noticeWith({ failure })).toMatchObject({
      code: "tools_not_listed",
      message: "The tools of Render aren't known yet. Render did not list its tools (503).",
      hint: expect.stringContaining("POST /api/v1/connections/conn_1/test"),
    });
    expect(noticeWith({ listed: "2026-11-21T10:00:00Z" }).code).toBe("no_such_tool");
  });
});

describe("the notice about an app that isn't available", () => {
  it.each([
    ["Slak", /^Did you mean Slack\?/],
    ["Evernote", /^Search for apps/],
  ])("suggests another name unless %s is a known one", (unknownName, hint) => {
    const [notice] = createNotices({
      task: `save a note in ${unknownName}`,
      tools: [createTool("slack.send_message", 0.1)],
      entries: [createServer("slack", "Slack", { kind: "http" }), createServer("x", "Everhour")],
      isComplete: true,
      fit: 1,
      unmatchedApp: undefined,
      unknownName,
      toCatalogApp: (entry) => ({ entry, isOwn: false, connections: 0, lists: [] }),
    });
    expect(notice!.hint).toMatch(hint);
  });
});

describe("the notice about an app without a fitting tool", () => {
  const codes = (confidence: number) =>
    createNotices({
      task: "create a GitHub ticket about the printer",
      tools: [createTool("github.issues_create", confidence)],
      entries: [createServer("github", "GitHub", { kind: "http", tools: 900, popular: true })],
      isComplete: true,
      fit: 1,
      unmatchedApp: "github",
      unknownName: undefined,
      toCatalogApp: (entry) => ({ entry, isOwn: false, connections: 0, lists: [] }),
    }).map(({ code }) => code);

  it("isn't given if the first tool is probably right", () => {
    expect(codes(0.6)).toEqual([]);
    expect(codes(0.2)).toEqual(["no_such_tool"]);
  });
});

describe("the notice about a task that nothing matches", () => {
  const find = (task: string, confidences: readonly number[], connected?: boolean, fit = 1) =>
    createNotices({
      task,
      tools: confidences.map((confidence) => createTool("slack.send_message", confidence)),
      connected,
      entries: ENTRIES,
      isComplete: connected === undefined,
      fit,
      unmatchedApp: undefined,
      unknownName: undefined,
      toCatalogApp: (entry) => ({ entry, isOwn: false, connections: 0, lists: [] }),
    }).map(({ code, message }) => `${code}: ${message}`);

  it("states that the task isn't in English, unless a tool probably fits", () => {
    const notice =
      "not_english: The task doesn't seem to be in English, so the search may not understand it.";
    expect(find("отправить письмо", [])).toEqual([notice]);
    expect(find("GitHubに課題を作成するためのツール", [0.05])).toEqual([notice]);
    expect(find("請求書を作成する", [0.6])).toEqual([]);
    expect(find("send an email to 田中", [0.4])).toEqual([]);
  });

  it("is given for an empty list, or if probably no tool serves the task", () => {
    expect(find("12345", [])).toEqual(["no_match: The search found no tool for this task."]);
    expect(find("send an email", [], true)).toEqual([
      "no_match: The search found no tool of a connected app for this task.",
    ]);
    expect(find("send an email", [0.2])).toEqual([]);
    expect(find("water my plants", [0.7], undefined, 0.1)).toEqual([
      "no_match: Probably no tool serves this task.",
    ]);
  });

  it("names the only app that was searched", () => {
    const only = (confidence: number) =>
      createNotices({
        task: "order a pizza",
        tools: [createTool("github.search_code", confidence)],
        entries: [createServer("github", "GitHub", { kind: "http", tools: 900 })],
        requested: new Set(["github"]),
        isComplete: false,
        fit: 1,
        unmatchedApp: undefined,
        unknownName: undefined,
        toCatalogApp: (entry) => ({ entry, isOwn: false, connections: 0, lists: [] }),
      });
    expect(only(0.07)).toMatchObject([{ code: "no_such_tool", app: "github" }]);
    expect(only(0.2)).toEqual([]);
  });
});

describe("every notice", () => {
  const LISTED = { ...LIST, listed: "2026-11-21T10:00:00Z" };
  const FAILED = { ...LIST, failure: { message: "Render did not answer.", at: "", attempts: 1 } };
  const TASKS = [
    "list services in Render",
    "send a message in Slack",
    "Slack-Nachricht an das Team senden",
    "create a page in Zorblax",
    "create a page in Fireflies",
    "water my plants",
  ];
  const cases = TASKS.flatMap((task) =>
    [[], [0.05], [0.3], [0.9]].flatMap((confidences) =>
      [[], [LIST], [LISTED], [FAILED], [LISTED, FAILED], [LISTED, LIST]].flatMap((lists) =>
        [undefined, "slack"].flatMap((unmatchedApp) =>
          [undefined, "Zorblax", "Fireflies"].flatMap((unknownName) =>
            [undefined, true].flatMap((connected) =>
              [0.1, 1].map((fit) => ({
                task,
                tools: confidences.map((each) => createTool("slack.send_message", each)),
                lists,
                unmatchedApp,
                unknownName,
                connected,
                fit,
              })),
            ),
          ),
        ),
      ),
    ),
  );

  it("states nothing that its facts don't show", () => {
    for (const { lists, ...facts } of cases) {
      const [notice] = createNotices({
        ...facts,
        entries: ENTRIES,
        isComplete: facts.connected === undefined,
        toCatalogApp: (entry) => ({ entry, isOwn: false, connections: lists.length, lists }),
      });
      if (notice) expect(isTrue(notice.message, facts, lists), notice.message).toBe(true);
    }
    expect(cases.length).toBeGreaterThan(1_000);
  });

  type Facts = Omit<(typeof cases)[number], "lists">;

  function isTrue(message: string, facts: Facts, lists: readonly ToolList[]): boolean {
    const isForeign = facts.task.includes("senden");
    const best = facts.tools[0]?.confidence ?? 0;
    if (message.includes("English")) return isForeign && best < 0.5;
    if (message.includes("lists its tools once it is connected")) return lists.length === 0;
    if (message.includes("its server lists no tools"))
      return lists.every(({ listed }) => listed !== undefined);
    if (message.includes("aren't known yet")) return lists.some(({ failure }) => failure);
    if (message.includes("are being listed"))
      return lists.some(({ listed }) => listed === undefined);
    if (message.startsWith("No app is named"))
      return !isForeign && facts.unknownName === "Zorblax" && facts.connected === undefined;
    if (message.startsWith("Probably no tool")) return !isForeign && facts.fit < 0.25;
    // The others state what the search found.
    if (message.includes("of Slack")) return !isForeign && facts.unmatchedApp === "slack";
    return message.startsWith("The search found no tool") && facts.tools.length === 0;
  }
});
