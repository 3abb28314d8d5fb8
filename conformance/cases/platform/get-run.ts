import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { FJORD_KEY } from "../../fixtures/platform/connections.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { newIdempotencyKey, runFjordTool } from "./actions.ts";
import { commonCases } from "./every-operation.ts";
import { assertPointer, MOCK_RUNS_NOTHING } from "./requests.ts";
import { assertOmits, createRun, UNKNOWN_RUN } from "./run-cases.ts";

/** Required behavior of `getRun`. */
export const getRun: CasesOf<"getRun"> = [
  {
    it: "returns the record of a run",
    requires: "fixture",
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: createRun,
    status: 200,
    output: {
      tool: "fjord.get_remark",
      app: "fjord",
      connection: "conn_fjord_main",
      status: "succeeded",
      user: null,
      key: "key_whole",
      arguments: { id: "1" },
    },
    check({ value }) {
      assert.deepEqual(
        value.attempts.map(({ status_code }) => status_code),
        [200],
      );
      assert.ok(value.finished_at! >= value.created_at);
      assert.equal("data" in value, false);
    },
  },
  {
    it: "returns the error of a failed run",
    requires: "fixture",
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: async (context) => ({
      run: (await runFjordTool(context, "get_remark", { id: "missing" })).run,
    }),
    status: 200,
    output: { status: "failed" },
    check: ({ value }) =>
      assert.deepEqual(
        [value.error?.code, value.attempts[0]?.status_code],
        ["upstream_not_found", 404],
      ),
  },
  {
    it: "returns the idempotency key",
    requires: "fixture",
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: async (context) => ({
      run: (
        await runFjordTool(
          context,
          "get_remark",
          { id: "1" },
          { idempotency_key: newIdempotencyKey() },
        )
      ).run,
    }),
    status: 200,
    check: ({ value }) => assert.match(value.idempotency_key!, /^once-/),
  },
  {
    it: "stores no credential from the arguments or the app's response",
    requires: "fixture",
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: async (context) => ({
      run: (await runFjordTool(context, "create_remark", { text: `refused ${FJORD_KEY}` })).run,
    }),
    status: 200,
    output: { status: "failed" },
    check: assertOmits(FJORD_KEY),
  },
  {
    it: "truncates a long argument",
    requires: "fixture",
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: async (context) => ({
      run: (await runFjordTool(context, "create_remark", { text: `hello ${"a".repeat(4990)}` }))
        .run,
    }),
    status: 200,
    check: ({ value }) => assert.ok(String(value.arguments["text"]).length < 3000),
  },
  {
    it: "hides another user's run",
    requires: "fixture",
    headers: bearerHeader(KEYS.user),
    input: createRun,
    status: 404,
    problem: "run_not_found",
  },
  {
    it: "hides a run of an app that the key may not use",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: createRun,
    status: 404,
    problem: "run_not_found",
  },
  { it: "rejects an unknown run", input: UNKNOWN_RUN, status: 404, problem: "run_not_found" },
  {
    it: "rejects an unknown ID in any script",
    input: { run: "run_水\u{1f3a7}" },
    status: 404,
    problem: "run_not_found",
  },
  {
    it: "rejects an ID of 101 characters",
    input: { run: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/run"),
  },
  ...commonCases<"getRun">(createRun, { rejectedInput: UNKNOWN_RUN, worksWithoutCatalog: true }),
];
