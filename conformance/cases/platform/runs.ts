import assert from "node:assert/strict";
import type { CallResult, Case, CasesOf, Output, PlatformContext } from "../../case.ts";
import { FJORD_KEY } from "../../fixtures/platform/connections.ts";
import { LONG_REMARK, PICTURE_REMARK } from "../../fixtures/platform/fjord-handler.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import {
  callApi,
  createConnection,
  createConnectLink,
  newEndUser,
  newIdempotencyKey,
  runFjordTool,
  startHeldRun,
} from "./actions.ts";
import { assertPointer } from "./apps.ts";
import { commonCases } from "./every-operation.ts";

type Sender = Pick<PlatformContext, "send">;
type JsonObject = Record<string, any>;

const requiresFixture = { requires: "fixture" } as const;
const INVALID_PAGINATION = {
  mockSkipReason: "a mock can't connect apps",
  proxySkipReason: "Prism doesn't forward pages",
} as const;
const EXTRA_NAMES_UNDOCUMENTED = "the document can't forbid unknown parameters";
const MOCK_RUNS_NOTHING = "a mock can't run tools";
/** An id of a run's form that nobody has given. */
const UNKNOWN_RUN = { run: "run_00000000000000000000000000000000" } as const;

const getRemarkInput = (id: string, overrides: object = {}) => ({
  tool: "fjord.get_remark",
  arguments: { id },
  ...overrides,
});
const createRemarkInput = (text: string, overrides: object = {}) => ({
  tool: "fjord.create_remark",
  arguments: { text },
  ...overrides,
});

const assertSuccess = (
  it: string,
  send: Case<"runTool">["input"],
  data: unknown,
  more: Partial<Case<"runTool">> = {},
): Case<"runTool"> => ({
  it,
  ...requiresFixture,
  input: send,
  status: 200,
  output: { status: "succeeded" },
  check: ({ value }) => assert.deepEqual(value.data, data),
  ...more,
});

/** The app's own refusal: an answer of this operation like others. */
const assertFailure = (
  it: string,
  id: string,
  code: string,
  message: RegExp,
  about: JsonObject = {},
  expected: object = {},
): Case<"runTool"> => ({
  it,
  ...requiresFixture,
  input: getRemarkInput(id, expected),
  status: 200,
  output: { status: "failed" },
  check({ value: { error } }) {
    assert.equal(error?.code, code);
    assert.match(error!.message, message);
    assert.partialDeepStrictEqual(error, about);
  },
});

const parseProblem = ({ value }: CallResult): JsonObject => value as JsonObject;
const assertMissing =
  (secret: string) =>
  ({ value }: CallResult) =>
    assert.ok(!JSON.stringify(value).includes(secret), JSON.stringify(value));

/** What running a tool must do. */
export const runTool: CasesOf<"runTool"> = [
  {
    it: "returns the app's response",
    ...requiresFixture,
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
  assertSuccess("encodes any argument in the path", getRemarkInput("a/b?c#d \u{1f3a7}"), {
    id: "a/b?c#d \u{1f3a7}",
    text: "It hums",
  }),
  assertSuccess(
    "sends arguments in a body",
    async () => createRemarkInput(`hello ${newIdempotencyKey()}`),
    undefined,
    {
      check: ({ value }) => assert.equal((value.data as JsonObject)["times"], 1),
    },
  ),
  assertSuccess(
    "uses the connection with the requested ID",
    getRemarkInput("1", { connection: "conn_fjord_signed_in" }),
    undefined,
    { check: ({ value }) => assert.equal(value.connection, "conn_fjord_signed_in") },
  ),
  assertSuccess(
    "uses the connection with the requested label",
    getRemarkInput("1", { connection: "Signed in" }),
    undefined,
    { check: ({ value }) => assert.equal(value.connection, "conn_fjord_signed_in") },
  ),
  assertSuccess(
    "returns the arguments of the next page",
    { tool: "fjord.list_remarks" },
    { remarks: [1] },
    { output: { next_arguments: { page: 2 } } },
  ),
  assertSuccess(
    "returns no next arguments on the last page",
    { tool: "fjord.list_remarks", arguments: { page: 2 } },
    { remarks: [2] },
    { check: ({ value }) => assert.equal(value.next_arguments, undefined) },
  ),
  assertSuccess(
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
  assertSuccess("omits binary data and links the result", getRemarkInput("picture"), undefined, {
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
  assertSuccess("redacts a credential that the app returns", getRemarkInput("mirror"), undefined, {
    check: assertMissing(FJORD_KEY),
  }),
  assertFailure(
    "returns the app's message for a missing item",
    "missing",
    "upstream_not_found",
    /^Fjord answered 404: There is no such remark\.$/,
    { retryable: false },
  ),
  assertFailure(
    "returns the app's message for a bad request",
    "wrong",
    "upstream_bad_request",
    /A remark has a number/,
  ),
  assertFailure(
    "reports a server error of the app",
    "broken",
    "upstream_server",
    /The fjord is frozen/,
    {
      retryable: true,
    },
  ),
  assertFailure(
    "returns the retry time of the app",
    "busy",
    "upstream_rate_limited",
    /Come again/,
    { retryable: true, retry_after: 120 },
    { timeout: 5 },
  ),
  assertFailure(
    "reports that the app rejected the credential",
    "stranger",
    "upstream_auth",
    /Who are you/,
  ),
  {
    it: "rejects a redirect into a private network",
    ...requiresFixture,
    input: getRemarkInput("elsewhere"),
    status: 422,
    problem: "blocked_address",
  },
  {
    it: "never follows a redirect of an unsafe request",
    ...requiresFixture,
    input: async () => createRemarkInput(`away ${newIdempotencyKey()}`),
    status: 200,
    output: { status: "failed" },
    check: ({ value }) => assert.equal(value.error?.code, "upstream_redirect"),
  },
  {
    it: "reports an unknown outcome if an unsafe request gets no response",
    ...requiresFixture,
    input: async () => createRemarkInput(`cut ${newIdempotencyKey()}`),
    status: 200,
    output: { status: "outcome_unknown" },
    check: ({ value }) => assert.equal(value.error?.retryable, false),
  },
  {
    it: "never retries an unsafe request that got no response",
    ...requiresFixture,
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
    it: "executes repeated requests with the same idempotency key once",
    ...requiresFixture,
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
    ...requiresFixture,
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
    it: "uses the requested connection of an end user",
    ...requiresFixture,
    ...INVALID_PAGINATION,
    input: async (context) =>
      getRemarkInput("1", { connection: (await createConnection(context)).id }),
    status: 200,
    output: { status: "succeeded" },
  },
  {
    it: "returns a connect link if there is no connection",
    ...requiresFixture,
    input: { tool: "basil.list_messages" },
    status: 409,
    problem: "connection_required",
    check: (result) => assert.match(parseProblem(result)["connect_url"], /\/connect\/cl_/),
  },
  {
    it: "returns no link to a key without the connect permission",
    ...requiresFixture,
    headers: bearerHeader(KEYS.runner),
    input: { tool: "basil.list_messages" },
    status: 409,
    problem: "connection_required",
    check: (result) => assert.equal(parseProblem(result)["connect_url"], undefined),
  },
  {
    it: "returns the candidates if several connections match",
    ...requiresFixture,
    input: { tool: "atlas.list_board" },
    status: 409,
    problem: "connection_ambiguous",
    check: (result) =>
      assert.deepEqual(
        parseProblem(result)["candidates"].toSorted((a: JsonObject, b: JsonObject) =>
          a["id"] < b["id"] ? -1 : 1,
        ),
        [
          { id: "conn_atlas_home", label: "Home" },
          { id: "conn_atlas_work", label: "Work", account: "ann@atlas.example" },
        ],
      ),
  },
  {
    it: "returns a reconnect link if the connection is expired",
    ...requiresFixture,
    input: { tool: "cumulus.list_tickets" },
    status: 409,
    problem: "connection_inactive",
    check: (result) => assert.match(parseProblem(result)["reconnect_url"], /\/connect\/cl_/),
  },
  {
    it: "rejects a disabled connection",
    ...requiresFixture,
    input: async (context) => {
      const { id } = await createConnection(context);
      await callApi(context, "PATCH", `/connections/${id}`, { enabled: false });
      return getRemarkInput("1", { connection: id });
    },
    status: 409,
    problem: "connection_inactive",
    proxySkipReason: INVALID_PAGINATION.proxySkipReason,
  },
  {
    it: "returns a reconnect link if the connection is pending",
    ...requiresFixture,
    input: async (context) =>
      getRemarkInput("1", {
        connection: (await createConnectLink(context, "fjord", { user: newEndUser() })).connection
          .id,
      }),
    status: 409,
    problem: "connection_inactive",
    check: (result) => assert.match(parseProblem(result)["reconnect_url"], /\/connect\/cl_/),
  },
  {
    it: "reports a run in progress with the same idempotency key",
    ...requiresFixture,
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: async (context) => {
      const key = newIdempotencyKey();
      const { word } = await startHeldRun(context, { idempotency_key: key });
      return createRemarkInput(`held ${word}`, { idempotency_key: key });
    },
    status: 409,
    problem: "request_in_flight",
    check: async ({ value }, context) =>
      releaseRun(context, parseProblem({ value } as CallResult)["detail"]),
  },
  {
    it: "returns the missing scopes and a reconnect link",
    ...requiresFixture,
    input: getRemarkInput("forbidden"),
    status: 403,
    problem: "scope_missing",
    check(result) {
      assert.deepEqual(parseProblem(result)["scopes"], ["remarks", "admin"]);
      assert.match(parseProblem(result)["reconnect_url"], /\/connect\/cl_/);
    },
  },
  {
    it: "returns the missing scopes to a key without the connect permission",
    ...requiresFixture,
    headers: bearerHeader(KEYS.runner),
    input: getRemarkInput("forbidden"),
    status: 403,
    problem: "scope_missing",
    check: (result) =>
      assert.deepEqual(
        [parseProblem(result)["scopes"], parseProblem(result)["reconnect_url"]],
        [["remarks", "admin"], undefined],
      ),
  },
  {
    it: "points to each invalid argument",
    ...requiresFixture,
    input: { tool: "fjord.create_remark", arguments: { text: 7, loud: "very" } },
    status: 422,
    problem: "invalid_arguments",
    check: assertPointer("/arguments/loud", "/arguments/text"),
  },
  {
    it: "rejects missing arguments",
    ...requiresFixture,
    input: { tool: "fjord.get_remark" },
    status: 422,
    problem: "invalid_arguments",
  },
  {
    it: "rejects unknown arguments",
    ...requiresFixture,
    input: getRemarkInput("1", { arguments: { id: "1", color: "red" } }),
    status: 422,
    problem: "invalid_arguments",
  },
  {
    it: "rejects an idempotency key of another request",
    ...requiresFixture,
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
    it: "rejects a request to a private network",
    ...requiresFixture,
    input: { tool: "fjord.look_inside" },
    status: 422,
    problem: "blocked_address",
  },
  {
    it: "rejects a tool of an app that the key may not use",
    ...requiresFixture,
    headers: bearerHeader(KEYS.limited),
    input: getRemarkInput("1"),
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "hides another user's connection",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: getRemarkInput("1", { connection: "conn_fjord_main" }),
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "never uses the account's connection for an end user",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: getRemarkInput("1"),
    status: 409,
    problem: "connection_required",
  },
  {
    it: "rejects an unknown label",
    ...requiresFixture,
    input: getRemarkInput("1", { connection: "Nothing" }),
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "rejects an unknown tool of a known app",
    ...requiresFixture,
    input: { tool: "fjord.zzyzx_nothing" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "rejects a tool of an unknown app",
    ...requiresFixture,
    input: { tool: "zzyzx_nothing.do" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "rejects a list of arguments",
    ...requiresFixture,
    input: getRemarkInput("1", { arguments: [1] }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/arguments"),
  },
  {
    it: "rejects a timeout of 301 seconds",
    ...requiresFixture,
    input: getRemarkInput("1", { timeout: 301 }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/timeout"),
  },
  {
    it: "rejects a max_bytes of 999",
    ...requiresFixture,
    input: getRemarkInput("1", { max_bytes: 999 }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/max_bytes"),
  },
  {
    it: "rejects an empty idempotency key",
    ...requiresFixture,
    input: getRemarkInput("1", { idempotency_key: "" }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/idempotency_key"),
  },
  {
    it: "rejects an unknown parameter",
    ...requiresFixture,
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: getRemarkInput("1", { url: "https://evil.example" }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/url"),
  },
  {
    it: "rejects a body over 1 MiB",
    ...requiresFixture,
    only: {
      protocol: "http",
      reason: "over MCP the message itself is too large, so the response has no ID",
    },
    input: () => createRemarkInput("a".repeat(1 << 20)),
    status: 413,
    problem: "body_too_large",
  },
  ...commonCases<"runTool">(getRemarkInput("1"), { permission: "run" }),
];

/** Lets the run go on that a problem names. */
async function releaseRun(context: Sender, detail: string): Promise<void> {
  const { value } = await callApi<Output<"getRun">>(
    context,
    "GET",
    `/runs/${/run_[0-9a-f]{32}/.exec(detail)![0]}`,
  );
  await runFjordTool(context, "create_remark", {
    text: String(value.arguments["text"]).replace("held", "release"),
  });
}

const ids = ({ data }: { readonly data: readonly { readonly run: string }[] }): string[] =>
  data.map(({ run }) => run);

/** What listing runs must do. */
export const listRuns: CasesOf<"listRuns"> = [
  {
    it: "returns a page of runs, newest first",
    input: {},
    status: 200,
    check({ value: { data } }) {
      assert.ok(data.length <= 20);
      const createdTimes = data.map(({ created_at }) => created_at);
      assert.deepEqual(createdTimes, createdTimes.toSorted().reverse());
    },
  },
  {
    it: "pages through the runs of a connection",
    ...requiresFixture,
    ...INVALID_PAGINATION,
    input: async (context) => {
      const { id } = await createConnection(context);
      for (const remark of ["1", "missing", "3"])
        await runFjordTool(context, "get_remark", { id: remark }, { connection: id });
      return { connection: id, limit: 2 };
    },
    status: 200,
    async check({ value }, { call }) {
      const { connection } = value.data[0]!;
      const { value: rest } = await call("listRuns", {
        connection,
        limit: 2,
        cursor: value.next_cursor,
      });
      assert.deepEqual(
        [...value.data, ...rest.data].map(({ arguments: input }) => input["id"]),
        ["3", "missing", "1"],
      );
      assert.equal(rest.next_cursor, null);
      const { value: failures } = await call("listRuns", { connection, status: "failed" });
      assert.deepEqual(
        failures.data.map(({ arguments: input }) => input["id"]),
        ["missing"],
      );
    },
  },
  {
    it: "filters by tool",
    ...requiresFixture,
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: async (context) => (
      await runFjordTool(context, "list_remarks"), { tool: "fjord.list_remarks" }
    ),
    status: 200,
    check: ({ value: { data } }) =>
      assert.deepEqual(
        [data.length > 0, data.every(({ tool }) => tool === "fjord.list_remarks")],
        [true, true],
      ),
  },
  {
    it: "lists nothing for an app without runs",
    ...requiresFixture,
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: { app: "atlas" },
    status: 200,
    output: { data: [], next_cursor: null },
  },
  {
    it: "hides the account's runs from an end user's key",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: async (context) => (
      await runFjordTool(context, "get_remark", { id: "1" }), { app: "fjord" }
    ),
    status: 200,
    output: { data: [] },
  },
  {
    it: "lists nothing of an app that the key may not use",
    ...requiresFixture,
    headers: bearerHeader(KEYS.limited),
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: { app: "fjord" },
    status: 200,
    output: { data: [] },
  },
  {
    it: "returns no secrets",
    ...requiresFixture,
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: async (context) => (
      await runFjordTool(context, "create_remark", { text: `my key is ${FJORD_KEY}` }),
      { limit: 100 }
    ),
    status: 200,
    check: assertMissing(FJORD_KEY),
  },
  {
    it: "rejects an unknown status",
    input: { status: "done" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/status"),
  },
  {
    it: "rejects a limit of 101",
    input: { limit: 101 },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/limit"),
  },
  {
    it: "rejects a malformed cursor",
    mockSkipReason: "a mock can't validate cursors",
    input: { cursor: "garbage" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/cursor"),
  },
  {
    it: "rejects a cursor of another filter",
    ...requiresFixture,
    mockSkipReason: "a mock can't validate cursors",
    input: async (context) => {
      for (const id of ["1", "2"]) await runFjordTool(context, "get_remark", { id });
      return {
        status: "failed",
        cursor: (await context.call("listRuns", { limit: 1 })).value.next_cursor,
      };
    },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/cursor"),
  },
  {
    it: "rejects a cursor of searchApps",
    ...requiresFixture,
    mockSkipReason: "a mock can't validate cursors",
    input: async ({ call }) => ({
      cursor: (await call("searchApps", { limit: 1 })).value.next_cursor,
    }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/cursor"),
  },
  {
    it: "rejects an unknown parameter",
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: { limit: 1, ...{ user: "42" } },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/user"),
  },
  ...commonCases<"listRuns">({}, { worksWithoutCatalog: true }),
];

const createRun = async (context: Sender) => ({
  run: (await runFjordTool(context, "get_remark", { id: "1" })).run,
});
const createLongRun = async (context: Sender) => ({
  run: (await runFjordTool(context, "get_remark", { id: "long" }, { max_bytes: 1000 })).run,
});

/** What reading a run must do. */
export const getRun: CasesOf<"getRun"> = [
  {
    it: "returns the record of a run",
    ...requiresFixture,
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
    ...requiresFixture,
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
    ...requiresFixture,
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
    ...requiresFixture,
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: async (context) => ({
      run: (await runFjordTool(context, "create_remark", { text: `refused ${FJORD_KEY}` })).run,
    }),
    status: 200,
    output: { status: "failed" },
    check: assertMissing(FJORD_KEY),
  },
  {
    it: "truncates a long argument",
    ...requiresFixture,
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
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: createRun,
    status: 404,
    problem: "run_not_found",
  },
  {
    it: "hides a run of an app that the key may not use",
    ...requiresFixture,
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

/** What reading a run's result must do. */
export const getRunResult: CasesOf<"getRunResult"> = [
  {
    it: "returns the whole result",
    ...requiresFixture,
    input: createLongRun,
    status: 200,
    output: {
      media_type: "text/plain",
      encoding: "text",
      data: LONG_REMARK,
      offset: 0,
      size: LONG_REMARK.length,
      next_offset: null,
    },
  },
  {
    it: "returns parts that add up to the whole result",
    ...requiresFixture,
    input: async (context) => ({ ...(await createLongRun(context)), limit: 2000 }),
    status: 200,
    async check({ value }, { call }) {
      let { data, next_offset: offset } = value;
      while (offset !== null) {
        const { value: next } = await call("getRunResult", { run: value.run, offset, limit: 2000 });
        data += next.data;
        offset = next.next_offset;
      }
      assert.equal(data, LONG_REMARK);
    },
  },
  {
    it: "returns no data beyond the end",
    ...requiresFixture,
    input: async (context) => ({ ...(await createLongRun(context)), offset: 100_000 }),
    status: 200,
    output: { data: "", next_offset: null },
  },
  {
    it: "returns binary data in base64",
    ...requiresFixture,
    input: async (context) => ({
      run: (await runFjordTool(context, "get_remark", { id: "picture" })).run,
    }),
    status: 200,
    output: {
      media_type: "image/png",
      encoding: "base64",
      data: PICTURE_REMARK.toString("base64"),
      size: PICTURE_REMARK.length,
    },
  },
  {
    it: "returns the result of a run with an idempotency key",
    ...requiresFixture,
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
    check: ({ value }) => assert.deepEqual(JSON.parse(value.data), { id: "1", text: "It hums" }),
  },
  {
    it: "rejects a run whose response had the whole result",
    ...requiresFixture,
    input: createRun,
    status: 404,
    problem: "run_not_found",
  },
  {
    it: "hides another user's run",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: createLongRun,
    status: 404,
    problem: "run_not_found",
  },
  {
    it: "rejects an unknown run",
    ...requiresFixture,
    input: UNKNOWN_RUN,
    status: 404,
    problem: "run_not_found",
  },
  {
    it: "rejects a negative offset",
    ...requiresFixture,
    input: { ...UNKNOWN_RUN, offset: -1 },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/offset"),
  },
  {
    it: "rejects a limit of 0",
    ...requiresFixture,
    input: { ...UNKNOWN_RUN, limit: 0 },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/limit"),
  },
  ...commonCases<"getRunResult">(createLongRun, {
    permission: "run",
    rejectedInput: UNKNOWN_RUN,
    worksWithoutCatalog: true,
  }),
];

/** What forgetting a run must do. */
export const deleteRun: CasesOf<"deleteRun"> = [
  {
    it: "deletes the run and its result",
    ...requiresFixture,
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
    ...requiresFixture,
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: async (context) => ({ run: (await startHeldRun(context)).run }),
    status: 409,
    problem: "request_in_flight",
    check: async (result, context) => releaseRun(context, parseProblem(result)["detail"]),
  },
  {
    it: "hides another user's run",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: createRun,
    status: 404,
    problem: "run_not_found",
  },
  {
    it: "rejects an unknown run",
    ...requiresFixture,
    input: UNKNOWN_RUN,
    status: 404,
    problem: "run_not_found",
  },
  {
    it: "rejects an ID of 101 characters",
    ...requiresFixture,
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
