import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { callApi } from "./actions.ts";
import { commonCases } from "./every-operation.ts";
import { assertPointer } from "./requests.ts";
import { createTestTrigger, MOCK_STORES_NOTHING, UNKNOWN_TRIGGER } from "./trigger-cases.ts";

/** Required behavior of `deleteTrigger`. */
export const deleteTrigger: CasesOf<"deleteTrigger"> = [
  {
    it: "deletes a trigger",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: createTestTrigger,
    status: 200,
    output: { deleted: true },
    async check({ value: { trigger } }, context) {
      assert.equal((await callApi(context, "GET", `/triggers/${trigger}`)).status, 404);
      assert.equal((await callApi(context, "DELETE", `/triggers/${trigger}`)).status, 404);
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
  ...commonCases<"deleteTrigger">(async (context) => ({ ...(await createTestTrigger(context)) }), {
    permission: "run",
    rejectedInput: { ...UNKNOWN_TRIGGER },
    worksWithoutCatalog: true,
    skipReasons: { mockSkipReason: MOCK_STORES_NOTHING },
  }),
];
