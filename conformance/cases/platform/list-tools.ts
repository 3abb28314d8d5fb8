import assert from "node:assert/strict";
import type { Case, CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { commonCases } from "./every-operation.ts";
import {
  assertPointer,
  BAD_CURSORS,
  EXTRA_NAMES_UNDOCUMENTED,
  MOCK_IGNORES_CURSORS,
} from "./requests.ts";

const names = (tools: readonly { readonly name: string }[]): string[] =>
  tools.map(({ name }) => name);

/** Required behavior of `listTools`. */
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
            "labels (object[]): Members: name (required), parent.",
            "parent (object): Members: title, labels.",
          ],
          annotations: {
            read_only: false,
            destructive: false,
            idempotent: false,
            open_world: true,
          },
          http: { method: "POST", path: "/issues" },
          source: "fixtures@1.0.0 atlas.json",
          check: {
            level: "matches_client",
            client: { name: "@atlas/client", version: "4.1.0" },
          },
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
    check({ value }) {
      const { hint, ...connection } = value.data[0]!.connection;
      assert.deepEqual(connection, { ready: false, count: 0 });
      assert.match(hint!, /^Connect Basil Mail with connect_app/);
    },
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
      mockSkipReason: MOCK_IGNORES_CURSORS,
      input: ({ app }) => ({ app: app.id, cursor }),
      status: 400,
      problem: "invalid_input",
      check: assertPointer("/cursor"),
    }),
  ),
  {
    it: "rejects a cursor issued for another app",
    requires: "fixture",
    mockSkipReason: MOCK_IGNORES_CURSORS,
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
    mockSkipReason: MOCK_IGNORES_CURSORS,
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
