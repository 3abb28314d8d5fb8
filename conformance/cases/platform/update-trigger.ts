import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { callApi } from "./actions.ts";
import { commonCases } from "./every-operation.ts";
import { assertPointer } from "./requests.ts";
import { createTestTrigger, MOCK_STORES_NOTHING, UNKNOWN_TRIGGER } from "./trigger-cases.ts";

/** Required behavior of `updateTrigger`. */
export const updateTrigger: CasesOf<"updateTrigger"> = [
  {
    it: "changes the inputs that it receives",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: async (context) => ({
      ...(await createTestTrigger(context, { filter: "true" })),
      version: 1,
      name: "Renamed",
      filter: "",
      max_per_minute: 5,
    }),
    status: 200,
    check({ value: { trigger } }) {
      assert.deepEqual(
        [trigger.name, trigger.filter, trigger.max_per_minute, trigger.order, trigger.version],
        ["Renamed", undefined, 5, "none", 2],
      );
    },
  },
  {
    it: "rejects an older version",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: async (context) => {
      const input = { ...(await createTestTrigger(context)), version: 1 };
      await callApi(context, "PATCH", `/triggers/${input.trigger}`, { version: 1, name: "First" });
      return { ...input, name: "Second" };
    },
    status: 409,
    problem: "trigger_changed",
  },
  {
    it: "rejects an invalid filter",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: async (context) => ({
      ...(await createTestTrigger(context)),
      version: 1,
      filter: "event.",
    }),
    status: 422,
    problem: "expression_invalid",
    check: assertPointer("/filter"),
  },
  {
    it: "rejects another kind",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    proxySkipReason: "Prism accepts the request, and rejects nothing about kinds",
    input: async (context) => ({
      ...(await createTestTrigger(context)),
      version: 1,
      watch: { kind: "schedule" as const, every: 60 },
    }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/watch/kind"),
  },
  {
    it: "hides the account's trigger from an end user's key",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    headers: bearerHeader(KEYS.user),
    input: async (context) => ({ ...(await createTestTrigger(context)), version: 1 }),
    status: 404,
    problem: "trigger_not_found",
  },
  {
    it: "rejects an unknown trigger",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: { ...UNKNOWN_TRIGGER, version: 1 },
    status: 404,
    problem: "trigger_not_found",
  },
  {
    it: "rejects an ID of 101 characters",
    input: { trigger: "a".repeat(101), version: 1 },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/trigger"),
  },
  {
    it: "rejects a body over 1 MiB",
    requires: "fixture",
    input: () => ({ ...UNKNOWN_TRIGGER, version: 1, name: "a".repeat(1 << 20) }),
    status: 413,
    problem: "body_too_large",
  },
  ...commonCases<"updateTrigger">(
    async (context) => ({ ...(await createTestTrigger(context)), version: 1 }),
    {
      permission: "run",
      rejectedInput: { ...UNKNOWN_TRIGGER, version: 1 },
      worksWithoutCatalog: true,
      skipReasons: { mockSkipReason: MOCK_STORES_NOTHING },
    },
  ),
];
