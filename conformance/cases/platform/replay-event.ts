import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { callApi } from "./actions.ts";
import { commonCases } from "./every-operation.ts";
import { assertPointer } from "./requests.ts";
import { createTestEvent, MOCK_STORES_NOTHING, UNKNOWN_EVENT } from "./trigger-cases.ts";

/** Required behavior of `replayEvent`. */
export const replayEvent: CasesOf<"replayEvent"> = [
  {
    it: "acts again on an event",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: async (context) => ({ ...(await createTestEvent(context)), actions: ["1"] }),
    status: 200,
    output: { status: "acting" },
    check: ({ value }) => assert.equal(value.actions[0]?.status, "waiting"),
  },
  {
    it: "rejects an unknown action",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    proxySkipReason: "Prism accepts the request",
    input: async (context) => ({ ...(await createTestEvent(context)), actions: ["2"] }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/actions"),
  },
  {
    it: "rejects an event whose trigger was deleted",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: async (context) => {
      const input = await createTestEvent(context);
      const { value } = await callApi(context, "GET", `/events/${input.event}`);
      await callApi(context, "DELETE", `/triggers/${value.trigger}`);
      return input;
    },
    status: 409,
    problem: "data_gone",
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
  {
    it: "rejects a body over 1 MiB",
    requires: "fixture",
    input: () => ({ ...UNKNOWN_EVENT, actions: ["a".repeat(1 << 20)] }),
    status: 413,
    problem: "body_too_large",
  },
  ...commonCases<"replayEvent">((context) => createTestEvent(context), {
    permission: "run",
    rejectedInput: UNKNOWN_EVENT,
    worksWithoutCatalog: true,
    skipReasons: { mockSkipReason: MOCK_STORES_NOTHING },
  }),
];
