import assert from "node:assert/strict";
import type { CasesOf, Output } from "../../case.ts";
import { FJORD_KEY } from "../../fixtures/platform/connections.ts";
import { LONG_REMARK, PICTURE_REMARK } from "../../fixtures/platform/fjord.ts";
import { callApi, newIdempotencyKey } from "./actions.ts";
import { MOCK_RUNS_NOTHING } from "./requests.ts";
import type { JsonObject } from "./run-cases.ts";
import {
  assertOmits,
  createRemarkInput,
  failureCase,
  getRemarkInput,
  successCase,
} from "./run-cases.ts";

/** Results of runs: responses and errors of apps, redirects and unsafe requests. */
export const runToolResults: CasesOf<"runTool"> = [
  {
    it: "returns the app's response",
    requires: "fixture",
    clientSkipReason: "the client always sends an idempotency key, so the result is stored",
    input: getRemarkInput("7"),
    status: 200,
    output: {
      tool: "fjord.get_remark",
      app: "fjord",
      connection: "conn_fjord_main",
      status: "succeeded",
      data: { id: "7", text: "It hums" },
    },
    check({ value: { run, response, error, next_arguments } }) {
      assert.match(run, /^run_[0-9a-f]{32}$/);
      assert.deepEqual(
        [
          response?.status_code,
          response?.media_type,
          response?.truncated,
          response?.result_url,
          error,
          next_arguments,
        ],
        [200, "application/json", false, undefined, undefined, undefined],
      );
    },
  },
  successCase("encodes any argument in the path", getRemarkInput("a/b?c#d \u{1f3a7}"), {
    id: "a/b?c#d \u{1f3a7}",
    text: "It hums",
  }),
  successCase(
    "sends arguments in a body",
    async () => createRemarkInput(`hello ${newIdempotencyKey()}`),
    undefined,
    {
      check: ({ value }) => assert.equal((value.data as JsonObject)["times"], 1),
    },
  ),
  successCase(
    "returns the arguments of the next page",
    { tool: "fjord.list_remarks" },
    { remarks: [1] },
    { output: { next_arguments: { page: 2 } } },
  ),
  successCase(
    "returns no next arguments on the last page",
    { tool: "fjord.list_remarks", arguments: { page: 2 } },
    { remarks: [2] },
    { check: ({ value }) => assert.equal(value.next_arguments, undefined) },
  ),
  successCase(
    "truncates data at max_bytes and links the whole result",
    getRemarkInput("long", { max_bytes: 1000 }),
    LONG_REMARK.slice(0, 1000),
    {
      mockSkipReason: MOCK_RUNS_NOTHING,
      async check({ value: { run, data, response } }, context) {
        assert.deepEqual(
          [
            data,
            response?.truncated,
            response?.size,
            response?.result_url && new URL(response.result_url).pathname,
          ],
          [LONG_REMARK.slice(0, 1000), true, LONG_REMARK.length, `/api/v1/runs/${run}/result`],
        );
        assert.equal(
          (await callApi(context, "GET", `/runs/${run}/result`)).value.data,
          LONG_REMARK,
        );
      },
    },
  ),
  successCase("omits binary data and links the result", getRemarkInput("picture"), undefined, {
    check: ({ value: { data, response } }) =>
      assert.deepEqual(
        [
          data,
          response?.truncated,
          response?.media_type,
          response?.size,
          response?.result_url !== undefined,
        ],
        [undefined, true, "image/png", PICTURE_REMARK.length, true],
      ),
  }),
  successCase("redacts a credential that the app returns", getRemarkInput("mirror"), undefined, {
    check: assertOmits(FJORD_KEY),
  }),
  failureCase(
    "returns the app's message for a missing item",
    "missing",
    "upstream_not_found",
    /^Fjord answered 404: There is no such remark\.$/,
    { retryable: false },
  ),
  failureCase(
    "returns the app's message for a bad request",
    "wrong",
    "upstream_bad_request",
    /A remark has a number/,
  ),
  failureCase(
    "reports a server error of the app",
    "broken",
    "upstream_server",
    /The fjord is frozen/,
    {
      retryable: true,
    },
  ),
  failureCase(
    "returns the app's Retry-After",
    "busy",
    "upstream_rate_limited",
    /Come again/,
    { retryable: true, retry_after: 120 },
    { timeout: 5 },
  ),
  failureCase(
    "reports that the app rejected the credential",
    "stranger",
    "upstream_auth",
    /Who are you/,
  ),
  {
    it: "rejects a redirect into a private network",
    requires: "fixture",
    input: getRemarkInput("elsewhere"),
    status: 422,
    problem: "blocked_address",
  },
  {
    it: "never follows a redirect of an unsafe request",
    requires: "fixture",
    input: async () => createRemarkInput(`away ${newIdempotencyKey()}`),
    status: 200,
    output: { status: "failed" },
    check: ({ value }) => assert.equal(value.error?.code, "upstream_redirect"),
  },
  {
    it: "reports an unknown outcome if an unsafe request gets no response",
    requires: "fixture",
    input: async () => createRemarkInput(`cut ${newIdempotencyKey()}`),
    status: 200,
    output: { status: "outcome_unknown" },
    check: ({ value }) => assert.equal(value.error?.retryable, false),
  },
  {
    it: "never retries an unsafe request that got no response",
    requires: "fixture",
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: async () => createRemarkInput(`cut ${newIdempotencyKey()}`),
    status: 200,
    check: async ({ value: { run } }, context) =>
      assert.equal(
        (await callApi<Output<"getRun">>(context, "GET", `/runs/${run}`)).value.attempts.length,
        1,
      ),
  },
  {
    it: "rejects a request to a private network",
    requires: "fixture",
    input: { tool: "fjord.look_inside" },
    status: 422,
    problem: "blocked_address",
  },
];
