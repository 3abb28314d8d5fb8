import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { callApi } from "./actions.ts";
import { commonCases } from "./every-operation.ts";
import { assertPointer } from "./requests.ts";
import { createTestTrigger, MOCK_STORES_NOTHING, UNKNOWN_TRIGGER } from "./trigger-cases.ts";

/** Required behavior of `getTrigger`. */
export const getTrigger: CasesOf<"getTrigger"> = [
  {
    it: "returns a trigger without secrets",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: (context) =>
      createTestTrigger(context, { watch: { kind: "schedule", every: 3600 }, order: "serial" }),
    status: 200,
    output: { status: "active", order: "serial", max_per_minute: 60, user: null, app: null },
    async check({ value }, context) {
      assert.deepEqual(value.watch, { kind: "schedule", every: 3600 });
      const { value: listed } = await callApi(context, "GET", "/triggers?kind=schedule");
      assert.equal(listed.data[0].id, value.id);
    },
  },
  {
    it: "hides the account's trigger from an end user's key",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    headers: bearerHeader(KEYS.user),
    input: async (context) => ({ ...(await createTestTrigger(context)) }),
    status: 404,
    problem: "trigger_not_found",
  },
  {
    it: "rejects an unknown trigger",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: { ...UNKNOWN_TRIGGER },
    status: 404,
    problem: "trigger_not_found",
  },
  {
    it: "rejects an ID of 101 characters",
    input: { trigger: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/trigger"),
  },
  ...commonCases<"getTrigger">(async (context) => ({ ...(await createTestTrigger(context)) }), {
    permission: "read",
    rejectedInput: { ...UNKNOWN_TRIGGER },
    worksWithoutCatalog: true,
    skipReasons: { mockSkipReason: MOCK_STORES_NOTHING },
  }),
];
