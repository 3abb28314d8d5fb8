import assert from "node:assert/strict";
import type { Case, CasesOf, FoundOfPlatform, Output, Reply } from "../../case.ts";
import { FJORD_KEY } from "../../rig/platform/connections.ts";
import { LONG, PICTURE } from "../../rig/platform/fjord-answers.ts";
import { bearer, KEYS } from "../../rig/platform/keys.ts";
import { pointsAt } from "./apps.ts";
import { api, connected, heldRun, linkTo, newUser, once, ran } from "./carried-out.ts";
import { everyOperation } from "./every-operation.ts";

type Asks = Pick<FoundOfPlatform, "ask">;
type Told = Record<string, any>;

const rig = { needs: "rig" } as const;
const NO_PAGES = {
  undocumented: "a mock connects nothing",
  unproxied: "Prism passes on no pages",
} as const;
const LEAVES_OUT = "the document can't say that other names are refused";
const RUNS_NOTHING = "a mock runs nothing";
/** An id of a run's form that nobody has given. */
const NO_SUCH = { run: "run_00000000000000000000000000000000" } as const;

const get = (id: string, about: object = {}) => ({
  tool: "fjord.get_remark",
  arguments: { id },
  ...about,
});
const create = (text: string, about: object = {}) => ({
  tool: "fjord.create_remark",
  arguments: { text },
  ...about,
});

const succeeds = (
  it: string,
  send: Case<"runTool">["send"],
  data: unknown,
  more: Partial<Case<"runTool">> = {},
): Case<"runTool"> => ({
  it,
  ...rig,
  send,
  status: 200,
  answer: { status: "succeeded" },
  check: ({ value }) => assert.deepEqual(value.data, data),
  ...more,
});

/** The app's own refusal: an answer of this operation like others. */
const failed = (
  it: string,
  id: string,
  code: string,
  message: RegExp,
  about: Told = {},
  wanted: object = {},
): Case<"runTool"> => ({
  it,
  ...rig,
  send: get(id, wanted),
  status: 200,
  answer: { status: "failed" },
  check({ value: { error } }) {
    assert.equal(error?.code, code);
    assert.match(error!.message, message);
    assert.partialDeepStrictEqual(error, about);
  },
});

const problemOf = ({ value }: Reply): Told => value as Told;
const lacks =
  (secret: string) =>
  ({ value }: Reply) =>
    assert.ok(!JSON.stringify(value).includes(secret), JSON.stringify(value));

/** What running a tool must do. */
export const runTool: CasesOf<"runTool"> = [
  {
    it: "gives what the app answers",
    ...rig,
    send: get("7"),
    status: 200,
    answer: {
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
  succeeds("writes an argument into the path, whatever it is", get("a/b?c#d \u{1f3a7}"), {
    id: "a/b?c#d \u{1f3a7}",
    text: "It hums",
  }),
  succeeds("sends a body", async () => create(`hello ${once()}`), undefined, {
    check: ({ value }) => assert.equal((value.data as Told)["times"], 1),
  }),
  succeeds(
    "uses the connection that is named by its id",
    get("1", { connection: "conn_fjord_signed_in" }),
    undefined,
    { check: ({ value }) => assert.equal(value.connection, "conn_fjord_signed_in") },
  ),
  succeeds(
    "uses the connection that is named by its label",
    get("1", { connection: "Signed in" }),
    undefined,
    { check: ({ value }) => assert.equal(value.connection, "conn_fjord_signed_in") },
  ),
  succeeds(
    "says how the next page is had",
    { tool: "fjord.list_remarks" },
    { remarks: [1] },
    { answer: { next_arguments: { page: 2 } } },
  ),
  succeeds(
    "says nothing of a next page on the last",
    { tool: "fjord.list_remarks", arguments: { page: 2 } },
    { remarks: [2] },
    { check: ({ value }) => assert.equal(value.next_arguments, undefined) },
  ),
  succeeds(
    "cuts off what is longer than was asked for, and says where the whole is",
    get("long", { max_bytes: 1000 }),
    LONG.slice(0, 1000),
    {
      undocumented: RUNS_NOTHING,
      async check({ value: { run, data, response } }, found) {
        assert.deepEqual(
          [
            data,
            response?.truncated,
            response?.size,
            response?.result_url && new URL(response.result_url).pathname,
          ],
          [LONG.slice(0, 1000), true, LONG.length, `/api/v1/runs/${run}/result`],
        );
        assert.equal((await api(found, "GET", `/runs/${run}/result`)).value.data, LONG);
      },
    },
  ),
  succeeds("gives nothing of what is no text, and says where it is", get("picture"), undefined, {
    check: ({ value: { data, response } }) =>
      assert.deepEqual(
        [
          data,
          response?.truncated,
          response?.media_type,
          response?.size,
          response?.result_url !== undefined,
        ],
        [undefined, true, "image/png", PICTURE.length, true],
      ),
  }),
  succeeds("never shows the credential, if the app says it back", get("mirror"), undefined, {
    check: lacks(FJORD_KEY),
  }),
  failed(
    "has the app's own words where it has no such thing",
    "missing",
    "upstream_not_found",
    /^Fjord answered 404: There is no such remark\.$/,
    { retryable: false },
  ),
  failed(
    "has the app's own words where it finds the request wrong",
    "wrong",
    "upstream_bad_request",
    /A remark has a number/,
  ),
  failed("says that the app has a fault", "broken", "upstream_server", /The fjord is frozen/, {
    retryable: true,
  }),
  failed(
    "says when the app wants to be asked again",
    "busy",
    "upstream_rate_limited",
    /Come again/,
    { retryable: true, retry_after: 120 },
    { timeout: 5 },
  ),
  failed("says that the app does not take the key", "stranger", "upstream_auth", /Who are you/),
  {
    it: "follows the app into no private network",
    ...rig,
    send: get("elsewhere"),
    status: 422,
    problem: "blocked_address",
  },
  {
    it: "sends a change nowhere else, if the app says so",
    ...rig,
    send: async () => create(`away ${once()}`),
    status: 200,
    answer: { status: "failed" },
    check: ({ value }) => assert.equal(value.error?.code, "upstream_redirect"),
  },
  {
    it: "does not know what came of a change that had no answer",
    ...rig,
    send: async () => create(`cut ${once()}`),
    status: 200,
    answer: { status: "outcome_unknown" },
    check: ({ value }) => assert.equal(value.error?.retryable, false),
  },
  {
    it: "sends a change once, that had no answer",
    ...rig,
    undocumented: RUNS_NOTHING,
    send: async () => create(`cut ${once()}`),
    status: 200,
    check: async ({ value: { run } }, found) =>
      assert.equal(
        (await api<Output<"getRun">>(found, "GET", `/runs/${run}`)).value.attempts.length,
        1,
      ),
  },
  {
    it: "is the same run for the same idempotency key, and is carried out once",
    ...rig,
    undocumented: RUNS_NOTHING,
    send: async (found) => {
      const [key, text] = [once(), `hello ${once()}`];
      await ran(found, "create_remark", { text }, { idempotency_key: key });
      return create(text, { idempotency_key: key });
    },
    status: 200,
    answer: { status: "succeeded" },
    check: ({ value }) => assert.equal((value.data as Told)["times"], 1),
  },
  {
    it: "is carried out once, if it is asked for ten times at once",
    ...rig,
    undocumented: RUNS_NOTHING,
    send: async (found) => {
      const [key, text] = [once(), `hello ${once()}`];
      await Promise.all(
        Array.from({ length: 10 }, () =>
          ran(found, "create_remark", { text }, { idempotency_key: key }),
        ),
      );
      return create(text, { idempotency_key: key });
    },
    status: 200,
    check: ({ value }) => assert.equal((value.data as Told)["times"], 1),
  },
  {
    it: "uses another connection of an end user, that is named",
    ...rig,
    ...NO_PAGES,
    send: async (found) => get("1", { connection: (await connected(found)).id }),
    status: 200,
    answer: { status: "succeeded" },
  },
  {
    it: "says that it can't be run while it needs a connection, and where one is made",
    ...rig,
    send: { tool: "basil.list_messages" },
    status: 409,
    problem: "connection_required",
    check: (reply) => assert.match(problemOf(reply)["connect_url"], /\/connect\/cl_/),
  },
  {
    it: "gives no link to a key that may not connect",
    ...rig,
    headers: bearer(KEYS.runner),
    send: { tool: "basil.list_messages" },
    status: 409,
    problem: "connection_required",
    check: (reply) => assert.equal(problemOf(reply)["connect_url"], undefined),
  },
  {
    it: "says which connections would do, where it is not clear",
    ...rig,
    send: { tool: "atlas.list_board" },
    status: 409,
    problem: "connection_ambiguous",
    check: (reply) =>
      assert.deepEqual(
        problemOf(reply)["candidates"].toSorted((a: Told, b: Told) => (a["id"] < b["id"] ? -1 : 1)),
        [
          { id: "conn_atlas_home", label: "Home" },
          { id: "conn_atlas_work", label: "Work", account: "ann@atlas.example" },
        ],
      ),
  },
  {
    it: "says where a connection is mended that does not work",
    ...rig,
    send: { tool: "cumulus.list_tickets" },
    status: 409,
    problem: "connection_inactive",
    check: (reply) => assert.match(problemOf(reply)["reconnect_url"], /\/connect\/cl_/),
  },
  {
    it: "runs nothing with a connection that is switched off",
    ...rig,
    send: async (found) => {
      const { id } = await connected(found);
      await api(found, "PATCH", `/connections/${id}`, { is_enabled: false });
      return get("1", { connection: id });
    },
    status: 409,
    problem: "connection_inactive",
    unproxied: NO_PAGES.unproxied,
  },
  {
    it: "runs nothing with a connection that waits for a person, and says where they finish",
    ...rig,
    send: async (found) =>
      get("1", { connection: (await linkTo(found, "fjord", { user: newUser() })).connection.id }),
    status: 409,
    problem: "connection_inactive",
    check: (reply) => assert.match(problemOf(reply)["reconnect_url"], /\/connect\/cl_/),
  },
  {
    it: "says that a run is being carried out under the same idempotency key",
    ...rig,
    undocumented: RUNS_NOTHING,
    send: async (found) => {
      const key = once();
      const { word } = await heldRun(found, { idempotency_key: key });
      return create(`held ${word}`, { idempotency_key: key });
    },
    status: 409,
    problem: "request_in_flight",
    check: async ({ value }, found) => letGo(found, problemOf({ value } as Reply)["detail"]),
  },
  {
    it: "says which scopes the connection lacks, and where it is given them",
    ...rig,
    send: get("forbidden"),
    status: 403,
    problem: "scope_missing",
    check(reply) {
      assert.deepEqual(problemOf(reply)["scopes"], ["remarks", "admin"]);
      assert.match(problemOf(reply)["reconnect_url"], /\/connect\/cl_/);
    },
  },
  {
    it: "says which scopes the connection lacks to a key that may not connect",
    ...rig,
    headers: bearer(KEYS.runner),
    send: get("forbidden"),
    status: 403,
    problem: "scope_missing",
    check: (reply) =>
      assert.deepEqual(
        [problemOf(reply)["scopes"], problemOf(reply)["reconnect_url"]],
        [["remarks", "admin"], undefined],
      ),
  },
  {
    it: "refuses arguments that do not fit, and says where",
    ...rig,
    send: { tool: "fjord.create_remark", arguments: { text: 7, loud: "very" } },
    status: 422,
    problem: "invalid_arguments",
    check: pointsAt("/arguments/loud", "/arguments/text"),
  },
  {
    it: "refuses arguments that are missing",
    ...rig,
    send: { tool: "fjord.get_remark" },
    status: 422,
    problem: "invalid_arguments",
  },
  {
    it: "refuses arguments that the tool does not have",
    ...rig,
    send: get("1", { arguments: { id: "1", colour: "red" } }),
    status: 422,
    problem: "invalid_arguments",
  },
  {
    it: "refuses an idempotency key that was used for something else",
    ...rig,
    undocumented: RUNS_NOTHING,
    send: async (found) => {
      const key = once();
      await ran(found, "create_remark", { text: "hello" }, { idempotency_key: key });
      return create("other", { idempotency_key: key });
    },
    status: 422,
    problem: "idempotency_conflict",
  },
  {
    it: "reaches no address of a private network",
    ...rig,
    send: { tool: "fjord.look_inside" },
    status: 422,
    problem: "blocked_address",
  },
  {
    it: "refuses a tool of an app that the key is not for",
    ...rig,
    headers: bearer(KEYS.limited),
    send: get("1"),
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "uses no connection of another user",
    ...rig,
    headers: bearer(KEYS.user),
    send: get("1", { connection: "conn_fjord_main" }),
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "uses no connection of the account for an end user",
    ...rig,
    headers: bearer(KEYS.user),
    send: get("1"),
    status: 409,
    problem: "connection_required",
  },
  {
    it: "knows no connection by a label that there is not",
    ...rig,
    send: get("1", { connection: "Nothing" }),
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "knows no such tool of an app",
    ...rig,
    send: { tool: "fjord.zzyzx_nothing" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "knows no tool of an app that there is not",
    ...rig,
    send: { tool: "zzyzx_nothing.do" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "refuses arguments that are a list",
    ...rig,
    send: get("1", { arguments: [1] }),
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/arguments"),
  },
  {
    it: "refuses a timeout of 301 seconds",
    ...rig,
    send: get("1", { timeout: 301 }),
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/timeout"),
  },
  {
    it: "refuses fewer bytes than a thousand",
    ...rig,
    send: get("1", { max_bytes: 999 }),
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/max_bytes"),
  },
  {
    it: "refuses an empty idempotency key",
    ...rig,
    send: get("1", { idempotency_key: "" }),
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/idempotency_key"),
  },
  {
    it: "refuses an input that it does not know",
    ...rig,
    undocumented: LEAVES_OUT,
    send: get("1", { url: "https://evil.example" }),
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/url"),
  },
  {
    it: "refuses a body of over one MiB",
    ...rig,
    only: {
      caller: "http",
      because: "over MCP it is the message that is too large, which has no id then",
    },
    send: () => create("a".repeat(1 << 20)),
    status: 413,
    problem: "body_too_large",
  },
  ...everyOperation<"runTool">(get("1"), { permission: "run" }),
];

/** Lets the run go on that a problem names. */
async function letGo(found: Asks, detail: string): Promise<void> {
  const { value } = await api<Output<"getRun">>(
    found,
    "GET",
    `/runs/${/run_[0-9a-f]{32}/.exec(detail)![0]}`,
  );
  await ran(found, "create_remark", {
    text: String(value.arguments["text"]).replace("held", "release"),
  });
}

const ids = ({ data }: { readonly data: readonly { readonly run: string }[] }): string[] =>
  data.map(({ run }) => run);

/** What listing runs must do. */
export const listRuns: CasesOf<"listRuns"> = [
  {
    it: "lists runs, a page of them, the newest first",
    send: {},
    status: 200,
    check({ value: { data } }) {
      assert.ok(data.length <= 20);
      const times = data.map(({ created_at }) => created_at);
      assert.deepEqual(times, times.toSorted().reverse());
    },
  },
  {
    it: "lists the runs with a connection, and goes on where a page ended, to the end",
    ...rig,
    ...NO_PAGES,
    send: async (found) => {
      const { id } = await connected(found);
      for (const remark of ["1", "missing", "3"])
        await ran(found, "get_remark", { id: remark }, { connection: id });
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
        [...value.data, ...rest.data].map(({ arguments: given }) => given["id"]),
        ["3", "missing", "1"],
      );
      assert.equal(rest.next_cursor, null);
      const { value: failures } = await call("listRuns", { connection, status: "failed" });
      assert.deepEqual(
        failures.data.map(({ arguments: given }) => given["id"]),
        ["missing"],
      );
    },
  },
  {
    it: "lists the runs of a tool",
    ...rig,
    undocumented: RUNS_NOTHING,
    send: async (found) => (await ran(found, "list_remarks"), { tool: "fjord.list_remarks" }),
    status: 200,
    check: ({ value: { data } }) =>
      assert.deepEqual(
        [data.length > 0, data.every(({ tool }) => tool === "fjord.list_remarks")],
        [true, true],
      ),
  },
  {
    it: "lists no runs of an app that was not used",
    ...rig,
    undocumented: RUNS_NOTHING,
    send: { app: "atlas" },
    status: 200,
    answer: { data: [], next_cursor: null },
  },
  {
    it: "lists for an end user's key nothing of the account",
    ...rig,
    headers: bearer(KEYS.user),
    undocumented: RUNS_NOTHING,
    send: async (found) => (await ran(found, "get_remark", { id: "1" }), { app: "fjord" }),
    status: 200,
    answer: { data: [] },
  },
  {
    it: "lists nothing of an app that the key is not for",
    ...rig,
    headers: bearer(KEYS.limited),
    undocumented: RUNS_NOTHING,
    send: { app: "fjord" },
    status: 200,
    answer: { data: [] },
  },
  {
    it: "shows nothing that is secret",
    ...rig,
    undocumented: RUNS_NOTHING,
    send: async (found) => (
      await ran(found, "create_remark", { text: `my key is ${FJORD_KEY}` }), { limit: 100 }
    ),
    status: 200,
    check: lacks(FJORD_KEY),
  },
  {
    it: "refuses a status that there is not",
    send: { status: "done" },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/status"),
  },
  {
    it: "refuses a limit of a hundred and one",
    send: { limit: 101 },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/limit"),
  },
  {
    it: "refuses a cursor that is garbage",
    undocumented: "a mock knows no cursors",
    send: { cursor: "garbage" },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/cursor"),
  },
  {
    it: "refuses a cursor that was given for other runs",
    ...rig,
    undocumented: "a mock knows no cursors",
    send: async (found) => {
      for (const id of ["1", "2"]) await ran(found, "get_remark", { id });
      return {
        status: "failed",
        cursor: (await found.call("listRuns", { limit: 1 })).value.next_cursor,
      };
    },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/cursor"),
  },
  {
    it: "refuses a cursor of the list of apps",
    ...rig,
    undocumented: "a mock knows no cursors",
    send: async ({ call }) => ({
      cursor: (await call("searchApps", { limit: 1 })).value.next_cursor,
    }),
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/cursor"),
  },
  {
    it: "refuses an input that it does not know",
    undocumented: LEAVES_OUT,
    send: { limit: 1, ...{ user: "42" } },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/user"),
  },
  ...everyOperation<"listRuns">({}, { needsNoCatalogue: true }),
];

const aRun = async (found: Asks) => ({ run: (await ran(found, "get_remark", { id: "1" })).run });
const aLongRun = async (found: Asks) => ({
  run: (await ran(found, "get_remark", { id: "long" }, { max_bytes: 1000 })).run,
});

/** What reading a run must do. */
export const getRun: CasesOf<"getRun"> = [
  {
    it: "says what was done",
    ...rig,
    undocumented: RUNS_NOTHING,
    send: aRun,
    status: 200,
    answer: {
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
    ...rig,
    undocumented: RUNS_NOTHING,
    send: async (found) => ({ run: (await ran(found, "get_remark", { id: "missing" })).run }),
    status: 200,
    answer: { status: "failed" },
    check: ({ value }) =>
      assert.deepEqual(
        [value.error?.code, value.attempts[0]?.status_code],
        ["upstream_not_found", 404],
      ),
  },
  {
    it: "says under which idempotency key it ran",
    ...rig,
    undocumented: RUNS_NOTHING,
    send: async (found) => ({
      run: (await ran(found, "get_remark", { id: "1" }, { idempotency_key: once() })).run,
    }),
    status: 200,
    check: ({ value }) => assert.match(value.idempotency_key!, /^once-/),
  },
  {
    it: "keeps no credential, whoever said it",
    ...rig,
    undocumented: RUNS_NOTHING,
    send: async (found) => ({
      run: (await ran(found, "create_remark", { text: `refused ${FJORD_KEY}` })).run,
    }),
    status: 200,
    answer: { status: "failed" },
    check: lacks(FJORD_KEY),
  },
  {
    it: "keeps the beginning of a long text alone",
    ...rig,
    undocumented: RUNS_NOTHING,
    send: async (found) => ({
      run: (await ran(found, "create_remark", { text: `hello ${"a".repeat(4990)}` })).run,
    }),
    status: 200,
    check: ({ value }) => assert.ok(String(value.arguments["text"]).length < 3000),
  },
  {
    it: "knows no run of another user",
    ...rig,
    headers: bearer(KEYS.user),
    send: aRun,
    status: 404,
    problem: "run_not_found",
  },
  {
    it: "knows no run of an app that the key is not for",
    ...rig,
    headers: bearer(KEYS.limited),
    send: aRun,
    status: 404,
    problem: "run_not_found",
  },
  { it: "knows no run of that id", send: NO_SUCH, status: 404, problem: "run_not_found" },
  {
    it: "knows no run of any script",
    send: { run: "run_水\u{1f3a7}" },
    status: 404,
    problem: "run_not_found",
  },
  {
    it: "refuses an id of 101 characters",
    send: { run: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/run"),
  },
  ...everyOperation<"getRun">(aRun, { refusedWith: NO_SUCH, needsNoCatalogue: true }),
];

/** What reading a run's result must do. */
export const getRunResult: CasesOf<"getRunResult"> = [
  {
    it: "gives the whole",
    ...rig,
    send: aLongRun,
    status: 200,
    answer: {
      media_type: "text/plain",
      encoding: "text",
      data: LONG,
      offset: 0,
      size: LONG.length,
      next_offset: null,
    },
  },
  {
    it: "gives it in parts that make up the whole",
    ...rig,
    send: async (found) => ({ ...(await aLongRun(found)), limit: 2000 }),
    status: 200,
    async check({ value }, { call }) {
      let { data, next_offset: offset } = value;
      while (offset !== null) {
        const { value: next } = await call("getRunResult", { run: value.run, offset, limit: 2000 });
        data += next.data;
        offset = next.next_offset;
      }
      assert.equal(data, LONG);
    },
  },
  {
    it: "gives nothing beyond the end",
    ...rig,
    send: async (found) => ({ ...(await aLongRun(found)), offset: 100_000 }),
    status: 200,
    answer: { data: "", next_offset: null },
  },
  {
    it: "gives bytes in base64",
    ...rig,
    send: async (found) => ({ run: (await ran(found, "get_remark", { id: "picture" })).run }),
    status: 200,
    answer: {
      media_type: "image/png",
      encoding: "base64",
      data: PICTURE.toString("base64"),
      size: PICTURE.length,
    },
  },
  {
    it: "gives what a run with an idempotency key was answered",
    ...rig,
    send: async (found) => ({
      run: (await ran(found, "get_remark", { id: "1" }, { idempotency_key: once() })).run,
    }),
    status: 200,
    check: ({ value }) => assert.deepEqual(JSON.parse(value.data), { id: "1", text: "It hums" }),
  },
  {
    it: "has nothing of a run that was given whole",
    ...rig,
    send: aRun,
    status: 404,
    problem: "run_not_found",
  },
  {
    it: "knows no run of another user",
    ...rig,
    headers: bearer(KEYS.user),
    send: aLongRun,
    status: 404,
    problem: "run_not_found",
  },
  { it: "knows no run of that id", ...rig, send: NO_SUCH, status: 404, problem: "run_not_found" },
  {
    it: "refuses an offset below nothing",
    ...rig,
    send: { ...NO_SUCH, offset: -1 },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/offset"),
  },
  {
    it: "refuses a limit of nothing",
    ...rig,
    send: { ...NO_SUCH, limit: 0 },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/limit"),
  },
  ...everyOperation<"getRunResult">(aLongRun, {
    permission: "run",
    refusedWith: NO_SUCH,
    needsNoCatalogue: true,
  }),
];

/** What forgetting a run must do. */
export const deleteRun: CasesOf<"deleteRun"> = [
  {
    it: "leaves nothing of it",
    ...rig,
    send: aLongRun,
    status: 200,
    answer: { deleted: true },
    async check({ value: { run } }, found) {
      assert.equal((await api(found, "GET", `/runs/${run}`)).value.code, "run_not_found");
      assert.equal((await api(found, "GET", `/runs/${run}/result`)).value.code, "run_not_found");
      assert.equal((await api(found, "DELETE", `/runs/${run}`)).status, 404);
      assert.ok(!ids((await api(found, "GET", "/runs?limit=100")).value).includes(run));
    },
  },
  {
    it: "forgets none that is being carried out",
    ...rig,
    undocumented: RUNS_NOTHING,
    send: async (found) => ({ run: (await heldRun(found)).run }),
    status: 409,
    problem: "request_in_flight",
    check: async (reply, found) => letGo(found, problemOf(reply)["detail"]),
  },
  {
    it: "forgets none of another user",
    ...rig,
    headers: bearer(KEYS.user),
    send: aRun,
    status: 404,
    problem: "run_not_found",
  },
  { it: "knows no run of that id", ...rig, send: NO_SUCH, status: 404, problem: "run_not_found" },
  {
    it: "refuses an id of 101 characters",
    ...rig,
    send: { run: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/run"),
  },
  ...everyOperation<"deleteRun">(aRun, {
    permission: "run",
    refusedWith: NO_SUCH,
    needsNoCatalogue: true,
  }),
];
