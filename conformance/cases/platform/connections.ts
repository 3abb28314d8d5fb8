import assert from "node:assert/strict";
import type { CallResult, Case, CasesOf, Output } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import {
  callApi,
  createConnection,
  createConnectLink,
  newEndUser,
  openConnectPage,
} from "./actions.ts";
import { assertPointer, BAD_CURSORS } from "./apps.ts";
import { commonCases } from "./every-operation.ts";

type Connection = Output<"getConnection">;

const INVALID_PAGINATION = {
  mockSkipReason: "a mock connects nothing",
  proxySkipReason: "Prism passes on no pages",
} as const;
const EXTRA_NAMES_UNDOCUMENTED = "the document can't say that other names are refused";
const MOCK_HAS_NO_CONNECTIONS = "a mock knows no connections";
/** An id that nobody has given. */
const UNKNOWN_CONNECTION = { connection: "conn_00000000000000000000000000000000" } as const;

const ids = ({ data }: { readonly data: readonly Connection[] }): string[] =>
  data.map(({ id }) => id);
const requiresFixture = { requires: "fixture" } as const;

/** That a link is as links are: at the service's own address, for 15 minutes. */
function assertConnectLink({
  value: { url, expires_at, connection },
}: CallResult<Output<"connectApp">>): void {
  assert.match(new URL(url).pathname, /^\/connect\/cl_[\w.-]{40,}$/);
  const minutes = (Date.parse(expires_at) - Date.now()) / 60_000;
  assert.ok(minutes > 13 && minutes < 16, `${minutes} minutes`);
  assert.equal(JSON.stringify(connection).includes("cl_"), false);
}

const assertNoSecret = ({ value }: CallResult): void =>
  assert.doesNotMatch(
    JSON.stringify(value),
    /fjord_(key|entered|token|refresh)|atlas_token|cumulus_password|client_secret/,
  );

/** What connecting an app must do. */
export const connectApp: CasesOf<"connectApp"> = [
  {
    it: "gives a link for the person, and the connection that waits for them",
    ...requiresFixture,
    input: { app: "basil" },
    status: 200,
    check(result) {
      assertConnectLink(result);
      const {
        app,
        auth_method,
        user,
        label,
        default: isDefault,
        status,
        fields,
      } = result.value.connection;
      assert.deepEqual(
        { app, auth_method, user, label, default: isDefault, status, fields },
        {
          app: "basil",
          auth_method: null,
          user: null,
          label: "Basil Mail",
          default: false,
          status: "pending",
          fields: {},
        },
      );
    },
  },
  {
    it: "gives another link and another connection each time",
    ...requiresFixture,
    input: { app: "basil" },
    status: 200,
    async check({ value }, context) {
      const other = await createConnectLink(context, "basil");
      assert.notEqual(other.url, value.url);
      assert.notEqual(other.connection.id, value.connection.id);
    },
  },
  {
    it: "takes a label, a method and scopes",
    ...requiresFixture,
    input: {
      app: "fjord",
      label: "Work \u{1f3a7}",
      auth_method: "oauth2",
      scopes: ["remarks"],
      user: "7",
    },
    status: 200,
    check: ({ value: { connection } }) =>
      assert.deepEqual(
        [connection.label, connection.auth_method, connection.scopes, connection.user],
        ["Work \u{1f3a7}", "oauth2", ["remarks"], "7"],
      ),
  },
  {
    it: "connects for the end user that a key is bound to",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: { app: "basil" },
    status: 200,
    check: ({ value }) => assert.equal(value.connection.user, "42"),
  },
  {
    it: "connects for that user by name too",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: { app: "basil", user: "42" },
    status: 200,
    check: ({ value }) => assert.equal(value.connection.user, "42"),
  },
  {
    it: "sends people back to this machine",
    ...requiresFixture,
    input: { app: "basil", return_url: "http://127.0.0.1:9999/settings?tab=apps" },
    status: 200,
    check: assertConnectLink,
  },
  {
    it: "connects an app that the key is for",
    ...requiresFixture,
    headers: bearerHeader(KEYS.limited),
    input: { app: "basil" },
    status: 200,
    check: assertConnectLink,
  },
  {
    it: "connects an app that asks for nothing",
    ...requiresFixture,
    input: { app: "grove" },
    status: 200,
    check: assertConnectLink,
  },
  {
    it: "refuses another user than the key's",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: { app: "basil", user: "43" },
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "refuses an app that the key is not for",
    ...requiresFixture,
    headers: bearerHeader(KEYS.limited),
    input: { app: "atlas" },
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "knows no app of that id",
    ...requiresFixture,
    input: { app: "zzyzx_nothing" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "refuses a way that the app does not offer",
    ...requiresFixture,
    mockSkipReason: "a mock knows no apps",
    input: { app: "basil", auth_method: "oauth2" },
    status: 400,
    problem: "method_not_offered",
    check: assertPointer("/auth_method"),
  },
  {
    it: "refuses to send people to strangers",
    ...requiresFixture,
    mockSkipReason: "a mock knows no origins",
    input: { app: "basil", return_url: "https://evil.example/" },
    status: 400,
    problem: "return_url_refused",
    check: assertPointer("/return_url"),
  },
  {
    it: "refuses to send people to a script",
    ...requiresFixture,
    mockSkipReason: "a mock knows no origins",
    input: { app: "basil", return_url: "javascript:alert(1)" },
    status: 400,
    problem: "return_url_refused",
    check: assertPointer("/return_url"),
  },
  {
    it: "refuses to send people to an address with a password in it",
    ...requiresFixture,
    mockSkipReason: "a mock knows no origins",
    input: { app: "basil", return_url: "http://a:b@127.0.0.1/" },
    status: 400,
    problem: "return_url_refused",
    check: assertPointer("/return_url"),
  },
  {
    it: "says what to do where the app's OAuth has no client here",
    ...requiresFixture,
    input: { app: "atlas" },
    status: 409,
    problem: "app_not_configured",
    check: ({ value }) =>
      assert.match(
        (value as unknown as { hint: string }).hint,
        /\/oauth\/callback.*npm run apps -- configure atlas/,
      ),
  },
  {
    it: "refuses a scope with a space in it",
    ...requiresFixture,
    mockSkipReason: "the document can't say what a scope is",
    input: { app: "fjord", auth_method: "oauth2", scopes: ["remarks admin"] },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/scopes/0"),
  },
  {
    it: "refuses an empty list of scopes",
    ...requiresFixture,
    input: { app: "fjord", scopes: [] },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/scopes"),
  },
  {
    it: "refuses an empty label",
    ...requiresFixture,
    input: { app: "basil", label: "" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/label"),
  },
  {
    it: "refuses a label of 101 characters",
    ...requiresFixture,
    input: { app: "basil", label: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/label"),
  },
  {
    it: "refuses a return_url that is no address",
    ...requiresFixture,
    input: { app: "basil", return_url: "settings" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/return_url"),
  },
  {
    it: "refuses an input that it does not know",
    ...requiresFixture,
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: { app: "basil", ...{ client_secret: "red" } },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/client_secret"),
  },
  {
    it: "refuses a body of over one MiB",
    ...requiresFixture,
    only: {
      protocol: "http",
      reason: "over MCP it is the message that is too large, which has no id then",
    },
    input: () => ({ app: "basil", label: "a".repeat(1 << 20) }),
    status: 413,
    problem: "body_too_large",
  },
  ...commonCases<"connectApp">({ app: "basil" }, { permission: "connect" }),
];

const listCase = (
  it: string,
  send: object,
  expected: readonly string[],
  headers?: Readonly<Record<string, string>>,
): Case<"listConnections"> => ({
  it,
  requires: "fixture",
  input: send,
  status: 200,
  ...(headers && { headers }),
  check: ({ value }) => assert.deepEqual(ids(value).sort(), [...expected].sort()),
});

/** What listing connections must do. */
export const listConnections: CasesOf<"listConnections"> = [
  {
    it: "lists connections, a page of them, and says how many there are",
    input: {},
    status: 200,
    check({ value: { data, total, next_cursor } }) {
      assert.ok(data.length <= 20);
      assert.equal(next_cursor === null, data.length === total);
    },
  },
  listCase("lists those to an app", { app: "atlas" }, ["conn_atlas_work", "conn_atlas_home"]),
  listCase("lists those that are so", { status: "expired" }, ["conn_cumulus_old"]),
  listCase("lists those of an end user", { app: "cumulus", user: "42" }, ["conn_cumulus_42"]),
  listCase(
    "lists for an end user's key that user's alone",
    { app: "cumulus" },
    ["conn_cumulus_42"],
    bearerHeader(KEYS.user),
  ),
  listCase(
    "lists nothing of another user for an end user's key",
    { user: "43" },
    [],
    bearerHeader(KEYS.user),
  ),
  listCase(
    "lists nothing of an app that the key is not for",
    { app: "atlas" },
    [],
    bearerHeader(KEYS.limited),
  ),
  listCase("lists nothing of an app that there is not", { app: "zzyzx_nothing" }, []),
  {
    it: "shows the newest first",
    ...requiresFixture,
    mockSkipReason: MOCK_HAS_NO_CONNECTIONS,
    input: async (context) => {
      const user = newEndUser();
      await createConnectLink(context, "basil", { user, label: "first" });
      await new Promise((resolve) => setTimeout(resolve, 5));
      await createConnectLink(context, "basil", { user, label: "second" });
      return { user };
    },
    status: 200,
    check: ({ value }) =>
      assert.deepEqual(
        value.data.map(({ label }) => label),
        ["second", "first"],
      ),
  },
  {
    it: "goes on where a page ended, to the end",
    ...requiresFixture,
    mockSkipReason: MOCK_HAS_NO_CONNECTIONS,
    input: { app: "atlas", limit: 1 },
    status: 200,
    async check({ value }, { call }) {
      const { value: next } = await call("listConnections", {
        app: "atlas",
        limit: 1,
        cursor: value.next_cursor,
      });
      assert.deepEqual([...ids(value), ...ids(next)].sort(), [
        "conn_atlas_home",
        "conn_atlas_work",
      ]);
      assert.equal(next.next_cursor, null);
    },
  },
  {
    it: "shows nothing that is secret",
    ...requiresFixture,
    input: { limit: 100 },
    status: 200,
    check: assertNoSecret,
  },
  {
    it: "says where a person mends what does not work",
    ...requiresFixture,
    input: { status: "expired" },
    status: 200,
    check: ({ value }) => assert.match(value.data[0]!.reconnect_url!, /\/connect\/cl_/),
  },
  {
    it: "gives no link to a key that may not connect",
    ...requiresFixture,
    headers: bearerHeader(KEYS.reader),
    input: { status: "expired" },
    status: 200,
    check: ({ value }) =>
      assert.ok(value.data.every(({ reconnect_url }) => reconnect_url === undefined)),
  },
  {
    it: "refuses a status that there is not",
    input: { status: "broken" },
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
    it: "refuses an input that it does not know",
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: { limit: 1, ...{ color: "red" } },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/color"),
  },
  ...Object.entries(BAD_CURSORS).map(
    ([which, cursor]) =>
      ({
        it: `refuses a cursor ${which}`,
        mockSkipReason: "a mock knows no cursors",
        input: { cursor },
        status: 400,
        problem: "invalid_input",
        check: assertPointer("/cursor"),
      }) as const,
  ),
  {
    it: "refuses a cursor that was given for another app",
    ...requiresFixture,
    mockSkipReason: "a mock knows no cursors",
    input: async ({ call }) => ({
      app: "fjord",
      cursor: (await call("listConnections", { app: "atlas", limit: 1 })).value.next_cursor,
    }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/cursor"),
  },
  ...commonCases<"listConnections">({}, { worksWithoutCatalog: true }),
];

/** What reading a connection must do. */
export const getConnection: CasesOf<"getConnection"> = [
  {
    it: "says all that is known of a connection",
    ...requiresFixture,
    input: { connection: "conn_atlas_work" },
    status: 200,
    output: {
      id: "conn_atlas_work",
      app: "atlas",
      auth_method: "oauth2",
      user: null,
      label: "Work",
      default: false,
      status: "active",
      account: { email: "ann@atlas.example" },
      scopes: ["issues"],
      fields: {},
      created_at: "2026-11-01T00:00:00.000Z",
    },
    check(result) {
      assert.equal(result.value.reconnect_url, undefined);
      assertNoSecret(result);
    },
  },
  {
    it: "says why one does not work, and where a person mends it",
    ...requiresFixture,
    input: { connection: "conn_cumulus_old" },
    status: 200,
    output: {
      status: "expired",
      fields: { subdomain: "acme" },
      status_reason: {
        code: "grant_refused",
        message: "Cumulus Desk does not take the password any more.",
        at: "2026-11-01T00:00:00.000Z",
      },
    },
    check: ({ value }) => assert.match(value.reconnect_url!, /\/connect\/cl_/),
  },
  {
    it: "gives no link to a key that may not connect",
    ...requiresFixture,
    headers: bearerHeader(KEYS.reader),
    input: { connection: "conn_cumulus_old" },
    status: 200,
    check: ({ value }) => assert.equal(value.reconnect_url, undefined),
  },
  {
    it: "gives a link for one that waits for a person",
    ...requiresFixture,
    mockSkipReason: MOCK_HAS_NO_CONNECTIONS,
    input: async (context) => ({
      connection: (await createConnectLink(context, "basil")).connection.id,
    }),
    status: 200,
    output: { status: "pending" },
    check: ({ value }) => assert.match(value.reconnect_url!, /\/connect\/cl_/),
  },
  {
    it: "is active once a person has filled in the form",
    ...requiresFixture,
    ...INVALID_PAGINATION,
    input: async (context) => ({ connection: (await createConnection(context)).id }),
    status: 200,
    output: { status: "active", auth_method: "api_key", fields: {} },
    check: assertNoSecret,
  },
  {
    it: "reads an end user's with that user's key",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: { connection: "conn_cumulus_42" },
    status: 200,
    output: { user: "42" },
  },
  {
    it: "knows no connection of another user",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: { connection: "conn_fjord_main" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "knows no connection of an app that the key is not for",
    ...requiresFixture,
    headers: bearerHeader(KEYS.limited),
    input: { connection: "conn_fjord_main" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "knows no connection of that id",
    input: UNKNOWN_CONNECTION,
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "knows no connection of any script",
    input: { connection: "conn_水\u{1f3a7}" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "refuses an id of 101 characters",
    input: { connection: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/connection"),
  },
  ...commonCases<"getConnection">(
    { connection: "conn_atlas_work" },
    { rejectedInput: UNKNOWN_CONNECTION, worksWithoutCatalog: true },
  ),
];

const createActive = async (context: Parameters<typeof createConnectLink>[0]) => ({
  connection: (await createConnection(context)).id,
});
const createPending = async (context: Parameters<typeof createConnectLink>[0]) => ({
  connection: (await createConnectLink(context, "basil")).connection.id,
});

/** What changing a connection must do. */
export const updateConnection: CasesOf<"updateConnection"> = [
  {
    it: "gives it another label",
    ...requiresFixture,
    ...INVALID_PAGINATION,
    input: async (context) => ({ ...(await createActive(context)), label: "Other \u{1f3a7}" }),
    status: 200,
    output: { label: "Other \u{1f3a7}", status: "active", default: false },
  },
  {
    it: "makes it the default, instead of whichever was",
    ...requiresFixture,
    ...INVALID_PAGINATION,
    input: async (context) => {
      const { id, user } = await createConnection(context);
      await callApi(context, "PATCH", `/connections/${id}`, { default: true });
      return { connection: (await createConnection(context, { user })).id, default: true };
    },
    status: 200,
    output: { default: true },
    async check({ value }, context) {
      const { value: list } = await callApi(context, "GET", `/connections?user=${value.user}`);
      assert.deepEqual(
        list.data.filter((each: Connection) => each.default).map(({ id }: Connection) => id),
        [value.id],
      );
    },
  },
  {
    it: "switches it off",
    ...requiresFixture,
    ...INVALID_PAGINATION,
    input: async (context) => ({ ...(await createActive(context)), enabled: false }),
    status: 200,
    output: { status: "disabled" },
    check: ({ value }) => assert.equal(value.status_reason?.code, "switched_off"),
  },
  {
    it: "switches it on again",
    ...requiresFixture,
    ...INVALID_PAGINATION,
    input: async (context) => {
      const { connection } = await createActive(context);
      await callApi(context, "PATCH", `/connections/${connection}`, { enabled: false });
      return { connection, enabled: true };
    },
    status: 200,
    output: { status: "active" },
    check: ({ value }) => assert.equal(value.status_reason, undefined),
  },
  {
    it: "changes nothing where nothing is asked for",
    ...requiresFixture,
    input: { connection: "conn_atlas_home" },
    status: 200,
    output: { label: "Home", status: "active" },
  },
  {
    it: "gives a label to one that waits",
    ...requiresFixture,
    mockSkipReason: MOCK_HAS_NO_CONNECTIONS,
    input: async (context) => ({ ...(await createPending(context)), label: "Later" }),
    status: 200,
    output: { label: "Later", status: "pending" },
  },
  {
    it: "switches off none that waits",
    ...requiresFixture,
    input: async (context) => ({ ...(await createPending(context)), enabled: false }),
    status: 409,
    problem: "connection_inactive",
  },
  {
    it: "switches on none that is expired",
    ...requiresFixture,
    input: { connection: "conn_cumulus_old", enabled: true },
    status: 409,
    problem: "connection_inactive",
  },
  {
    it: "knows no connection of that id",
    ...requiresFixture,
    input: { ...UNKNOWN_CONNECTION, label: "Mine" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "changes none of another user",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: { connection: "conn_atlas_home", label: "Mine" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "refuses an empty label",
    ...requiresFixture,
    input: { ...UNKNOWN_CONNECTION, label: "" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/label"),
  },
  {
    it: "refuses a default that is a string",
    ...requiresFixture,
    input: { ...UNKNOWN_CONNECTION, default: "yes" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/default"),
  },
  {
    it: "refuses an input that it does not know",
    ...requiresFixture,
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: { ...UNKNOWN_CONNECTION, ...{ status: "active" } },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/status"),
  },
  {
    it: "refuses a body of over one MiB",
    ...requiresFixture,
    input: () => ({ ...UNKNOWN_CONNECTION, label: "a".repeat(1 << 20) }),
    status: 413,
    problem: "body_too_large",
  },
  ...commonCases<"updateConnection">(
    { connection: "conn_atlas_home" },
    { permission: "connect", rejectedInput: UNKNOWN_CONNECTION, worksWithoutCatalog: true },
  ),
];

/** What deleting a connection must do. */
export const deleteConnection: CasesOf<"deleteConnection"> = [
  {
    it: "takes one away that works",
    ...requiresFixture,
    ...INVALID_PAGINATION,
    input: createActive,
    status: 200,
    output: { status: "revoked", fields: {} },
    async check({ value: { id } }, context) {
      assert.equal(
        (await callApi(context, "GET", `/connections/${id}`)).value.code,
        "connection_not_found",
      );
      assert.equal((await callApi(context, "DELETE", `/connections/${id}`)).status, 404);
      assert.equal(
        (
          await callApi(context, "POST", "/tools/fjord.get_remark/run", {
            arguments: { id: "1" },
            connection: id,
          })
        ).value.code,
        "connection_not_found",
      );
    },
  },
  {
    it: "takes one away that waits, with its link",
    ...requiresFixture,
    ...INVALID_PAGINATION,
    input: createPending,
    status: 200,
    output: { status: "revoked" },
  },
  {
    it: "leaves a link to what was deleted leading nowhere",
    ...requiresFixture,
    ...INVALID_PAGINATION,
    input: createPending,
    status: 200,
    async check(_, context) {
      const { url, connection } = await createConnectLink(context, "basil");
      await callApi(context, "DELETE", `/connections/${connection.id}`);
      assert.equal((await openConnectPage(context, url)).page.status, 410);
    },
  },
  {
    it: "knows no connection of that id",
    ...requiresFixture,
    input: UNKNOWN_CONNECTION,
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "deletes none of another user",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: { connection: "conn_atlas_home" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "deletes none of an app that the key is not for",
    ...requiresFixture,
    headers: bearerHeader(KEYS.limited),
    input: { connection: "conn_atlas_home" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "refuses an id of 101 characters",
    ...requiresFixture,
    input: { connection: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/connection"),
  },
  ...commonCases<"deleteConnection">(createPending, {
    permission: "connect",
    rejectedInput: UNKNOWN_CONNECTION,
    worksWithoutCatalog: true,
  }),
];

/** What reconnecting must do. */
export const reconnectConnection: CasesOf<"reconnectConnection"> = [
  {
    it: "gives a link, and leaves what works as it is",
    ...requiresFixture,
    input: { connection: "conn_fjord_signed_in" },
    status: 200,
    check(result) {
      assertConnectLink(result);
      assert.deepEqual(
        [result.value.connection.id, result.value.connection.status],
        ["conn_fjord_signed_in", "active"],
      );
    },
  },
  {
    it: "gives a link for one that is expired",
    ...requiresFixture,
    input: { connection: "conn_cumulus_old" },
    status: 200,
    check: ({ value }) => assert.equal(value.connection.status, "expired"),
  },
  {
    it: "takes another way and other scopes",
    ...requiresFixture,
    ...INVALID_PAGINATION,
    input: async (context) => ({
      ...(await createActive(context)),
      auth_method: "oauth2",
      scopes: ["remarks"],
      return_url: "http://localhost:3000/",
    }),
    status: 200,
    check: assertConnectLink,
  },
  {
    it: "is the same connection when a person is done",
    ...requiresFixture,
    ...INVALID_PAGINATION,
    input: createActive,
    status: 200,
    async check({ value: { url, connection } }, context) {
      const { cookie } = await openConnectPage(context, url);
      const { status } = await context.send({
        method: "POST",
        path: new URL(url).pathname,
        headers: { "content-type": "application/x-www-form-urlencoded", cookie },
        body: "method=api_key&f_key=fjord_other_key",
      });
      assert.equal(status, 303);
      const { value } = await callApi(context, "GET", `/connections/${connection.id}`);
      assert.deepEqual([value.id, value.status], [connection.id, "active"]);
    },
  },
  {
    it: "refuses a way that the app does not offer",
    ...requiresFixture,
    mockSkipReason: "a mock knows no apps",
    input: { connection: "conn_fjord_signed_in", auth_method: "basic" },
    status: 400,
    problem: "method_not_offered",
    check: assertPointer("/auth_method"),
  },
  {
    it: "refuses to send people to strangers",
    ...requiresFixture,
    mockSkipReason: "a mock knows no origins",
    input: { connection: "conn_fjord_signed_in", return_url: "https://evil.example/" },
    status: 400,
    problem: "return_url_refused",
    check: assertPointer("/return_url"),
  },
  {
    it: "says what to do where the app's OAuth has no client here",
    ...requiresFixture,
    input: { connection: "conn_atlas_work" },
    status: 409,
    problem: "app_not_configured",
  },
  {
    it: "knows no connection of that id",
    ...requiresFixture,
    input: UNKNOWN_CONNECTION,
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "reconnects none of another user",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: { connection: "conn_fjord_signed_in" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "refuses an empty list of scopes",
    ...requiresFixture,
    input: { ...UNKNOWN_CONNECTION, scopes: [] },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/scopes"),
  },
  {
    it: "refuses a body of over one MiB",
    ...requiresFixture,
    input: () => ({ ...UNKNOWN_CONNECTION, auth_method: "a".repeat(1 << 20) }),
    status: 413,
    problem: "body_too_large",
  },
  ...commonCases<"reconnectConnection">(
    { connection: "conn_fjord_signed_in" },
    { permission: "connect", rejectedInput: UNKNOWN_CONNECTION, worksWithoutCatalog: true },
  ),
];

/** What testing a connection must do. */
export const testConnection: CasesOf<"testConnection"> = [
  {
    it: "opens what is kept of one by a key",
    ...requiresFixture,
    input: { connection: "conn_fjord_main" },
    status: 200,
    output: { ok: true, tried: "decrypted" },
    check: assertNoSecret,
  },
  {
    it: "has the app renew a sign-in",
    ...requiresFixture,
    input: { connection: "conn_fjord_signed_in" },
    status: 200,
    output: { ok: true, tried: "refreshed", detail: "Fjord refreshed the access token." },
    check(result) {
      assert.ok(result.value.connection.last_refreshed_at);
      assert.ok(result.value.connection.expires_at);
      assertNoSecret(result);
    },
  },
  {
    it: "says of one that is expired why that is",
    ...requiresFixture,
    input: { connection: "conn_cumulus_old" },
    status: 200,
    output: { ok: false, detail: "Cumulus Desk does not take the password any more." },
    check: ({ value }) => assert.match(value.connection.reconnect_url!, /\/connect\/cl_/),
  },
  {
    it: "says of one that waits that it does",
    ...requiresFixture,
    mockSkipReason: MOCK_HAS_NO_CONNECTIONS,
    input: createPending,
    status: 200,
    output: { ok: false, tried: "decrypted", detail: "The connection is pending." },
  },
  {
    it: "knows no connection of that id",
    ...requiresFixture,
    input: UNKNOWN_CONNECTION,
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "tests none of another user",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: { connection: "conn_fjord_main" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "refuses an id of 101 characters",
    ...requiresFixture,
    input: { connection: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/connection"),
  },
  ...commonCases<"testConnection">(
    { connection: "conn_fjord_main" },
    { permission: "connect", rejectedInput: UNKNOWN_CONNECTION, worksWithoutCatalog: true },
  ),
];
