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
  mockSkipReason: "a mock can't connect apps",
  proxySkipReason: "Prism doesn't forward pages",
} as const;
const EXTRA_NAMES_UNDOCUMENTED = "the document can't forbid unknown parameters";
const MOCK_HAS_NO_CONNECTIONS = "a mock has no connections";
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
    /fjord_(fixture_key|entered|token|refresh)|atlas_token|cumulus_password|client_secret/,
  );

/** What connecting an app must do. */
export const connectApp: CasesOf<"connectApp"> = [
  {
    it: "returns a connect link and a pending connection",
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
    it: "creates a new link and a new connection each time",
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
    it: "accepts a label, a method, scopes and a user",
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
    it: "connects for the end user of the key",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: { app: "basil" },
    status: 200,
    check: ({ value }) => assert.equal(value.connection.user, "42"),
  },
  {
    it: "accepts the end user of the key by name",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: { app: "basil", user: "42" },
    status: 200,
    check: ({ value }) => assert.equal(value.connection.user, "42"),
  },
  {
    it: "accepts a return_url on this machine",
    ...requiresFixture,
    input: { app: "basil", return_url: "http://127.0.0.1:9999/settings?tab=apps" },
    status: 200,
    check: assertConnectLink,
  },
  {
    it: "connects an app that the key may use",
    ...requiresFixture,
    headers: bearerHeader(KEYS.limited),
    input: { app: "basil" },
    status: 200,
    check: assertConnectLink,
  },
  {
    it: "connects an app that needs no credentials",
    ...requiresFixture,
    input: { app: "grove" },
    status: 200,
    check: assertConnectLink,
  },
  {
    it: "rejects a user other than the key's",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: { app: "basil", user: "43" },
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "rejects an app that the key may not use",
    ...requiresFixture,
    headers: bearerHeader(KEYS.limited),
    input: { app: "atlas" },
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "rejects an unknown app",
    ...requiresFixture,
    input: { app: "zzyzx_nothing" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "rejects a method that the app doesn't offer",
    ...requiresFixture,
    mockSkipReason: "a mock has no apps",
    input: { app: "basil", auth_method: "oauth2" },
    status: 400,
    problem: "method_not_offered",
    check: assertPointer("/auth_method"),
  },
  {
    it: "rejects a return_url whose origin isn't allowed",
    ...requiresFixture,
    mockSkipReason: "a mock has no allowed origins",
    input: { app: "basil", return_url: "https://evil.example/" },
    status: 400,
    problem: "return_url_refused",
    check: assertPointer("/return_url"),
  },
  {
    it: "rejects a return_url with the javascript scheme",
    ...requiresFixture,
    mockSkipReason: "a mock has no allowed origins",
    input: { app: "basil", return_url: "javascript:alert(1)" },
    status: 400,
    problem: "return_url_refused",
    check: assertPointer("/return_url"),
  },
  {
    it: "rejects a return_url that contains a password",
    ...requiresFixture,
    mockSkipReason: "a mock has no allowed origins",
    input: { app: "basil", return_url: "http://a:b@127.0.0.1/" },
    status: 400,
    problem: "return_url_refused",
    check: assertPointer("/return_url"),
  },
  {
    it: "explains how to configure a missing OAuth client",
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
    it: "rejects a scope that contains a space",
    ...requiresFixture,
    mockSkipReason: "the document can't define the syntax of a scope",
    input: { app: "fjord", auth_method: "oauth2", scopes: ["remarks admin"] },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/scopes/0"),
  },
  {
    it: "rejects an empty list of scopes",
    ...requiresFixture,
    input: { app: "fjord", scopes: [] },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/scopes"),
  },
  {
    it: "rejects an empty label",
    ...requiresFixture,
    input: { app: "basil", label: "" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/label"),
  },
  {
    it: "rejects a label of 101 characters",
    ...requiresFixture,
    input: { app: "basil", label: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/label"),
  },
  {
    it: "rejects a return_url that isn't a URL",
    ...requiresFixture,
    input: { app: "basil", return_url: "settings" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/return_url"),
  },
  {
    it: "rejects an unknown parameter",
    ...requiresFixture,
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: { app: "basil", ...{ client_secret: "red" } },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/client_secret"),
  },
  {
    it: "rejects a body over 1 MiB",
    ...requiresFixture,
    only: {
      protocol: "http",
      reason: "over MCP the message itself is too large, so the response has no ID",
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
    it: "returns a page of connections and their total",
    input: {},
    status: 200,
    check({ value: { data, total, next_cursor } }) {
      assert.ok(data.length <= 20);
      assert.equal(next_cursor === null, data.length === total);
    },
  },
  listCase("filters by app", { app: "atlas" }, ["conn_atlas_work", "conn_atlas_home"]),
  listCase("filters by status", { status: "expired" }, ["conn_cumulus_old"]),
  listCase("filters by end user", { app: "cumulus", user: "42" }, ["conn_cumulus_42"]),
  listCase(
    "lists only that user's connections for an end user's key",
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
    "lists nothing of an app that the key may not use",
    { app: "atlas" },
    [],
    bearerHeader(KEYS.limited),
  ),
  listCase("lists nothing of an unknown app", { app: "zzyzx_nothing" }, []),
  {
    it: "lists the newest first",
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
    it: "pages through the whole list",
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
    it: "returns no secrets",
    ...requiresFixture,
    input: { limit: 100 },
    status: 200,
    check: assertNoSecret,
  },
  {
    it: "returns a reconnect link for an expired connection",
    ...requiresFixture,
    input: { status: "expired" },
    status: 200,
    check: ({ value }) => assert.match(value.data[0]!.reconnect_url!, /\/connect\/cl_/),
  },
  {
    it: "returns no link to a key without the connect permission",
    ...requiresFixture,
    headers: bearerHeader(KEYS.reader),
    input: { status: "expired" },
    status: 200,
    check: ({ value }) =>
      assert.ok(value.data.every(({ reconnect_url }) => reconnect_url === undefined)),
  },
  {
    it: "rejects an unknown status",
    input: { status: "broken" },
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
    it: "rejects an unknown parameter",
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: { limit: 1, ...{ color: "red" } },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/color"),
  },
  ...Object.entries(BAD_CURSORS).map(
    ([which, cursor]) =>
      ({
        it: `rejects a cursor ${which}`,
        mockSkipReason: "a mock can't validate cursors",
        input: { cursor },
        status: 400,
        problem: "invalid_input",
        check: assertPointer("/cursor"),
      }) as const,
  ),
  {
    it: "rejects a cursor issued for another app",
    ...requiresFixture,
    mockSkipReason: "a mock can't validate cursors",
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
    it: "returns all details of a connection",
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
    it: "returns the reason and a reconnect link for an expired connection",
    ...requiresFixture,
    input: { connection: "conn_cumulus_old" },
    status: 200,
    output: {
      status: "expired",
      fields: { subdomain: "acme" },
      status_reason: {
        code: "grant_refused",
        message: "Cumulus Desk no longer accepts the password.",
        at: "2026-11-01T00:00:00.000Z",
      },
    },
    check: ({ value }) => assert.match(value.reconnect_url!, /\/connect\/cl_/),
  },
  {
    it: "returns no link to a key without the connect permission",
    ...requiresFixture,
    headers: bearerHeader(KEYS.reader),
    input: { connection: "conn_cumulus_old" },
    status: 200,
    check: ({ value }) => assert.equal(value.reconnect_url, undefined),
  },
  {
    it: "returns a link for a pending connection",
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
    it: "returns an active connection after a user submits the form",
    ...requiresFixture,
    ...INVALID_PAGINATION,
    input: async (context) => ({ connection: (await createConnection(context)).id }),
    status: 200,
    output: { status: "active", auth_method: "api_key", fields: {} },
    check: assertNoSecret,
  },
  {
    it: "returns an end user's connection to that user's key",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: { connection: "conn_cumulus_42" },
    status: 200,
    output: { user: "42" },
  },
  {
    it: "hides another user's connection",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: { connection: "conn_fjord_main" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "hides a connection to an app that the key may not use",
    ...requiresFixture,
    headers: bearerHeader(KEYS.limited),
    input: { connection: "conn_fjord_main" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "rejects an unknown connection",
    input: UNKNOWN_CONNECTION,
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "rejects an unknown ID in any script",
    input: { connection: "conn_水\u{1f3a7}" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "rejects an ID of 101 characters",
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
    it: "changes the label",
    ...requiresFixture,
    ...INVALID_PAGINATION,
    input: async (context) => ({ ...(await createActive(context)), label: "Other \u{1f3a7}" }),
    status: 200,
    output: { label: "Other \u{1f3a7}", status: "active", default: false },
  },
  {
    it: "makes the connection the only default",
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
    it: "disables the connection",
    ...requiresFixture,
    ...INVALID_PAGINATION,
    input: async (context) => ({ ...(await createActive(context)), enabled: false }),
    status: 200,
    output: { status: "disabled" },
    check: ({ value }) => assert.equal(value.status_reason?.code, "switched_off"),
  },
  {
    it: "enables the connection again",
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
    it: "changes nothing if no property is sent",
    ...requiresFixture,
    input: { connection: "conn_atlas_home" },
    status: 200,
    output: { label: "Home", status: "active" },
  },
  {
    it: "labels a pending connection",
    ...requiresFixture,
    mockSkipReason: MOCK_HAS_NO_CONNECTIONS,
    input: async (context) => ({ ...(await createPending(context)), label: "Later" }),
    status: 200,
    output: { label: "Later", status: "pending" },
  },
  {
    it: "rejects disabling a pending connection",
    ...requiresFixture,
    input: async (context) => ({ ...(await createPending(context)), enabled: false }),
    status: 409,
    problem: "connection_inactive",
  },
  {
    it: "rejects enabling an expired connection",
    ...requiresFixture,
    input: { connection: "conn_cumulus_old", enabled: true },
    status: 409,
    problem: "connection_inactive",
  },
  {
    it: "rejects an unknown connection",
    ...requiresFixture,
    input: { ...UNKNOWN_CONNECTION, label: "Mine" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "hides another user's connection",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: { connection: "conn_atlas_home", label: "Mine" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "rejects an empty label",
    ...requiresFixture,
    input: { ...UNKNOWN_CONNECTION, label: "" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/label"),
  },
  {
    it: "rejects a default that is a string",
    ...requiresFixture,
    input: { ...UNKNOWN_CONNECTION, default: "yes" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/default"),
  },
  {
    it: "rejects an unknown parameter",
    ...requiresFixture,
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: { ...UNKNOWN_CONNECTION, ...{ status: "active" } },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/status"),
  },
  {
    it: "rejects a body over 1 MiB",
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
    it: "deletes an active connection",
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
    it: "deletes a pending connection",
    ...requiresFixture,
    ...INVALID_PAGINATION,
    input: createPending,
    status: 200,
    output: { status: "revoked" },
  },
  {
    it: "invalidates the connect link",
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
    it: "rejects an unknown connection",
    ...requiresFixture,
    input: UNKNOWN_CONNECTION,
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "hides another user's connection",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: { connection: "conn_atlas_home" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "hides a connection to an app that the key may not use",
    ...requiresFixture,
    headers: bearerHeader(KEYS.limited),
    input: { connection: "conn_atlas_home" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "rejects an ID of 101 characters",
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
    it: "returns a link and keeps the connection active",
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
    it: "returns a link for an expired connection",
    ...requiresFixture,
    input: { connection: "conn_cumulus_old" },
    status: 200,
    check: ({ value }) => assert.equal(value.connection.status, "expired"),
  },
  {
    it: "accepts another method and other scopes",
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
    it: "keeps the connection ID after the user reconnects",
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
    it: "rejects a method that the app doesn't offer",
    ...requiresFixture,
    mockSkipReason: "a mock has no apps",
    input: { connection: "conn_fjord_signed_in", auth_method: "basic" },
    status: 400,
    problem: "method_not_offered",
    check: assertPointer("/auth_method"),
  },
  {
    it: "rejects a return_url whose origin isn't allowed",
    ...requiresFixture,
    mockSkipReason: "a mock has no allowed origins",
    input: { connection: "conn_fjord_signed_in", return_url: "https://evil.example/" },
    status: 400,
    problem: "return_url_refused",
    check: assertPointer("/return_url"),
  },
  {
    it: "explains how to configure a missing OAuth client",
    ...requiresFixture,
    input: { connection: "conn_atlas_work" },
    status: 409,
    problem: "app_not_configured",
  },
  {
    it: "rejects an unknown connection",
    ...requiresFixture,
    input: UNKNOWN_CONNECTION,
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "hides another user's connection",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: { connection: "conn_fjord_signed_in" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "rejects an empty list of scopes",
    ...requiresFixture,
    input: { ...UNKNOWN_CONNECTION, scopes: [] },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/scopes"),
  },
  {
    it: "rejects a body over 1 MiB",
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
    it: "decrypts the credentials of an API key connection",
    ...requiresFixture,
    input: { connection: "conn_fjord_main" },
    status: 200,
    output: { ok: true, tried: "decrypted" },
    check: assertNoSecret,
  },
  {
    it: "refreshes the tokens of a signed-in connection",
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
    it: "explains why a connection is expired",
    ...requiresFixture,
    input: { connection: "conn_cumulus_old" },
    status: 200,
    output: { ok: false, detail: "Cumulus Desk no longer accepts the password." },
    check: ({ value }) => assert.match(value.connection.reconnect_url!, /\/connect\/cl_/),
  },
  {
    it: "reports that a connection is pending",
    ...requiresFixture,
    mockSkipReason: MOCK_HAS_NO_CONNECTIONS,
    input: createPending,
    status: 200,
    output: { ok: false, tried: "decrypted", detail: "The connection is pending." },
  },
  {
    it: "rejects an unknown connection",
    ...requiresFixture,
    input: UNKNOWN_CONNECTION,
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "hides another user's connection",
    ...requiresFixture,
    headers: bearerHeader(KEYS.user),
    input: { connection: "conn_fjord_main" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "rejects an ID of 101 characters",
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
