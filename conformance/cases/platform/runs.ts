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
  mockSkipReason: "a mock connects nothing",
  proxySkipReason: "Prism passes on no pages",
} as const;
const EXTRA_NAMES_UNDOCUMENTED = "the document can't say that other names are refused";
const MOCK_RUNS_NOTHING = "a mock runs nothing";
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
    it: "gives what the app answers",
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
  assertSuccess(
    "writes an argument into the path, whatever it is",
    getRemarkInput("a/b?c#d \u{1f3a7}"),
    {
      id: "a/b?c#d \u{1f3a7}",
      text: "It hums",
    },
  ),
  assertSuccess(
    "sends a body",
    async () => createRemarkInput(`hello ${newIdempotencyKey()}`),
    undefined,
    {
      check: ({ value }) => assert.equal((value.data as JsonObject)["times"], 1),
    },
  ),
  assertSuccess(
    "uses the connection that is named by its id",
    getRemarkInput("1", { connection: "conn_fjord_signed_in" }),
    undefined,
    { check: ({ value }) => assert.equal(value.connection, "conn_fjord_signed_in") },
  ),
  assertSuccess(
    "uses the connection that is named by its label",
    getRemarkInput("1", { connection: "Signed in" }),
    undefined,
    { check: ({ value }) => assert.equal(value.connection, "conn_fjord_signed_in") },
  ),
  assertSuccess(
    "says how the next page is had",
    { tool: "fjord.list_remarks" },
    { remarks: [1] },
    { output: { next_arguments: { page: 2 } } },
  ),
  assertSuccess(
    "says nothing of a next page on the last",
    { tool: "fjord.list_remarks", arguments: { page: 2 } },
    { remarks: [2] },
    { check: ({ value }) => assert.equal(value.next_arguments, undefined) },
  ),
  assertSuccess(
    "cuts off what is longer than was asked for, and says where the whole is",
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
  assertSuccess(
    "gives nothing of what is no text, and says where it is",
    getRemarkInput("picture"),
    undefined,
    {
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
    },
  ),
  assertSuccess(
    "never shows the credential, if the app says it back",
    getRemarkInput("mirror"),
    undefined,
    {
      check: assertMissing(FJORD_KEY),
    },
  ),
  assertFailure(
    "has the app's own words where it has no such thing",
    "missing",
    "upstream_not_found",
    /^Fjord answered 404: There is no such remark\.$/,
    { retryable: false },
  ),
  assertFailure(
    "has the app's own words where it finds the request wrong",
    "wrong",
    "upstream_bad_request",
    /A remark has a number/,
  ),
  assertFailure(
    "says that the app has a fault",
    "broken",
    "upstream_server",
    /The fjord is frozen/,
    {
      retryable: true,
    },
  ),
  assertFailure(
    "says when the app wants to be asked again",
    "busy",
    "upstream_rate_limited",
    /Come again/,
    { retryable: true, retry_after: 120 },
    { timeout: 5 },
  ),
  assertFailure(
    "says that the app does not take the key",
    "stranger",
    "upstream_auth",
    /Who are you/,
  ),
  {
    it: "follows the app into no private network",
    ...requiresFixture,
    input: getRemarkInput("elsewhere"),
    status: 422,
    problem: "blocked_address",
  },
  {
    it: "sends a change nowhere else, if the app says so",
    ...requiresFixture,
    input: async () => createRemarkInput(`away ${newIdempotencyKey()}`),
    status: 200,
    output: { status: "failed" },
    check: ({ value }) => assert.equal(value.error?.code, "upstream_redirect"),
  },
  {
    it: "does not know what came of a change that had no answer",
    ...requiresFixture,
    input: async () => createRemarkInput(`cut ${newIdempotencyKey()}`),
    status: 200,
    output: { status: "outcome_unknown" },
    check: ({ value }) => assert.equal(value.error?.retryable, false),
  },
  {
    it: "sends a change once, that had no answer",
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
    it: "is the same run for the same idempotency key, and is carried out once",
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
    it: "is carried out once, if it is asked for ten times at once",
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
    it: "uses another connection of an end user, that is named",
    ...requiresFixture,
    ...INVALID_PAGINATION,
    input: async (context) =>
      getRemarkInput("1", { connection: (await createConnection(context)).id }),
    status: 200,
    output: { status: "succeeded" },
  },
  {
    it: "says that it can't be run while it needs a connection, and where one is made",
    ...requiresFixture,
    input: { tool: "basil.list_messages" },
    status: 409,
    problem: "connection_required",
    check: (result) => assert.match(parseProblem(result)["connect_url"], /\/connect\/cl_/),
  },
  {
    it: "gives no link to a key that may not connect",
    ...requiresFixture,
    headers: bearerHeader(KEYS.runner),
    input: { tool: "basil.list_messages" },
    status: 409,
    problem: "connection_required",
    check: (result) => assert.equal(parseProblem(result)["connect_url"], undefined),
  },
  {
    it: "says which connections would do, where it is not clear",
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
    it: "says where a connection is mended that does not work",
    ...requiresFixture,
    input: { tool: "cumulus.list_tickets" },
    status: 409,
    problem: "connection_inactive",
    check: (result) => assert.match(parseProblem(result)["reconnect_url"], /\/connect\/cl_/),
  },
  {
    it: "runs nothing with a connection that is switched off",
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
    it: "runs nothing with a connection that waits for a person, and says where they finish",
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
    it: "says that a run is being carried out under the same idempotency key",
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
    it: "says which scopes the connection lacks, and where it is given them",
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
    it: "says which scopes the connection lacks to a key that may not connect",
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
    it: "refuses arguments that do not fit, and says where",
    ...requiresFixture,
    input: { tool: "fjord.create_remark", arguments: { text: 7, loud: "very" } },
    status: 422,
    problem: "invalid_arguments",
    check: assertPointer("/arguments/loud", "/arguments/text"),
  },
  {
    it: "refuses arguments that are missing",
    ...requiresFixture,
    input: { tool: "fjord.get_remark" },
    status: 422,
    problem: "invalid_arguments",
  },
  {
    it: "refuses arguments that the tool does not have",
    ...requiresFixture,
    input: getRemarkInput("1", { arguments: { id: "1", color: "red" } }),
    status: 422,
    problem: "invalid_arguments",
  },
  {
    it: "refuses an idempotency key that was used for something else",
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
    it: "reaches no address of a private network",
    ...requiresFixture,
    input: { tool: "fjord.look_inside" },
    status: 422,
    problem: "blocked_address",
  },
  {
    it: "refuses a tool of an app that the key is not for",
    ...requiresFixture,
    headers: bearerHeader(KEYS.limited),
    input: getRemarkInput("1"),
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "uses no connection of another user",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: getRemarkInput("1", { connection: "conn_fjord_main" }),
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "uses no connection of the account for an end user",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: getRemarkInput("1"),
    status: 409,
    problem: "connection_required",
  },
  {
    it: "knows no connection by a label that there is not",
    ...requiresFixture,
    input: getRemarkInput("1", { connection: "Nothing" }),
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "knows no such tool of an app",
    ...requiresFixture,
    input: { tool: "fjord.zzyzx_nothing" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "knows no tool of an app that there is not",
    ...requiresFixture,
    input: { tool: "zzyzx_nothing.do" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "refuses arguments that are a list",
    ...requiresFixture,
    input: getRemarkInput("1", { arguments: [1] }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/arguments"),
  },
  {
    it: "refuses a timeout of 301 seconds",
    ...requiresFixture,
    input: getRemarkInput("1", { timeout: 301 }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/timeout"),
  },
  {
    it: "refuses fewer bytes than a thousand",
    ...requiresFixture,
    input: getRemarkInput("1", { max_bytes: 999 }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/max_bytes"),
  },
  {
    it: "refuses an empty idempotency key",
    ...requiresFixture,
    input: getRemarkInput("1", { idempotency_key: "" }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/idempotency_key"),
  },
  {
    it: "refuses an input that it does not know",
    ...requiresFixture,
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: getRemarkInput("1", { url: "https://evil.example" }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/url"),
  },
  {
    it: "refuses a body of over one MiB",
    ...requiresFixture,
    only: {
      protocol: "http",
      reason: "over MCP it is the message that is too large, which has no id then",
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
    it: "lists runs, a page of them, the newest first",
    input: {},
    status: 200,
    check({ value: { data } }) {
      assert.ok(data.length <= 20);
      const createdTimes = data.map(({ created_at }) => created_at);
      assert.deepEqual(createdTimes, createdTimes.toSorted().reverse());
    },
  },
  {
    it: "lists the runs with a connection, and goes on where a page ended, to the end",
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
    it: "lists the runs of a tool",
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
    it: "lists no runs of an app that was not used",
    ...requiresFixture,
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: { app: "atlas" },
    status: 200,
    output: { data: [], next_cursor: null },
  },
  {
    it: "lists for an end user's key nothing of the account",
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
    it: "lists nothing of an app that the key is not for",
    ...requiresFixture,
    headers: bearerHeader(KEYS.limited),
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: { app: "fjord" },
    status: 200,
    output: { data: [] },
  },
  {
    it: "shows nothing that is secret",
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
    it: "refuses a status that there is not",
    input: { status: "done" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/status"),
  },
  {
    it: "refuses a limit of a hundred and one",
    input: { limit: 101 },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/limit"),
  },
  {
    it: "refuses a cursor that is garbage",
    mockSkipReason: "a mock knows no cursors",
    input: { cursor: "garbage" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/cursor"),
  },
  {
    it: "refuses a cursor that was given for other runs",
    ...requiresFixture,
    mockSkipReason: "a mock knows no cursors",
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
    it: "refuses a cursor of the list of apps",
    ...requiresFixture,
    mockSkipReason: "a mock knows no cursors",
    input: async ({ call }) => ({
      cursor: (await call("searchApps", { limit: 1 })).value.next_cursor,
    }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/cursor"),
  },
  {
    it: "refuses an input that it does not know",
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
    it: "says what was done",
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
    it: "says why one failed",
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
    it: "says under which idempotency key it ran",
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
    it: "keeps no credential, whoever said it",
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
    it: "keeps the beginning of a long text alone",
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
    it: "knows no run of another user",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: createRun,
    status: 404,
    problem: "run_not_found",
  },
  {
    it: "knows no run of an app that the key is not for",
    ...requiresFixture,
    headers: bearerHeader(KEYS.limited),
    input: createRun,
    status: 404,
    problem: "run_not_found",
  },
  { it: "knows no run of that id", input: UNKNOWN_RUN, status: 404, problem: "run_not_found" },
  {
    it: "knows no run of any script",
    input: { run: "run_水\u{1f3a7}" },
    status: 404,
    problem: "run_not_found",
  },
  {
    it: "refuses an id of 101 characters",
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
    it: "gives the whole",
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
    it: "gives it in parts that make up the whole",
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
    it: "gives nothing beyond the end",
    ...requiresFixture,
    input: async (context) => ({ ...(await createLongRun(context)), offset: 100_000 }),
    status: 200,
    output: { data: "", next_offset: null },
  },
  {
    it: "gives bytes in base64",
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
    it: "gives what a run with an idempotency key was answered",
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
    it: "has nothing of a run that was given whole",
    ...requiresFixture,
    input: createRun,
    status: 404,
    problem: "run_not_found",
  },
  {
    it: "knows no run of another user",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: createLongRun,
    status: 404,
    problem: "run_not_found",
  },
  {
    it: "knows no run of that id",
    ...requiresFixture,
    input: UNKNOWN_RUN,
    status: 404,
    problem: "run_not_found",
  },
  {
    it: "refuses an offset below nothing",
    ...requiresFixture,
    input: { ...UNKNOWN_RUN, offset: -1 },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/offset"),
  },
  {
    it: "refuses a limit of nothing",
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
    it: "leaves nothing of it",
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
    it: "forgets none that is being carried out",
    ...requiresFixture,
    mockSkipReason: MOCK_RUNS_NOTHING,
    input: async (context) => ({ run: (await startHeldRun(context)).run }),
    status: 409,
    problem: "request_in_flight",
    check: async (result, context) => releaseRun(context, parseProblem(result)["detail"]),
  },
  {
    it: "forgets none of another user",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: createRun,
    status: 404,
    problem: "run_not_found",
  },
  {
    it: "knows no run of that id",
    ...requiresFixture,
    input: UNKNOWN_RUN,
    status: 404,
    problem: "run_not_found",
  },
  {
    it: "refuses an id of 101 characters",
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
