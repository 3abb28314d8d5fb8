import assert from "node:assert/strict";
import { createAjv } from "../../callers/schemas.ts";
import type { Case, CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { assertPointer, BAD_CURSORS } from "./apps.ts";
import { commonCases } from "./every-operation.ts";

const EXTRA_NAMES_UNDOCUMENTED = "the document can't forbid unknown parameters";

const names = (tools: readonly { readonly name: string }[]): string[] =>
  tools.map(({ name }) => name);

/** What listing an app's tools must do. */
export const listTools: CasesOf<"listTools"> = [
  {
    it: "lists an app's tools by name, with their total",
    input: ({ app }) => ({ app: app.id, limit: 100 }),
    status: 200,
    check({ value: { data, total, next_cursor } }, { app }) {
      assert.equal(total, app.tools_count);
      assert.deepEqual(names(data), names(data).toSorted());
      assert.equal(next_cursor === null, data.length === total);
      for (const tool of data)
        assert.deepEqual([tool.app, tool.name.startsWith(`${app.id}.`)], [app.id, true]);
    },
  },
  {
    it: "returns each tool once across pages",
    requires: "fixture",
    input: { app: "atlas", limit: 10 },
    status: 200,
    output: { total: 25 },
    async check({ value }, { call }) {
      const second = (
        await call("listTools", { app: "atlas", limit: 10, cursor: value.next_cursor })
      ).value;
      const third = (
        await call("listTools", { app: "atlas", limit: 10, cursor: second.next_cursor })
      ).value;
      assert.deepEqual(
        [value.data.length, second.data.length, third.data.length, third.next_cursor],
        [10, 10, 5, null],
      );
      const all = names([...value.data, ...second.data, ...third.data]);
      assert.deepEqual(all, [...new Set(all)].toSorted());
    },
  },
  {
    it: "returns 20 tools by default",
    requires: "fixture",
    input: { app: "atlas" },
    status: 200,
    check: ({ value }) => assert.equal(value.data.length, 20),
  },
  {
    it: "returns the summary of a tool",
    requires: "fixture",
    input: { app: "atlas", limit: 100 },
    status: 200,
    check({ value }) {
      assert.deepEqual(
        value.data.find(({ name }) => name === "atlas.create_issue"),
        {
          name: "atlas.create_issue",
          app: "atlas",
          app_name: "Atlas",
          title: "Create an issue",
          description: "Creates an issue in a project of the tracker.",
          inputs: [
            "title (string, required): The title of the issue.",
            "labels (object[])",
            "parent (object)",
          ],
          annotations: {
            read_only: false,
            destructive: false,
            idempotent: false,
            open_world: true,
          },
          http: { method: "POST", path: "/issues" },
          source: "fixtures@1.0.0 atlas.json",
          connection: { ready: true, count: 2 },
        },
      );
    },
  },
  {
    it: "marks tools as ready if their app needs no connection",
    requires: "fixture",
    input: { app: "drift" },
    status: 200,
    check: ({ value }) => assert.deepEqual(value.data[0]!.connection, { ready: true, count: 0 }),
  },
  {
    it: "marks tools as not ready if their app isn't connected",
    requires: "fixture",
    input: { app: "basil" },
    status: 200,
    check: ({ value }) => assert.deepEqual(value.data[0]!.connection, { ready: false, count: 0 }),
  },
  {
    it: "lists no tools of a remote MCP server before it was queried",
    requires: "fixture",
    input: { app: "ember" },
    status: 200,
    output: { data: [], total: 0, next_cursor: null },
  },
  {
    it: "lists the tools of an app that the account added",
    requires: "fixture",
    input: { app: "grove" },
    status: 200,
    output: { total: 1 },
    check: ({ value }) => assert.deepEqual(names(value.data), ["grove.water_tree"]),
  },
  {
    it: "rejects an app that the key may not use",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: { app: "atlas" },
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "rejects an unknown app",
    input: { app: "zzyzx_nothing" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "rejects a limit of 101",
    input: ({ app }) => ({ app: app.id, limit: 101 }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/limit"),
  },
  {
    it: "rejects an ID of 101 characters",
    input: { app: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/app"),
  },
  {
    it: "rejects an unknown parameter",
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: ({ app }) => ({ app: app.id, ...{ color: "red" } }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/color"),
  },
  ...Object.entries(BAD_CURSORS).map(
    ([which, cursor]): Case<"listTools"> => ({
      it: `rejects a cursor ${which}`,
      mockSkipReason: "a mock can't validate cursors",
      input: ({ app }) => ({ app: app.id, cursor }),
      status: 400,
      problem: "invalid_input",
      check: assertPointer("/cursor"),
    }),
  ),
  {
    it: "rejects a cursor issued for another app",
    requires: "fixture",
    mockSkipReason: "a mock can't validate cursors",
    input: async ({ call }) => ({
      app: "basil",
      cursor: (await call("listTools", { app: "atlas", limit: 1 })).value.next_cursor,
    }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/cursor"),
  },
  {
    it: "rejects a cursor of searchApps",
    requires: "fixture",
    mockSkipReason: "a mock can't validate cursors",
    input: async ({ call }) => ({
      app: "atlas",
      cursor: (await call("searchApps", { limit: 1 })).value.next_cursor,
    }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/cursor"),
  },
  ...commonCases<"listTools">(({ app }) => ({ app: app.id })),
];

const assertFound = (
  it: string,
  send: object,
  expected: readonly string[],
  headers?: Readonly<Record<string, string>>,
): Case<"findTools"> => ({
  it,
  requires: "fixture",
  input: send,
  status: 200,
  ...(headers && { headers }),
  check: ({ value: { tools } }) =>
    assert.deepEqual(names(tools).slice(0, expected.length), expected),
});

const assertIncludes = (
  it: string,
  send: object,
  isWanted: (app: string) => boolean,
  headers?: Readonly<Record<string, string>>,
): Case<"findTools"> => ({
  it,
  requires: "fixture",
  input: send,
  status: 200,
  ...(headers && { headers }),
  check({ value: { tools } }) {
    assert.ok(tools.length > 0);
    assert.deepEqual(
      tools.filter(({ app }) => !isWanted(app)),
      [],
    );
  },
});

/** What finding tools for a task must do. */
export const findTools: CasesOf<"findTools"> = [
  {
    it: "finds a tool by its title and its app's name",
    input: ({ tool, app }) => ({ task: `${tool.title} in ${app.name}`.slice(0, 2000) }),
    status: 200,
    check({ value: { tools } }, { tool }) {
      assert.ok(names(tools).includes(tool.name), `${tool.name} is none of ${names(tools)}`);
      assert.ok(tools.length <= 10);
      assert.deepEqual(
        tools.map(({ score }) => score),
        tools.map(({ score }) => score).toSorted((a, b) => b - a),
      );
      for (const { why } of tools) assert.ok(why.length > 0);
    },
  },
  {
    it: "returns the same summary as listTools",
    input: ({ tool, app }) => ({
      task: `${tool.title} in ${app.name}`.slice(0, 2000),
      apps: [app.id],
      limit: 50,
    }),
    status: 200,
    check({ value: { tools } }, { tool }) {
      const { score: _, why: __, ...summary } = tools.find(({ name }) => name === tool.name)!;
      assert.deepEqual(summary, tool);
    },
  },
  assertFound("ranks the matching tool first", { task: "create an issue in Atlas" }, [
    "atlas.create_issue",
  ]),
  assertFound(
    "finds a tool whose app needs no connection",
    { task: "what will the weather be tomorrow" },
    ["drift.get_forecast"],
  ),
  assertFound(
    "finds a tool of an app that the account added",
    { task: "water a tree in the grove" },
    ["grove.water_tree"],
  ),
  assertFound("tolerates a typo", { task: "create an isue in Atlsa" }, ["atlas.create_issue"]),
  assertIncludes(
    "searches only the requested apps",
    { task: "create a ticket or an issue", apps: ["cumulus"], limit: 50 },
    (app) => app === "cumulus",
  ),
  assertIncludes(
    "searches only connected apps",
    { task: "create something", connected: true, limit: 50 },
    (app) => app === "atlas" || app === "fjord",
  ),
  assertIncludes(
    "searches only apps that aren't connected",
    { task: "create a ticket", connected: false, limit: 50 },
    (app) => app !== "atlas" && app !== "fjord",
  ),
  assertIncludes(
    "considers that user's connections for an end user's key",
    { task: "list tickets", connected: true, limit: 50 },
    (app) => app === "cumulus",
    bearerHeader(KEYS.user),
  ),
  assertIncludes(
    "never returns an app that the key may not use",
    { task: "send a message, create an issue, list tickets", limit: 50 },
    (app) => app === "basil" || app === "grove",
    bearerHeader(KEYS.limited),
  ),
  {
    it: "finds nothing in a requested app that the key may not use",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: { task: "create an issue", apps: ["atlas"] },
    status: 200,
    output: { tools: [] },
  },
  {
    it: "finds nothing if the requested app isn't connected",
    requires: "fixture",
    input: { task: "create an issue", apps: ["basil"], connected: true },
    status: 200,
    output: { tools: [] },
  },
  {
    it: "returns no more tools than the limit",
    requires: "fixture",
    input: { task: "list", limit: 1 },
    status: 200,
    check: ({ value }) => assert.equal(value.tools.length, 1),
  },
  {
    it: "returns an empty list for a task of only punctuation",
    input: { task: "?!" },
    status: 200,
    output: { tools: [] },
  },
  {
    it: "accepts a task in any script",
    input: { task: "\u{1f3a7} 発行 مرحبا \u{202e}\0" },
    status: 200,
  },
  {
    it: "accepts a task of 2,000 multibyte characters",
    input: { task: "\u{1f3a7}".repeat(2000) },
    status: 200,
  },
  {
    it: "accepts a task of 400 words",
    input: { task: "an issue, ".repeat(200) },
    status: 200,
  },
  { it: "accepts a limit of 50", input: { task: "list", limit: 50 }, status: 200 },
  {
    it: "rejects an empty task",
    input: { task: "" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/task"),
  },
  {
    it: "rejects a missing task",
    input: {},
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/task"),
  },
  {
    it: "rejects a task of 2,001 characters",
    input: { task: "a".repeat(2001) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/task"),
  },
  {
    it: "rejects a task that isn't a string",
    input: { task: 7 },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/task"),
  },
  {
    it: "rejects a limit of 51",
    input: { task: "a", limit: 51 },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/limit"),
  },
  {
    it: "rejects a limit that is a string",
    input: { task: "a", limit: "5" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/limit"),
  },
  {
    it: "rejects an empty list of apps",
    input: { task: "a", apps: [] },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/apps"),
  },
  {
    it: "rejects more than 100 apps",
    input: { task: "a", apps: Array(101).fill("atlas") },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/apps"),
  },
  {
    it: "rejects an app ID that isn't a string",
    input: { task: "a", apps: [7] },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/apps/0"),
  },
  {
    it: "rejects an unknown app and points to it",
    mockSkipReason: "a mock has no apps",
    input: ({ app }) => ({ task: "a", apps: [app.id, "zzyzx_nothing"] }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/apps/1"),
  },
  {
    it: "rejects a connected property that is a string",
    input: { task: "a", connected: "true" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/connected"),
  },
  {
    it: "rejects an unknown parameter",
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: { task: "a", ...{ color: "red" } },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/color"),
  },
  {
    it: "rejects a body over 1 MiB",
    only: {
      protocol: "http",
      reason: "over MCP the message itself is too large, so the response has no ID",
    },
    input: () => ({ task: "a".repeat(1 << 20) }),
    status: 413,
    problem: "body_too_large",
  },
  ...commonCases<"findTools">({ task: "create something" }),
];

/** What reading a tool must do. */
export const getTool: CasesOf<"getTool"> = [
  {
    it: "returns a listed tool with a self-contained schema",
    input: ({ tool }) => ({ tool: tool.name }),
    status: 200,
    check({ value }, { tool }) {
      assert.deepEqual([value.name, value.app, value.title], [tool.name, tool.app, tool.title]);
      assert.equal(value.input_schema["type"], "object");
      createAjv().compile(value.input_schema);
    },
  },
  {
    it: "includes every schema that the input schema references",
    requires: "fixture",
    input: { tool: "atlas.create_issue" },
    status: 200,
    output: { scopes: ["issues"], auth: ["oauth2"], version: "5f1d7a84" },
    check({ value: { input_schema } }) {
      assert.deepEqual(Object.keys(input_schema["$defs"] as object).sort(), ["Issue", "Label"]);
      const takes = createAjv().compile(input_schema);
      assert.equal(takes({ title: "a", labels: [{ name: "b", parent: { name: "c" } }] }), true);
      assert.equal(takes({ title: "a", labels: [{ name: "b", parent: {} }] }), false);
    },
  },
  {
    it: "returns the annotations of a tool",
    requires: "fixture",
    input: { tool: "atlas.delete_board" },
    status: 200,
    output: {
      annotations: { read_only: false, destructive: true, idempotent: true, open_world: true },
    },
  },
  {
    it: "returns a tool that needs no connection",
    requires: "fixture",
    input: { tool: "drift.get_forecast" },
    status: 200,
    output: { auth: [], scopes: [], connection: { ready: true, count: 0 } },
  },
  {
    it: "returns a tool of an app that the account added",
    requires: "fixture",
    input: { tool: "grove.water_tree" },
    status: 200,
    output: { app: "grove", title: "Water a tree" },
  },
  {
    it: "returns a tool of an app that the key may use",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: { tool: "basil.send_message" },
    status: 200,
  },
  {
    it: "rejects a tool of an app that the key may not use",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: { tool: "atlas.create_issue" },
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "rejects a tool of an unknown app",
    input: { tool: "zzyzx_nothing.do" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "rejects an unknown tool of a known app",
    input: ({ app }) => ({ tool: `${app.id}.zzyzx_nothing` }),
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "rejects a tool name without an app",
    input: { tool: "create_issue" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "rejects a tool name that starts with a dot",
    input: { tool: ".a" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "rejects an unknown name in any script",
    input: { tool: "水.\u{1f3a7}\0" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "rejects a name of 101 characters",
    input: { tool: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/tool"),
  },
  {
    it: "rejects an unknown parameter",
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: ({ tool }) => ({ tool: tool.name, ...{ color: "red" } }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/color"),
  },
  ...commonCases<"getTool">(({ tool }) => ({ tool: tool.name })),
];
