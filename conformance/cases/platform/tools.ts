import assert from "node:assert/strict";
import { newAjv } from "../../callers/schemas.ts";
import type { Case, CasesOf } from "../../case.ts";
import { bearer, KEYS } from "../../rig/platform/keys.ts";
import { BAD_CURSORS, pointsAt } from "./apps.ts";
import { everyOperation } from "./every-operation.ts";

const LEAVES_OUT = "the document can't say that other names are refused";

const names = (tools: readonly { readonly name: string }[]): string[] =>
  tools.map(({ name }) => name);

/** What listing an app's tools must do. */
export const listTools: CasesOf<"listTools"> = [
  {
    it: "lists an app's tools by name, and says how many there are",
    send: ({ app }) => ({ app: app.id, limit: 100 }),
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
    needs: "rig",
    send: { app: "atlas", limit: 10 },
    status: 200,
    answer: { total: 25 },
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
    needs: "rig",
    send: { app: "atlas" },
    status: 200,
    check: ({ value }) => assert.equal(value.data.length, 20),
  },
  {
    it: "says of a tool what lists say",
    needs: "rig",
    send: { app: "atlas", limit: 100 },
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
          source: "rig@1.0.0 atlas.json",
          connection: { ready: true, count: 2 },
        },
      );
    },
  },
  {
    it: "lists the tools of an app that needs no connection as ready",
    needs: "rig",
    send: { app: "drift" },
    status: 200,
    check: ({ value }) => assert.deepEqual(value.data[0]!.connection, { ready: true, count: 0 }),
  },
  {
    it: "lists the tools of an app that is not connected as not ready",
    needs: "rig",
    send: { app: "basil" },
    status: 200,
    check: ({ value }) => assert.deepEqual(value.data[0]!.connection, { ready: false, count: 0 }),
  },
  {
    it: "lists no tools of a remote MCP server that was never asked",
    needs: "rig",
    send: { app: "ember" },
    status: 200,
    answer: { data: [], total: 0, next_cursor: null },
  },
  {
    it: "lists the tools of an app of the account's own",
    needs: "rig",
    send: { app: "grove" },
    status: 200,
    answer: { total: 1 },
    check: ({ value }) => assert.deepEqual(names(value.data), ["grove.water_tree"]),
  },
  {
    it: "refuses an app that the key is not for",
    needs: "rig",
    headers: bearer(KEYS.limited),
    send: { app: "atlas" },
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "knows no app of that id",
    send: { app: "zzyzx_nothing" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "refuses a limit of a hundred and one",
    send: ({ app }) => ({ app: app.id, limit: 101 }),
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/limit"),
  },
  {
    it: "refuses an id of 101 characters",
    send: { app: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/app"),
  },
  {
    it: "refuses an input that it does not know",
    undocumented: LEAVES_OUT,
    send: ({ app }) => ({ app: app.id, ...{ colour: "red" } }),
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/colour"),
  },
  ...Object.entries(BAD_CURSORS).map(
    ([which, cursor]): Case<"listTools"> => ({
      it: `refuses a cursor ${which}`,
      undocumented: "a mock knows no cursors",
      send: ({ app }) => ({ app: app.id, cursor }),
      status: 400,
      problem: "invalid_input",
      check: pointsAt("/cursor"),
    }),
  ),
  {
    it: "refuses a cursor that was given for another app",
    needs: "rig",
    undocumented: "a mock knows no cursors",
    send: async ({ call }) => ({
      app: "basil",
      cursor: (await call("listTools", { app: "atlas", limit: 1 })).value.next_cursor,
    }),
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/cursor"),
  },
  {
    it: "refuses a cursor of the list of apps",
    needs: "rig",
    undocumented: "a mock knows no cursors",
    send: async ({ call }) => ({
      app: "atlas",
      cursor: (await call("searchApps", { limit: 1 })).value.next_cursor,
    }),
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/cursor"),
  },
  ...everyOperation<"listTools">(({ app }) => ({ app: app.id })),
];

const found = (
  it: string,
  send: object,
  expected: readonly string[],
  headers?: Readonly<Record<string, string>>,
): Case<"findTools"> => ({
  it,
  needs: "rig",
  send,
  status: 200,
  ...(headers && { headers }),
  check: ({ value: { tools } }) =>
    assert.deepEqual(names(tools).slice(0, expected.length), expected),
});

const among = (
  it: string,
  send: object,
  isWanted: (app: string) => boolean,
  headers?: Readonly<Record<string, string>>,
): Case<"findTools"> => ({
  it,
  needs: "rig",
  send,
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
    send: ({ tool, app }) => ({ task: `${tool.title} in ${app.name}`.slice(0, 2000) }),
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
    send: ({ tool, app }) => ({
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
  found("puts the tool that does it first", { task: "create an issue in Atlas" }, [
    "atlas.create_issue",
  ]),
  found(
    "finds a tool whose app needs no connection",
    { task: "what will the weather be tomorrow" },
    ["drift.get_forecast"],
  ),
  found("finds a tool of the account's own", { task: "water a tree in the grove" }, [
    "grove.water_tree",
  ]),
  found("forgives a slip", { task: "create an isue in Atlsa" }, ["atlas.create_issue"]),
  among(
    "looks in the apps that it is told alone",
    { task: "create a ticket or an issue", apps: ["cumulus"], limit: 50 },
    (app) => app === "cumulus",
  ),
  among(
    "looks in what is connected alone",
    { task: "create something", connected: true, limit: 50 },
    (app) => app === "atlas" || app === "fjord",
  ),
  among(
    "looks in what is not connected alone",
    { task: "create a ticket", connected: false, limit: 50 },
    (app) => app !== "atlas" && app !== "fjord",
  ),
  among(
    "looks in an end user's connections for that user's key",
    { task: "list tickets", connected: true, limit: 50 },
    (app) => app === "cumulus",
    bearer(KEYS.user),
  ),
  among(
    "never names an app that the key is not for",
    { task: "send a message, create an issue, list tickets", limit: 50 },
    (app) => app === "basil" || app === "grove",
    bearer(KEYS.limited),
  ),
  {
    it: "finds nothing in an app that the key is not for, if asked for it",
    needs: "rig",
    headers: bearer(KEYS.limited),
    send: { task: "create an issue", apps: ["atlas"] },
    status: 200,
    answer: { tools: [] },
  },
  {
    it: "finds nothing in what is connected and was not asked for",
    needs: "rig",
    send: { task: "create an issue", apps: ["basil"], connected: true },
    status: 200,
    answer: { tools: [] },
  },
  {
    it: "returns at most as many tools as asked for",
    needs: "rig",
    send: { task: "list", limit: 1 },
    status: 200,
    check: ({ value }) => assert.equal(value.tools.length, 1),
  },
  {
    it: "finds nothing, and says so, for punctuation alone",
    send: { task: "?!" },
    status: 200,
    answer: { tools: [] },
  },
  {
    it: "takes a task of any script",
    send: { task: "\u{1f3a7} 発行 مرحبا \u{202e}\0" },
    status: 200,
  },
  {
    it: "takes a task of 2,000 characters, however many bytes they have",
    send: { task: "\u{1f3a7}".repeat(2000) },
    status: 200,
  },
  { it: "takes a task of a thousand words", send: { task: "an issue, ".repeat(200) }, status: 200 },
  { it: "takes a limit of fifty", send: { task: "list", limit: 50 }, status: 200 },
  {
    it: "refuses an empty task",
    send: { task: "" },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/task"),
  },
  {
    it: "refuses a missing task",
    send: {},
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/task"),
  },
  {
    it: "refuses a task of 2,001 characters",
    send: { task: "a".repeat(2001) },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/task"),
  },
  {
    it: "refuses a task that is no text",
    send: { task: 7 },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/task"),
  },
  {
    it: "refuses a limit of fifty-one",
    send: { task: "a", limit: 51 },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/limit"),
  },
  {
    it: "refuses a limit that is a text",
    send: { task: "a", limit: "5" },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/limit"),
  },
  {
    it: "refuses an empty list of apps",
    send: { task: "a", apps: [] },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/apps"),
  },
  {
    it: "refuses over a hundred apps",
    send: { task: "a", apps: Array(101).fill("atlas") },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/apps"),
  },
  {
    it: "refuses an app that is no text",
    send: { task: "a", apps: [7] },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/apps/0"),
  },
  {
    it: "refuses an app that there is not, and says which",
    undocumented: "a mock knows no apps",
    send: ({ app }) => ({ task: "a", apps: [app.id, "zzyzx_nothing"] }),
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/apps/1"),
  },
  {
    it: "refuses a connected that is a text",
    send: { task: "a", connected: "true" },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/connected"),
  },
  {
    it: "refuses an input that it does not know",
    undocumented: LEAVES_OUT,
    send: { task: "a", ...{ colour: "red" } },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/colour"),
  },
  {
    it: "refuses a body of over one MiB",
    only: {
      caller: "http",
      because: "over MCP it is the message that is too large, which has no id then",
    },
    send: () => ({ task: "a".repeat(1 << 20) }),
    status: 413,
    problem: "body_too_large",
  },
  ...everyOperation<"findTools">({ task: "create something" }),
];

/** What reading a tool must do. */
export const getTool: CasesOf<"getTool"> = [
  {
    it: "reads a tool that is listed, with a schema that is complete in itself",
    send: ({ tool }) => ({ tool: tool.name }),
    status: 200,
    check({ value }, { tool }) {
      assert.deepEqual([value.name, value.app, value.title], [tool.name, tool.app, tool.title]);
      assert.equal(value.input_schema["type"], "object");
      newAjv().compile(value.input_schema);
    },
  },
  {
    it: "carries the schemas that an input refers to, and those that they do",
    needs: "rig",
    send: { tool: "atlas.create_issue" },
    status: 200,
    answer: { scopes: ["issues"], auth: ["oauth2"], version: "5f1d7a84" },
    check({ value: { input_schema } }) {
      assert.deepEqual(Object.keys(input_schema["$defs"] as object).sort(), ["Issue", "Label"]);
      const takes = newAjv().compile(input_schema);
      assert.equal(takes({ title: "a", labels: [{ name: "b", parent: { name: "c" } }] }), true);
      assert.equal(takes({ title: "a", labels: [{ name: "b", parent: {} }] }), false);
    },
  },
  {
    it: "says what running it may do",
    needs: "rig",
    send: { tool: "atlas.delete_board" },
    status: 200,
    answer: {
      annotations: { read_only: false, destructive: true, idempotent: true, open_world: true },
    },
  },
  {
    it: "reads a tool that needs no connection",
    needs: "rig",
    send: { tool: "drift.get_forecast" },
    status: 200,
    answer: { auth: [], scopes: [], connection: { ready: true, count: 0 } },
  },
  {
    it: "reads a tool of the account's own",
    needs: "rig",
    send: { tool: "grove.water_tree" },
    status: 200,
    answer: { app: "grove", title: "Water a tree" },
  },
  {
    it: "reads a tool of an app that the key is for",
    needs: "rig",
    headers: bearer(KEYS.limited),
    send: { tool: "basil.send_message" },
    status: 200,
  },
  {
    it: "refuses a tool of an app that the key is not for",
    needs: "rig",
    headers: bearer(KEYS.limited),
    send: { tool: "atlas.create_issue" },
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "knows no tool of an app that there is not",
    send: { tool: "zzyzx_nothing.do" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "knows no such tool of an app",
    send: ({ app }) => ({ tool: `${app.id}.zzyzx_nothing` }),
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "knows no tool without an app",
    send: { tool: "create_issue" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "knows no tool that is a dot",
    send: { tool: ".a" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "knows no tool of any script",
    send: { tool: "水.\u{1f3a7}\0" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "refuses a name of 101 characters",
    send: { tool: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/tool"),
  },
  {
    it: "refuses an input that it does not know",
    undocumented: LEAVES_OUT,
    send: ({ tool }) => ({ tool: tool.name, ...{ colour: "red" } }),
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/colour"),
  },
  ...everyOperation<"getTool">(({ tool }) => ({ tool: tool.name })),
];
