import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { callApi } from "./actions.ts";
import { commonCases } from "./every-operation.ts";
import { assertPointer } from "./requests.ts";
import { createTestTrigger, MOCK_STORES_NOTHING, UNKNOWN_TRIGGER } from "./trigger-cases.ts";

/** Required behavior of `fireTrigger`. */
export const fireTrigger: CasesOf<"fireTrigger"> = [
  {
    it: "accepts an event",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: async (context) => ({ ...(await createTestTrigger(context)), data: { id: "1" } }),
    status: 200,
    output: { dry_run: false, duplicates: [] },
    async check({ value: { events } }, context) {
      const [event] = events;
      assert.deepEqual([event?.type, event?.test, event?.verified], ["event", true, true]);
      const { value } = await callApi(context, "GET", `/events/${event?.id}`);
      assert.deepEqual(value.data, { id: "1" });
    },
  },
  {
    it: "accepts a key once",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: async (context) => {
      const input = { ...(await createTestTrigger(context)), data: { id: "1" }, id: "remark-1" };
      await callApi(context, "POST", `/triggers/${input.trigger}/fire`, {
        data: input.data,
        id: input.id,
      });
      return input;
    },
    status: 200,
    output: { events: [] },
    check: ({ value }) => assert.match(value.duplicates[0]!, /^evt_/),
  },
  {
    it: "shows what would happen in a dry run",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: async (context) => ({
      ...(await createTestTrigger(context, { filter: "event.data.id == \x271\x27" })),
      data: { id: "1" },
      dry_run: true,
    }),
    status: 200,
    output: { dry_run: true, events: [], filter: "passes" },
    check: ({ value }) =>
      assert.deepEqual(value.actions, [
        { id: "1", outcome: "act", tool: "fjord.get_remark", arguments: { id: "1" } },
      ]),
  },
  {
    it: "rejects a trigger without an event to repeat",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    proxySkipReason: "Prism accepts the request",
    input: createTestTrigger,
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/data"),
  },
  {
    it: "hides the account's trigger from an end user's key",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    headers: bearerHeader(KEYS.user),
    input: async (context) => ({ ...(await createTestTrigger(context)), data: { id: "1" } }),
    status: 404,
    problem: "trigger_not_found",
  },
  {
    it: "rejects an unknown trigger",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: { ...UNKNOWN_TRIGGER, data: { id: "1" } },
    status: 404,
    problem: "trigger_not_found",
  },
  {
    it: "rejects an ID of 101 characters",
    input: { trigger: "a".repeat(101), data: { id: "1" } },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/trigger"),
  },
  {
    it: "rejects a body over 1 MiB",
    requires: "fixture",
    input: () => ({ ...UNKNOWN_TRIGGER, data: "a".repeat(1 << 20) }),
    status: 413,
    problem: "body_too_large",
  },
  ...commonCases<"fireTrigger">(
    async (context) => ({ ...(await createTestTrigger(context)), data: { id: "1" } }),
    {
      permission: "run",
      rejectedInput: { ...UNKNOWN_TRIGGER, data: { id: "1" } },
      worksWithoutCatalog: true,
      skipReasons: { mockSkipReason: MOCK_STORES_NOTHING },
    },
  ),
];
