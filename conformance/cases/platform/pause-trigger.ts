import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { callApi } from "./actions.ts";
import { commonCases } from "./every-operation.ts";
import { assertPointer } from "./requests.ts";
import { createTestTrigger, MOCK_STORES_NOTHING, UNKNOWN_TRIGGER } from "./trigger-cases.ts";

/** Required behavior of `pauseTrigger`. */
export const pauseTrigger: CasesOf<"pauseTrigger"> = [
  {
    it: "pauses a trigger",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: (context) => createTestTrigger(context, { watch: { kind: "schedule", every: 60 } }),
    status: 200,
    output: { status: "paused" },
    async check({ value }, context) {
      assert.deepEqual([value.status_reason?.code, value.next_at], ["by_hand", undefined]);
      const { value: again } = await callApi(context, "POST", `/triggers/${value.id}/pause`, {});
      assert.equal(again.status, "paused");
    },
  },
  {
    it: "cancels the actions that wait",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: async (context) => {
      const input = await createTestTrigger(context);
      await callApi(context, "POST", `/triggers/${input.trigger}/fire`, { data: { id: "1" } });
      return { ...input, drop: true };
    },
    status: 200,
    async check({ value: { id } }, context) {
      const { value } = await callApi(context, "GET", `/events?trigger=${id}`);
      assert.deepEqual(
        [value.data[0].status, value.data[0].actions[0].status],
        ["canceled", "canceled"],
      );
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
  {
    it: "rejects a body over 1 MiB",
    requires: "fixture",
    input: () => ({ ...UNKNOWN_TRIGGER, ...{ drop: "a".repeat(1 << 20) as never } }),
    status: 413,
    problem: "body_too_large",
  },
  ...commonCases<"pauseTrigger">(async (context) => ({ ...(await createTestTrigger(context)) }), {
    permission: "run",
    rejectedInput: { ...UNKNOWN_TRIGGER },
    worksWithoutCatalog: true,
    skipReasons: { mockSkipReason: MOCK_STORES_NOTHING },
  }),
];
