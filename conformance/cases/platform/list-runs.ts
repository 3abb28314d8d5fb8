import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { FJORD_KEY } from "../../fixtures/platform/connections.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { createConnection, runFjordTool } from "./actions.ts";
import { commonCases } from "./every-operation.ts";
import {
  assertPointer,
  EXTRA_NAMES_UNDOCUMENTED,
  MOCK_IGNORES_CURSORS,
  MOCK_RUNS_NOTHING,
  NEEDS_CONNECT_PAGE,
} from "./requests.ts";
import { assertOmits } from "./run-cases.ts";

/** Required behavior of `listRuns`. */
export const listRuns: CasesOf<"listRuns"> = [
  {
    it: "returns a page of runs, newest first",
    input: {},
    status: 200,
    check({ value: { data } }) {
      assert.ok(data.length <= 20);
      const createdTimes = data.map(({ created_at }) => created_at);
      assert.deepEqual(createdTimes, createdTimes.toSorted().reverse());
    },
  },
  {
    it: "pages through the runs of a connection",
    requires: "fixture",
    ...NEEDS_CONNECT_PAGE,
    input: async (context) => {
      const { id } = await createConnection(context);
      for (const remark of ["1", "missing", "3"])
        await runFjordTool(context, "get_remark", { id: remark }, { connection: id });
      return { connection: id, limit: 2 };
    },
    status: 200,
    async check({ value }, { call }) {
      const { connection } = value.data[0]!;
      const { value: rest } = await call("listRuns", {
        connection,
        limit: 2,
        cursor: value.next_cursor,
      });
      assert.deepEqual(
        [...value.data, ...rest.data].map(({ arguments: input }) => input["id"]),
        ["3", "missing", "1"],
      );
      assert.equal(rest.next_cursor, null);
      const { value: failures } = await call("listRuns", { connection, status: "failed" });
      assert.deepEqual(
        failures.data.map(({ arguments: input }) => input["id"]),
        ["missing"],
      );
    },
  },
  {
    it: "filters by tool",
    requires: "fixture",
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: async (context) => {
      await runFjordTool(context, "list_remarks");
      return { tool: "fjord.list_remarks" };
    },
    status: 200,
    check: ({ value: { data } }) =>
      assert.deepEqual(
        [data.length > 0, data.every(({ tool }) => tool === "fjord.list_remarks")],
        [true, true],
      ),
  },
  {
    it: "lists nothing for an app without runs",
    requires: "fixture",
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: { app: "atlas" },
    status: 200,
    output: { data: [], next_cursor: null },
  },
  {
    it: "hides the account's runs from an end user's key",
    requires: "fixture",
    headers: bearerHeader(KEYS.user),
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: async (context) => {
      await runFjordTool(context, "get_remark", { id: "1" });
      return { app: "fjord" };
    },
    status: 200,
    output: { data: [] },
  },
  {
    it: "lists nothing for an app that the key may not use",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: { app: "fjord" },
    status: 200,
    output: { data: [] },
  },
  {
    it: "returns no secrets",
    requires: "fixture",
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: async (context) => {
      await runFjordTool(context, "create_remark", { text: `my key is ${FJORD_KEY}` });
      return { limit: 100 };
    },
    status: 200,
    check: assertOmits(FJORD_KEY),
  },
  {
    it: "rejects an unknown status",
    input: { status: "done" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/status"),
  },
  {
    it: "rejects a limit of 101",
    input: { limit: 101 },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/limit"),
  },
  {
    it: "rejects a malformed cursor",
    mockSkipReason: MOCK_IGNORES_CURSORS,
    input: { cursor: "garbage" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/cursor"),
  },
  {
    it: "rejects a cursor of another filter",
    requires: "fixture",
    mockSkipReason: MOCK_IGNORES_CURSORS,
    input: async (context) => {
      for (const id of ["1", "2"]) await runFjordTool(context, "get_remark", { id });
      return {
        status: "failed",
        cursor: (await context.call("listRuns", { limit: 1 })).value.next_cursor,
      };
    },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/cursor"),
  },
  {
    it: "rejects a cursor of searchApps",
    requires: "fixture",
    mockSkipReason: MOCK_IGNORES_CURSORS,
    input: async ({ call }) => ({
      cursor: (await call("searchApps", { limit: 1 })).value.next_cursor,
    }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/cursor"),
  },
  {
    it: "rejects an unknown parameter",
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: { limit: 1, ...{ user: "42" } },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/user"),
  },
  ...commonCases<"listRuns">({}, { worksWithoutCatalog: true }),
];
