import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { callApi } from "./actions.ts";
import { commonCases } from "./every-operation.ts";
import { assertPointer } from "./requests.ts";
import { createTestEvent, MOCK_STORES_NOTHING, UNKNOWN_EVENT } from "./trigger-cases.ts";

/** Required behavior of `deleteEvent`. */
export const deleteEvent: CasesOf<"deleteEvent"> = [
  {
    it: "deletes an event, and its key stays",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: (context) => createTestEvent(context),
    status: 200,
    output: { deleted: true },
    async check({ value: { event } }, context) {
      assert.equal((await callApi(context, "GET", `/events/${event}`)).status, 404);
      assert.equal((await callApi(context, "DELETE", `/events/${event}`)).status, 404);
    },
  },
  {
    it: "hides the account's event from an end user's key",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    headers: bearerHeader(KEYS.user),
    input: (context) => createTestEvent(context),
    status: 404,
    problem: "event_not_found",
  },
  {
    it: "rejects an unknown event",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: UNKNOWN_EVENT,
    status: 404,
    problem: "event_not_found",
  },
  {
    it: "rejects an ID of 101 characters",
    input: { event: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/event"),
  },
  ...commonCases<"deleteEvent">((context) => createTestEvent(context), {
    permission: "run",
    rejectedInput: UNKNOWN_EVENT,
    worksWithoutCatalog: true,
    skipReasons: { mockSkipReason: MOCK_STORES_NOTHING },
  }),
];
