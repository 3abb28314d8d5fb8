import assert from "node:assert/strict";
import type { Case, CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { createConnectLink, newEndUser } from "./actions.ts";
import { commonCases } from "./every-operation.ts";
import {
  assertPointer,
  BAD_CURSORS,
  EXTRA_NAMES_UNDOCUMENTED,
  MOCK_HAS_NO_CONNECTIONS,
  MOCK_IGNORES_CURSORS,
} from "./requests.ts";
import type { Connection } from "./run-cases.ts";
import { assertNoSecret } from "./run-cases.ts";

const ids = ({ data }: { readonly data: readonly Connection[] }): string[] =>
  data.map(({ id }) => id);

const listCase = (
  it: string,
  input: object,
  expected: readonly string[],
  headers?: Readonly<Record<string, string>>,
): Case<"listConnections"> => ({
  it,
  requires: "fixture",
  input,
  status: 200,
  ...(headers && { headers }),
  check: ({ value }) => assert.deepEqual(ids(value).sort(), [...expected].sort()),
});

/** Required behavior of `listConnections`. */
export const listConnections: CasesOf<"listConnections"> = [
  {
    it: "returns a page of connections and their total",
    input: {},
    status: 200,
    check({ value: { data, total, next_cursor } }) {
      assert.ok(data.length <= 20);
      assert.equal(next_cursor === null, data.length === total);
    },
  },
  listCase("filters by app", { app: "atlas" }, ["conn_atlas_work", "conn_atlas_home"]),
  listCase("filters by status", { app: "cumulus", status: "expired" }, ["conn_cumulus_old"]),
  listCase("filters by end user", { app: "cumulus", user: "42" }, ["conn_cumulus_42"]),
  listCase(
    "lists only that user's connections for an end user's key",
    { app: "cumulus" },
    ["conn_cumulus_42"],
    bearerHeader(KEYS.user),
  ),
  listCase(
    "hides another user's connections from an end user's key",
    { user: "43" },
    [],
    bearerHeader(KEYS.user),
  ),
  listCase(
    "lists nothing for an app that the key may not use",
    { app: "atlas" },
    [],
    bearerHeader(KEYS.limited),
  ),
  listCase("lists nothing for an unknown app", { app: "zzyzx_nothing" }, []),
  {
    it: "lists the newest first",
    requires: "fixture",
    mockSkipReason: MOCK_HAS_NO_CONNECTIONS,
    input: async (context) => {
      const user = newEndUser();
      await createConnectLink(context, "basil", { user, label: "first" });
      await new Promise((resolve) => setTimeout(resolve, 5));
      await createConnectLink(context, "fjord", { user, label: "second" });
      return { user, status: "pending" };
    },
    status: 200,
    check: ({ value }) =>
      assert.deepEqual(
        value.data.map(({ label }) => label),
        ["second", "first"],
      ),
  },
  {
    it: "leaves out pending connections by default",
    requires: "fixture",
    mockSkipReason: MOCK_HAS_NO_CONNECTIONS,
    input: async (context) => {
      const user = newEndUser();
      await createConnectLink(context, "basil", { user });
      return { user };
    },
    status: 200,
    output: { data: [], total: 0 },
  },
  {
    it: "pages through the whole list",
    requires: "fixture",
    mockSkipReason: MOCK_HAS_NO_CONNECTIONS,
    input: { app: "atlas", limit: 1 },
    status: 200,
    async check({ value }, { call }) {
      const { value: next } = await call("listConnections", {
        app: "atlas",
        limit: 1,
        cursor: value.next_cursor,
      });
      assert.deepEqual([...ids(value), ...ids(next)].sort(), [
        "conn_atlas_home",
        "conn_atlas_work",
      ]);
      assert.equal(next.next_cursor, null);
    },
  },
  {
    it: "returns no secrets",
    requires: "fixture",
    input: { limit: 100 },
    status: 200,
    check: assertNoSecret,
  },
  {
    it: "returns a reconnect link for an expired connection",
    requires: "fixture",
    input: { status: "expired" },
    status: 200,
    check: ({ value }) => assert.match(value.data[0]!.reconnect_url!, /\/connect\/cl_/),
  },
  {
    it: "returns no link to a key without the connect permission",
    requires: "fixture",
    headers: bearerHeader(KEYS.reader),
    input: { status: "expired" },
    status: 200,
    check: ({ value }) =>
      assert.ok(value.data.every(({ reconnect_url }) => reconnect_url === undefined)),
  },
  {
    it: "rejects an unknown status",
    input: { status: "broken" },
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
    it: "rejects an unknown parameter",
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: { limit: 1, ...{ color: "red" } },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/color"),
  },
  ...Object.entries(BAD_CURSORS).map(
    ([which, cursor]) =>
      ({
        it: `rejects a cursor ${which}`,
        mockSkipReason: MOCK_IGNORES_CURSORS,
        input: { cursor },
        status: 400,
        problem: "invalid_input",
        check: assertPointer("/cursor"),
      }) as const,
  ),
  {
    it: "rejects a cursor issued for another app",
    requires: "fixture",
    mockSkipReason: MOCK_IGNORES_CURSORS,
    input: async ({ call }) => ({
      app: "fjord",
      cursor: (await call("listConnections", { app: "atlas", limit: 1 })).value.next_cursor,
    }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/cursor"),
  },
  ...commonCases<"listConnections">({}, { worksWithoutCatalog: true }),
];
