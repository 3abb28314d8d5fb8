import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { callApi } from "./actions.ts";
import { commonCases } from "./every-operation.ts";
import { assertPointer } from "./requests.ts";
import { createTestTrigger, MOCK_STORES_NOTHING, UNKNOWN_TRIGGER } from "./trigger-cases.ts";

/** Required behavior of `replayEvents`. */
export const replayEvents: CasesOf<"replayEvents"> = [
  {
    it: "counts the failed events that it replays",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: async (context) => {
      const input = await createTestTrigger(context, { filter: "event.data.none == 1" });
      for (const id of ["1", "2"])
        await callApi(context, "POST", `/triggers/${input.trigger}/fire`, { data: { id } });
      return input;
    },
    status: 200,
    output: { count: 2 },
    async check(_, context) {
      const { status } = await callApi(context, "GET", "/events?status=acting");
      assert.equal(status, 200);
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
    input: () => ({ ...UNKNOWN_TRIGGER, ...{ after: "a".repeat(1 << 20) } }),
    status: 413,
    problem: "body_too_large",
  },
  ...commonCases<"replayEvents">(async (context) => ({ ...(await createTestTrigger(context)) }), {
    permission: "run",
    rejectedInput: { ...UNKNOWN_TRIGGER },
    worksWithoutCatalog: true,
    skipReasons: { mockSkipReason: MOCK_STORES_NOTHING },
  }),
];
