import { describe, expect, it } from "vitest";
import type { AppEntry } from "../../lib/openapi-tools/index.ts";
import type { ToolList } from "../../ports/tool-list-store.ts";
import type { CatalogApp } from "./catalog-view.ts";
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

const noticesFor = (
  task: string,
  { requested, ...app }: Partial<CatalogApp> & { requested?: ReadonlySet<string> } = {},
) =>
  createNotices({
    task,
    entries: ENTRIES,
    requested,
    isComplete: requested === undefined,
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
  ])("is about the server that is named in %j", (task, app) => {
    expect(noticesFor(task)).toMatchObject([{ code: "connection_required", app }]);
  });

  it.each(["show the page in render quality", "Render a page", "find it in Listed Server"])(
    "isn't given for %j",
    (task) => {
      expect(noticesFor(task)).toEqual([]);
    },
  );

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
