import assert from "node:assert/strict";
import { createAjv } from "../../callers/schemas.ts";
import type { Case, CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { assertPointer, BAD_CURSORS } from "./apps.ts";
import { commonCases } from "./every-operation.ts";

const EXTRA_NAMES_UNDOCUMENTED = "the document can't say that other names are refused";

const names = (tools: readonly { readonly name: string }[]): string[] =>
  tools.map(({ name }) => name);

/** What listing an app's tools must do. */
export const listTools: CasesOf<"listTools"> = [
  {
    it: "lists an app's tools by name, and says how many there are",
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
    it: "gives all tools in pages, each once",
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
    it: "gives twenty where no limit is said",
    requires: "fixture",
    input: { app: "atlas" },
    status: 200,
    check: ({ value }) => assert.equal(value.data.length, 20),
  },
  {
    it: "says of a tool what lists say",
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
    it: "lists the tools of an app that needs no connection as ready",
    requires: "fixture",
    input: { app: "drift" },
    status: 200,
    check: ({ value }) => assert.deepEqual(value.data[0]!.connection, { ready: true, count: 0 }),
  },
  {
    it: "lists the tools of an app that is not connected as not ready",
    requires: "fixture",
    input: { app: "basil" },
    status: 200,
    check: ({ value }) => assert.deepEqual(value.data[0]!.connection, { ready: false, count: 0 }),
  },
  {
    it: "lists no tools of a remote MCP server that was never asked",
    requires: "fixture",
    input: { app: "ember" },
    status: 200,
    output: { data: [], total: 0, next_cursor: null },
  },
  {
    it: "lists the tools of an app of the account's own",
    requires: "fixture",
    input: { app: "grove" },
    status: 200,
    output: { total: 1 },
    check: ({ value }) => assert.deepEqual(names(value.data), ["grove.water_tree"]),
  },
  {
    it: "refuses an app that the key is not for",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: { app: "atlas" },
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "knows no app of that id",
    input: { app: "zzyzx_nothing" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "refuses a limit of a hundred and one",
    input: ({ app }) => ({ app: app.id, limit: 101 }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/limit"),
  },
  {
    it: "refuses an id of 101 characters",
    input: { app: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/app"),
  },
  {
    it: "refuses an input that it does not know",
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: ({ app }) => ({ app: app.id, ...{ color: "red" } }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/color"),
  },
  ...Object.entries(BAD_CURSORS).map(
    ([which, cursor]): Case<"listTools"> => ({
      it: `refuses a cursor ${which}`,
      mockSkipReason: "a mock knows no cursors",
      input: ({ app }) => ({ app: app.id, cursor }),
      status: 400,
      problem: "invalid_input",
      check: assertPointer("/cursor"),
    }),
  ),
  {
    it: "refuses a cursor that was given for another app",
    requires: "fixture",
    mockSkipReason: "a mock knows no cursors",
    input: async ({ call }) => ({
      app: "basil",
      cursor: (await call("listTools", { app: "atlas", limit: 1 })).value.next_cursor,
    }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/cursor"),
  },
  {
    it: "refuses a cursor of the list of apps",
    requires: "fixture",
    mockSkipReason: "a mock knows no cursors",
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
    it: "says of a hit what lists say of the tool",
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
  assertFound("puts the tool that does it first", { task: "create an issue in Atlas" }, [
    "atlas.create_issue",
  ]),
  assertFound(
    "finds a tool whose app needs no connection",
    { task: "what will the weather be tomorrow" },
    ["drift.get_forecast"],
  ),
  assertFound("finds a tool of the account's own", { task: "water a tree in the grove" }, [
    "grove.water_tree",
  ]),
  assertFound("forgives a slip", { task: "create an isue in Atlsa" }, ["atlas.create_issue"]),
  assertIncludes(
    "looks in the apps that it is told alone",
    { task: "create a ticket or an issue", apps: ["cumulus"], limit: 50 },
    (app) => app === "cumulus",
  ),
  assertIncludes(
    "looks in what is connected alone",
    { task: "create something", connected: true, limit: 50 },
    (app) => app === "atlas" || app === "fjord",
  ),
  assertIncludes(
    "looks in what is not connected alone",
    { task: "create a ticket", connected: false, limit: 50 },
    (app) => app !== "atlas" && app !== "fjord",
  ),
  assertIncludes(
    "looks in an end user's connections for that user's key",
    { task: "list tickets", connected: true, limit: 50 },
    (app) => app === "cumulus",
    bearerHeader(KEYS.user),
  ),
  assertIncludes(
    "never names an app that the key is not for",
    { task: "send a message, create an issue, list tickets", limit: 50 },
    (app) => app === "basil" || app === "grove",
    bearerHeader(KEYS.limited),
  ),
  {
    it: "finds nothing in an app that the key is not for, if asked for it",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: { task: "create an issue", apps: ["atlas"] },
    status: 200,
    output: { tools: [] },
  },
  {
    it: "finds nothing in what is connected and was not asked for",
    requires: "fixture",
    input: { task: "create an issue", apps: ["basil"], connected: true },
    status: 200,
    output: { tools: [] },
  },
  {
    it: "returns at most as many tools as asked for",
    requires: "fixture",
    input: { task: "list", limit: 1 },
    status: 200,
    check: ({ value }) => assert.equal(value.tools.length, 1),
  },
  {
    it: "finds nothing, and says so, for punctuation alone",
    input: { task: "?!" },
    status: 200,
    output: { tools: [] },
  },
  {
    it: "takes a task of any script",
    input: { task: "\u{1f3a7} 発行 مرحبا \u{202e}\0" },
    status: 200,
  },
  {
    it: "takes a task of 2,000 characters, however many bytes they have",
    input: { task: "\u{1f3a7}".repeat(2000) },
    status: 200,
  },
  {
    it: "takes a task of a thousand words",
    input: { task: "an issue, ".repeat(200) },
    status: 200,
  },
  { it: "takes a limit of fifty", input: { task: "list", limit: 50 }, status: 200 },
  {
    it: "refuses an empty task",
    input: { task: "" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/task"),
  },
  {
    it: "refuses a missing task",
    input: {},
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/task"),
  },
  {
    it: "refuses a task of 2,001 characters",
    input: { task: "a".repeat(2001) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/task"),
  },
  {
    it: "refuses a task that is no text",
    input: { task: 7 },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/task"),
  },
  {
    it: "refuses a limit of fifty-one",
    input: { task: "a", limit: 51 },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/limit"),
  },
  {
    it: "refuses a limit that is a text",
    input: { task: "a", limit: "5" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/limit"),
  },
  {
    it: "refuses an empty list of apps",
    input: { task: "a", apps: [] },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/apps"),
  },
  {
    it: "refuses over a hundred apps",
    input: { task: "a", apps: Array(101).fill("atlas") },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/apps"),
  },
  {
    it: "refuses an app that is no text",
    input: { task: "a", apps: [7] },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/apps/0"),
  },
  {
    it: "refuses an app that there is not, and says which",
    mockSkipReason: "a mock knows no apps",
    input: ({ app }) => ({ task: "a", apps: [app.id, "zzyzx_nothing"] }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/apps/1"),
  },
  {
    it: "refuses a connected that is a text",
    input: { task: "a", connected: "true" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/connected"),
  },
  {
    it: "refuses an input that it does not know",
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: { task: "a", ...{ color: "red" } },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/color"),
  },
  {
    it: "refuses a body of over one MiB",
    only: {
      protocol: "http",
      reason: "over MCP it is the message that is too large, which has no id then",
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
    it: "reads a tool that is listed, with a schema that is complete in itself",
    input: ({ tool }) => ({ tool: tool.name }),
    status: 200,
    check({ value }, { tool }) {
      assert.deepEqual([value.name, value.app, value.title], [tool.name, tool.app, tool.title]);
      assert.equal(value.input_schema["type"], "object");
      createAjv().compile(value.input_schema);
    },
  },
  {
    it: "carries the schemas that an input refers to, and those that they do",
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
    it: "says what running it may do",
    requires: "fixture",
    input: { tool: "atlas.delete_board" },
    status: 200,
    output: {
      annotations: { read_only: false, destructive: true, idempotent: true, open_world: true },
    },
  },
  {
    it: "reads a tool that needs no connection",
    requires: "fixture",
    input: { tool: "drift.get_forecast" },
    status: 200,
    output: { auth: [], scopes: [], connection: { ready: true, count: 0 } },
  },
  {
    it: "reads a tool of the account's own",
    requires: "fixture",
    input: { tool: "grove.water_tree" },
    status: 200,
    output: { app: "grove", title: "Water a tree" },
  },
  {
    it: "reads a tool of an app that the key is for",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: { tool: "basil.send_message" },
    status: 200,
  },
  {
    it: "refuses a tool of an app that the key is not for",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: { tool: "atlas.create_issue" },
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "knows no tool of an app that there is not",
    input: { tool: "zzyzx_nothing.do" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "knows no such tool of an app",
    input: ({ app }) => ({ tool: `${app.id}.zzyzx_nothing` }),
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "knows no tool without an app",
    input: { tool: "create_issue" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "knows no tool that is a dot",
    input: { tool: ".a" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "knows no tool of any script",
    input: { tool: "水.\u{1f3a7}\0" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "refuses a name of 101 characters",
    input: { tool: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/tool"),
  },
  {
    it: "refuses an input that it does not know",
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: ({ tool }) => ({ tool: tool.name, ...{ color: "red" } }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/color"),
  },
  ...commonCases<"getTool">(({ tool }) => ({ tool: tool.name })),
];
