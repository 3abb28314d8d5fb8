import assert from "node:assert/strict";
import type { CallResult, CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { newIdempotencyKey, runFjordTool, startHeldRun } from "./actions.ts";
import { commonCases } from "./every-operation.ts";
import {
  assertPointer,
  EXTRA_NAMES_UNDOCUMENTED,
  MESSAGE_TOO_LARGE,
  MOCK_RUNS_NOTHING,
} from "./requests.ts";
import {
  asProblem,
  createRemarkInput,
  getRemarkInput,
  type JsonObject,
  releaseRun,
} from "./run-cases.ts";
import { runToolConnections } from "./run-tool-connections.ts";
import { runToolResults } from "./run-tool-results.ts";

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

/** Invalid tools, arguments and options. */
export const runToolInput: CasesOf<"runTool"> = [
  {
    it: "points to each invalid argument",
    requires: "fixture",
    input: { tool: "fjord.create_remark", arguments: { text: 7, loud: "very" } },
    status: 422,
    problem: "invalid_arguments",
    check: assertPointer("/arguments/loud", "/arguments/text"),
  },
  {
    it: "rejects missing arguments",
    requires: "fixture",
    input: { tool: "fjord.get_remark" },
    status: 422,
    problem: "invalid_arguments",
  },
  {
    it: "rejects unknown arguments",
    requires: "fixture",
    input: getRemarkInput("1", { arguments: { id: "1", color: "red" } }),
    status: 422,
    problem: "invalid_arguments",
  },
  {
    it: "rejects a tool of an app that the key may not use",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: getRemarkInput("1"),
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "rejects an unknown tool of a known app",
    requires: "fixture",
    input: { tool: "fjord.zzyzx_nothing" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "rejects a tool of an unknown app",
    requires: "fixture",
    input: { tool: "zzyzx_nothing.do" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "rejects a list of arguments",
    requires: "fixture",
    input: getRemarkInput("1", { arguments: [1] }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/arguments"),
  },
  {
    it: "rejects a timeout of 301 seconds",
    requires: "fixture",
    input: getRemarkInput("1", { timeout: 301 }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/timeout"),
  },
  {
    it: "rejects a max_bytes of 999",
    requires: "fixture",
    input: getRemarkInput("1", { max_bytes: 999 }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/max_bytes"),
  },
  {
    it: "rejects an unknown parameter",
    requires: "fixture",
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: getRemarkInput("1", { url: "https://evil.example" }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/url"),
  },
  {
    it: "rejects a body over 1 MiB",
    requires: "fixture",
    only: MESSAGE_TOO_LARGE,
    input: () => createRemarkInput("a".repeat(1 << 20)),
    status: 413,
    problem: "body_too_large",
  },
];

/** Required behavior of `runTool`. */
export const runTool: CasesOf<"runTool"> = [
  ...runToolResults,
  ...runToolConnections,
  ...runToolIdempotency,
  ...runToolInput,
  ...commonCases<"runTool">(getRemarkInput("1"), { permission: "run" }),
];
