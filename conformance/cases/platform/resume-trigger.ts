import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { callApi } from "./actions.ts";
import { commonCases } from "./every-operation.ts";
import { assertPointer } from "./requests.ts";
import { createTestTrigger, MOCK_STORES_NOTHING, UNKNOWN_TRIGGER } from "./trigger-cases.ts";

/** Required behavior of `resumeTrigger`. */
export const resumeTrigger: CasesOf<"resumeTrigger"> = [
  {
    it: "resumes a paused schedule",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: async (context) => {
      const input = await createTestTrigger(context, { watch: { kind: "schedule", every: 60 } });
      await callApi(context, "POST", `/triggers/${input.trigger}/pause`, {});
      return input;
    },
    status: 200,
    output: { status: "active" },
    check: ({ value }) => assert.ok(value.next_at),
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
  ...commonCases<"resumeTrigger">(async (context) => ({ ...(await createTestTrigger(context)) }), {
    permission: "run",
    rejectedInput: { ...UNKNOWN_TRIGGER },
    worksWithoutCatalog: true,
    skipReasons: { mockSkipReason: MOCK_STORES_NOTHING },
  }),
];
