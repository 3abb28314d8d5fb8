import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { callApi } from "./actions.ts";
import { commonCases } from "./every-operation.ts";
import { assertPointer, MOCK_IGNORES_CURSORS } from "./requests.ts";
import { createTestEvent, createTestTrigger, MOCK_STORES_NOTHING } from "./trigger-cases.ts";

/** Required behavior of `listEvents`. */
export const listEvents: CasesOf<"listEvents"> = [
  {
    it: "pages through the events of a trigger without their data",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: async (context) => {
      const { trigger } = await createTestTrigger(context);
      for (const id of ["1", "2", "3"])
        await callApi(context, "POST", `/triggers/${trigger}/fire`, { data: { id }, id });
      return { trigger, limit: 2 };
    },
    status: 200,
    async check({ value }, { call }) {
      const { trigger } = value.data[0]!;
      const { value: rest } = await call("listEvents", {
        trigger,
        limit: 2,
        cursor: value.next_cursor,
      });
      const all = [...value.data, ...rest.data];
      assert.deepEqual(all.map(({ key }) => key).toSorted(), ["1", "2", "3"]);
      assert.ok(all.every((event) => !("data" in event)));
    },
  },
  {
    it: "filters by time, type and status",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: async (context) => {
      await createTestEvent(context);
      return {
        type: "event",
        status: "acting",
        after: new Date(Date.now() - 60_000).toISOString(),
        before: new Date(Date.now() + 60_000).toISOString(),
      };
    },
    status: 200,
    async check({ value: { data } }, { call }) {
      assert.ok(data.length > 0 && data.every(({ type }) => type === "event"));
      const { value: later } = await call("listEvents", {
        after: new Date(Date.now() + 60_000).toISOString(),
      });
      assert.deepEqual(later.data, []);
    },
  },
  {
    it: "hides the account's events from an end user's key",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    headers: bearerHeader(KEYS.user),
    input: async (context) => {
      await createTestEvent(context);
      return {};
    },
    status: 200,
    check: ({ value: { data } }) => assert.ok(data.every(({ user }) => user === "42")),
  },
  {
    it: "rejects an unknown status",
    input: { status: "lost" } as never,
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/status"),
  },
  {
    it: "rejects a malformed cursor",
    mockSkipReason: MOCK_IGNORES_CURSORS,
    input: { cursor: "garbage" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/cursor"),
  },
  ...commonCases<"listEvents">({}, { worksWithoutCatalog: true }),
];
