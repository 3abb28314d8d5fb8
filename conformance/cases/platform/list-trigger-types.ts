import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { commonCases } from "./every-operation.ts";
import { assertPointer, MOCK_IGNORES_CURSORS } from "./requests.ts";
import { MOCK_STORES_NOTHING } from "./trigger-cases.ts";

/** Required behavior of `listTriggerTypes`. */
export const listTriggerTypes: CasesOf<"listTriggerTypes"> = [
  {
    it: "lists the lists of an app that can be polled",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: { app: "fjord" },
    status: 200,
    check: ({ value: { data } }) =>
      assert.ok(data.some(({ kind, tool }) => kind === "poll" && tool === "fjord.list_remarks")),
  },
  {
    it: "rejects an unknown app",
    requires: "fixture",
    input: { app: "nothing" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "rejects an app that the key may not use",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: { app: "fjord" },
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "rejects a malformed cursor",
    requires: "fixture",
    mockSkipReason: MOCK_IGNORES_CURSORS,
    input: { app: "fjord", cursor: "garbage" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/cursor"),
  },
  ...commonCases<"listTriggerTypes">({ app: "fjord" }),
];
