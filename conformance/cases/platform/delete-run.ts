import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { callApi, startHeldRun } from "./actions.ts";
import { commonCases } from "./every-operation.ts";
import { assertPointer, MOCK_RUNS_NOTHING } from "./requests.ts";
import { asProblem, createLongRun, createRun, releaseRun, UNKNOWN_RUN } from "./run-cases.ts";

const ids = ({ data }: { readonly data: readonly { readonly run: string }[] }): string[] =>
  data.map(({ run }) => run);

/** Required behavior of `deleteRun`. */
export const deleteRun: CasesOf<"deleteRun"> = [
  {
    it: "deletes the run and its result",
    requires: "fixture",
    input: createLongRun,
    status: 200,
    output: { deleted: true },
    async check({ value: { run } }, context) {
      assert.equal((await callApi(context, "GET", `/runs/${run}`)).value.code, "run_not_found");
      assert.equal(
        (await callApi(context, "GET", `/runs/${run}/result`)).value.code,
        "run_not_found",
      );
      assert.equal((await callApi(context, "DELETE", `/runs/${run}`)).status, 404);
      assert.ok(!ids((await callApi(context, "GET", "/runs?limit=100")).value).includes(run));
    },
  },
  {
    it: "rejects a run in progress",
    requires: "fixture",
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: async (context) => ({ run: (await startHeldRun(context)).run }),
    status: 409,
    problem: "request_in_flight",
    check: async (result, context) => releaseRun(context, asProblem(result)["detail"]),
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
    it: "rejects an unknown run",
    requires: "fixture",
    input: UNKNOWN_RUN,
    status: 404,
    problem: "run_not_found",
  },
  {
    it: "rejects an ID of 101 characters",
    requires: "fixture",
    input: { run: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/run"),
  },
  ...commonCases<"deleteRun">(createRun, {
    permission: "run",
    rejectedInput: UNKNOWN_RUN,
    worksWithoutCatalog: true,
  }),
];
