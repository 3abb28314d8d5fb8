import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { commonCases } from "./every-operation.ts";
import { assertPointer, MOCK_IGNORES_CURSORS } from "./requests.ts";
import { createTestTrigger, MOCK_STORES_NOTHING } from "./trigger-cases.ts";

/** Required behavior of `listTriggers`. */
export const listTriggers: CasesOf<"listTriggers"> = [
  {
    it: "pages through the triggers of an end user, newest first",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: async (context) => {
      const user = crypto.randomUUID();
      for (const name of ["a", "b", "c"]) await createTestTrigger(context, { name, user });
      return { user, limit: 2 };
    },
    status: 200,
    async check({ value }, { call }) {
      const { user } = value.data[0]!;
      const { value: rest } = await call("listTriggers", {
        user,
        limit: 2,
        cursor: value.next_cursor,
      });
      const names = [...value.data, ...rest.data].map(({ name }) => name);
      assert.deepEqual([names.toSorted(), rest.next_cursor], [["a", "b", "c"], null]);
    },
  },
  {
    it: "filters by kind and status",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: async (context) => {
      await createTestTrigger(context, { watch: { kind: "platform", types: ["run.failed"] } });
      return { kind: "platform", status: "active" };
    },
    status: 200,
    check: ({ value: { data } }) =>
      assert.ok(data.length > 0 && data.every(({ watch }) => watch.kind === "platform")),
  },
  {
    it: "hides the account's triggers from an end user's key",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    headers: bearerHeader(KEYS.user),
    input: async (context) => {
      await createTestTrigger(context);
      return {};
    },
    status: 200,
    check: ({ value: { data } }) => assert.ok(data.every(({ user }) => user === "42")),
  },
  {
    it: "rejects an unknown kind",
    input: { kind: "moon" } as never,
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/kind"),
  },
  {
    it: "rejects a malformed cursor",
    mockSkipReason: MOCK_IGNORES_CURSORS,
    input: { cursor: "garbage" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/cursor"),
  },
  ...commonCases<"listTriggers">({}, { worksWithoutCatalog: true }),
];
