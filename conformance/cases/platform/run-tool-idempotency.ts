import assert from "node:assert/strict";
import type { CallResult, CasesOf } from "../../case.ts";
import { newIdempotencyKey, runFjordTool, startHeldRun } from "./actions.ts";
import { assertPointer } from "./input-checks.ts";
import type { JsonObject } from "./run-cases.ts";
import { asProblem, createRemarkInput, getRemarkInput, releaseRun } from "./run-cases.ts";
import { MOCK_RUNS_NOTHING } from "./skip-reasons.ts";

/** Idempotency keys. */
export const runToolIdempotency: CasesOf<"runTool"> = [
  {
    it: "executes repeated requests with the same idempotency key once",
    requires: "fixture",
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: async (context) => {
      const [key, text] = [newIdempotencyKey(), `hello ${newIdempotencyKey()}`];
      await runFjordTool(context, "create_remark", { text }, { idempotency_key: key });
      return createRemarkInput(text, { idempotency_key: key });
    },
    status: 200,
    output: { status: "succeeded" },
    check: ({ value }) => assert.equal((value.data as JsonObject)["times"], 1),
  },
  {
    it: "executes ten concurrent requests with the same idempotency key once",
    requires: "fixture",
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: async (context) => {
      const [key, text] = [newIdempotencyKey(), `hello ${newIdempotencyKey()}`];
      await Promise.all(
        Array.from({ length: 10 }, () =>
          runFjordTool(context, "create_remark", { text }, { idempotency_key: key }),
        ),
      );
      return createRemarkInput(text, { idempotency_key: key });
    },
    status: 200,
    check: ({ value }) => assert.equal((value.data as JsonObject)["times"], 1),
  },
  {
    it: "reports a run in progress with the same idempotency key",
    requires: "fixture",
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: async (context) => {
      const key = newIdempotencyKey();
      const { marker } = await startHeldRun(context, { idempotency_key: key });
      return createRemarkInput(`held ${marker}`, { idempotency_key: key });
    },
    status: 409,
    problem: "request_in_flight",
    check: async ({ value }, context) =>
      releaseRun(context, asProblem({ value } as CallResult)["detail"]),
  },
  {
    it: "rejects an idempotency key of another request",
    requires: "fixture",
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: async (context) => {
      const key = newIdempotencyKey();
      await runFjordTool(context, "create_remark", { text: "hello" }, { idempotency_key: key });
      return createRemarkInput("other", { idempotency_key: key });
    },
    status: 422,
    problem: "idempotency_conflict",
  },
  {
    it: "rejects an empty idempotency key",
    requires: "fixture",
    input: getRemarkInput("1", { idempotency_key: "" }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/idempotency_key"),
  },
];
