import assert from "node:assert/strict";
import type { Case, CasesOf, Output, Reply } from "../../case.ts";
import { bearer, KEYS } from "../../rig/platform/keys.ts";
import { BAD_CURSORS, pointsAt } from "./apps.ts";
import { api, connected, linkTo, newUser, opened } from "./carried-out.ts";
import { everyOperation } from "./every-operation.ts";

type Connection = Output<"getConnection">;

const NO_PAGES = {
  undocumented: "a mock connects nothing",
  unproxied: "Prism passes on no pages",
} as const;
const LEAVES_OUT = "the document can't say that other names are refused";
const KNOWS_NOTHING = "a mock knows no connections";
/** An id that nobody has given. */
const NO_SUCH = { connection: "conn_00000000000000000000000000000000" } as const;

const ids = ({ data }: { readonly data: readonly Connection[] }): string[] =>
  data.map(({ id }) => id);
const rig = { needs: "rig" } as const;

/** That a link is as links are: at the service's own address, for 15 minutes. */
function isLink({ value: { url, expires_at, connection } }: Reply<Output<"connectApp">>): void {
  assert.match(new URL(url).pathname, /^\/connect\/cl_[\w.-]{40,}$/);
  const minutes = (Date.parse(expires_at) - Date.now()) / 60_000;
  assert.ok(minutes > 13 && minutes < 16, `${minutes} minutes`);
  assert.equal(JSON.stringify(connection).includes("cl_"), false);
}

const hasNoSecret = ({ value }: Reply): void =>
  assert.doesNotMatch(
    JSON.stringify(value),
    /fjord_(key|entered|token|refresh)|atlas_token|cumulus_password|client_secret/,
  );

/** What connecting an app must do. */
export const connectApp: CasesOf<"connectApp"> = [
  {
    it: "gives a link for the person, and the connection that waits for them",
    ...rig,
    send: { app: "basil" },
    status: 200,
    check(reply) {
      isLink(reply);
      const { app, auth_id, user, label, is_default, status, fields } = reply.value.connection;
      assert.deepEqual(
        { app, auth_id, user, label, is_default, status, fields },
        {
          app: "basil",
          auth_id: null,
          user: null,
          label: "Basil Mail",
          is_default: false,
          status: "pending",
          fields: {},
        },
      );
    },
  },
  {
    it: "gives another link and another connection each time",
    ...rig,
    send: { app: "basil" },
    status: 200,
    async check({ value }, found) {
      const other = await linkTo(found, "basil");
      assert.notEqual(other.url, value.url);
      assert.notEqual(other.connection.id, value.connection.id);
    },
  },
  {
    it: "takes a label, a method and scopes",
    ...rig,
    send: {
      app: "fjord",
      label: "Work \u{1f3a7}",
      method: "oauth2",
      scopes: ["remarks"],
      user: "7",
    },
    status: 200,
    check: ({ value: { connection } }) =>
      assert.deepEqual(
        [connection.label, connection.auth_id, connection.scopes, connection.user],
        ["Work \u{1f3a7}", "oauth2", ["remarks"], "7"],
      ),
  },
  {
    it: "connects for the end user that a key is bound to",
    ...rig,
    headers: bearer(KEYS.user),
    send: { app: "basil" },
    status: 200,
    check: ({ value }) => assert.equal(value.connection.user, "42"),
  },
  {
    it: "connects for that user by name too",
    ...rig,
    headers: bearer(KEYS.user),
    send: { app: "basil", user: "42" },
    status: 200,
    check: ({ value }) => assert.equal(value.connection.user, "42"),
  },
  {
    it: "sends people back to this machine",
    ...rig,
    send: { app: "basil", return_url: "http://127.0.0.1:9999/settings?tab=apps" },
    status: 200,
    check: isLink,
  },
  {
    it: "connects an app that the key is for",
    ...rig,
    headers: bearer(KEYS.limited),
    send: { app: "basil" },
    status: 200,
    check: isLink,
  },
  {
    it: "connects an app that asks for nothing",
    ...rig,
    send: { app: "grove" },
    status: 200,
    check: isLink,
  },
  {
    it: "refuses another user than the key's",
    ...rig,
    headers: bearer(KEYS.user),
    send: { app: "basil", user: "43" },
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "refuses an app that the key is not for",
    ...rig,
    headers: bearer(KEYS.limited),
    send: { app: "atlas" },
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "knows no app of that id",
    ...rig,
    send: { app: "zzyzx_nothing" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "refuses a way that the app does not offer",
    ...rig,
    undocumented: "a mock knows no apps",
    send: { app: "basil", method: "oauth2" },
    status: 400,
    problem: "method_not_offered",
    check: pointsAt("/method"),
  },
  {
    it: "refuses to send people to strangers",
    ...rig,
    undocumented: "a mock knows no origins",
    send: { app: "basil", return_url: "https://evil.example/" },
    status: 400,
    problem: "return_url_refused",
    check: pointsAt("/return_url"),
  },
  {
    it: "refuses to send people to a script",
    ...rig,
    undocumented: "a mock knows no origins",
    send: { app: "basil", return_url: "javascript:alert(1)" },
    status: 400,
    problem: "return_url_refused",
    check: pointsAt("/return_url"),
  },
  {
    it: "refuses to send people to an address with a password in it",
    ...rig,
    undocumented: "a mock knows no origins",
    send: { app: "basil", return_url: "http://a:b@127.0.0.1/" },
    status: 400,
    problem: "return_url_refused",
    check: pointsAt("/return_url"),
  },
  {
    it: "says what to do where the app's OAuth has no client here",
    ...rig,
    send: { app: "atlas" },
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
    ...rig,
    undocumented: "the document can't say what a scope is",
    send: { app: "fjord", method: "oauth2", scopes: ["remarks admin"] },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/scopes/0"),
  },
  {
    it: "refuses an empty list of scopes",
    ...rig,
    send: { app: "fjord", scopes: [] },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/scopes"),
  },
  {
    it: "refuses an empty label",
    ...rig,
    send: { app: "basil", label: "" },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/label"),
  },
  {
    it: "refuses a label of 101 characters",
    ...rig,
    send: { app: "basil", label: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/label"),
  },
  {
    it: "refuses a return_url that is no address",
    ...rig,
    send: { app: "basil", return_url: "settings" },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/return_url"),
  },
  {
    it: "refuses an input that it does not know",
    ...rig,
    undocumented: LEAVES_OUT,
    send: { app: "basil", ...{ client_secret: "red" } },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/client_secret"),
  },
  {
    it: "refuses a body of over one MiB",
    ...rig,
    only: {
      caller: "http",
      because: "over MCP it is the message that is too large, which has no id then",
    },
    send: () => ({ app: "basil", label: "a".repeat(1 << 20) }),
    status: 413,
    problem: "body_too_large",
  },
  ...everyOperation<"connectApp">({ app: "basil" }, { permission: "connect" }),
];

const listing = (
  it: string,
  send: object,
  expected: readonly string[],
  headers?: Readonly<Record<string, string>>,
): Case<"listConnections"> => ({
  it,
  needs: "rig",
  send,
  status: 200,
  ...(headers && { headers }),
  check: ({ value }) => assert.deepEqual(ids(value).sort(), [...expected].sort()),
});

/** What listing connections must do. */
export const listConnections: CasesOf<"listConnections"> = [
  {
    it: "lists connections, a page of them, and says how many there are",
    send: {},
    status: 200,
    check({ value: { data, total, next_cursor } }) {
      assert.ok(data.length <= 20);
      assert.equal(next_cursor === null, data.length === total);
    },
  },
  listing("lists those to an app", { app: "atlas" }, ["conn_atlas_work", "conn_atlas_home"]),
  listing("lists those that are so", { status: "expired" }, ["conn_cumulus_old"]),
  listing("lists those of an end user", { app: "cumulus", user: "42" }, ["conn_cumulus_42"]),
  listing(
    "lists for an end user's key that user's alone",
    { app: "cumulus" },
    ["conn_cumulus_42"],
    bearer(KEYS.user),
  ),
  listing(
    "lists nothing of another user for an end user's key",
    { user: "43" },
    [],
    bearer(KEYS.user),
  ),
  listing(
    "lists nothing of an app that the key is not for",
    { app: "atlas" },
    [],
    bearer(KEYS.limited),
  ),
  listing("lists nothing of an app that there is not", { app: "zzyzx_nothing" }, []),
  {
    it: "shows the newest first",
    ...rig,
    undocumented: KNOWS_NOTHING,
    send: async (found) => {
      const user = newUser();
      await linkTo(found, "basil", { user, label: "first" });
      await new Promise((resolve) => setTimeout(resolve, 5));
      await linkTo(found, "basil", { user, label: "second" });
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
    ...rig,
    undocumented: KNOWS_NOTHING,
    send: { app: "atlas", limit: 1 },
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
    ...rig,
    send: { limit: 100 },
    status: 200,
    check: hasNoSecret,
  },
  {
    it: "says where a person mends what does not work",
    ...rig,
    send: { status: "expired" },
    status: 200,
    check: ({ value }) => assert.match(value.data[0]!.reconnect_url!, /\/connect\/cl_/),
  },
  {
    it: "gives no link to a key that may not connect",
    ...rig,
    headers: bearer(KEYS.reader),
    send: { status: "expired" },
    status: 200,
    check: ({ value }) =>
      assert.ok(value.data.every(({ reconnect_url }) => reconnect_url === undefined)),
  },
  {
    it: "refuses a status that there is not",
    send: { status: "broken" },
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
    it: "refuses an input that it does not know",
    undocumented: LEAVES_OUT,
    send: { limit: 1, ...{ colour: "red" } },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/colour"),
  },
  ...Object.entries(BAD_CURSORS).map(
    ([which, cursor]) =>
      ({
        it: `refuses a cursor ${which}`,
        undocumented: "a mock knows no cursors",
        send: { cursor },
        status: 400,
        problem: "invalid_input",
        check: pointsAt("/cursor"),
      }) as const,
  ),
  {
    it: "refuses a cursor that was given for another app",
    ...rig,
    undocumented: "a mock knows no cursors",
    send: async ({ call }) => ({
      app: "fjord",
      cursor: (await call("listConnections", { app: "atlas", limit: 1 })).value.next_cursor,
    }),
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/cursor"),
  },
  ...everyOperation<"listConnections">({}, { needsNoCatalogue: true }),
];

/** What reading a connection must do. */
export const getConnection: CasesOf<"getConnection"> = [
  {
    it: "says all that is known of a connection",
    ...rig,
    send: { connection: "conn_atlas_work" },
    status: 200,
    answer: {
      id: "conn_atlas_work",
      app: "atlas",
      auth_id: "oauth2",
      user: null,
      label: "Work",
      is_default: false,
      status: "active",
      account: { email: "ann@atlas.example" },
      scopes: ["issues"],
      fields: {},
      created_at: "2026-11-01T00:00:00.000Z",
    },
    check(reply) {
      assert.equal(reply.value.reconnect_url, undefined);
      hasNoSecret(reply);
    },
  },
  {
    it: "says why one does not work, and where a person mends it",
    ...rig,
    send: { connection: "conn_cumulus_old" },
    status: 200,
    answer: {
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
    ...rig,
    headers: bearer(KEYS.reader),
    send: { connection: "conn_cumulus_old" },
    status: 200,
    check: ({ value }) => assert.equal(value.reconnect_url, undefined),
  },
  {
    it: "gives a link for one that waits for a person",
    ...rig,
    undocumented: KNOWS_NOTHING,
    send: async (found) => ({ connection: (await linkTo(found, "basil")).connection.id }),
    status: 200,
    answer: { status: "pending" },
    check: ({ value }) => assert.match(value.reconnect_url!, /\/connect\/cl_/),
  },
  {
    it: "is active once a person has filled in the form",
    ...rig,
    ...NO_PAGES,
    send: async (found) => ({ connection: (await connected(found)).id }),
    status: 200,
    answer: { status: "active", auth_id: "api_key", fields: {} },
    check: hasNoSecret,
  },
  {
    it: "reads an end user's with that user's key",
    ...rig,
    headers: bearer(KEYS.user),
    send: { connection: "conn_cumulus_42" },
    status: 200,
    answer: { user: "42" },
  },
  {
    it: "knows no connection of another user",
    ...rig,
    headers: bearer(KEYS.user),
    send: { connection: "conn_fjord_main" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "knows no connection of an app that the key is not for",
    ...rig,
    headers: bearer(KEYS.limited),
    send: { connection: "conn_fjord_main" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "knows no connection of that id",
    send: NO_SUCH,
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "knows no connection of any script",
    send: { connection: "conn_水\u{1f3a7}" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "refuses an id of 101 characters",
    send: { connection: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/connection"),
  },
  ...everyOperation<"getConnection">(
    { connection: "conn_atlas_work" },
    { refusedWith: NO_SUCH, needsNoCatalogue: true },
  ),
];

const fresh = async (found: Parameters<typeof linkTo>[0]) => ({
  connection: (await connected(found)).id,
});
const pending = async (found: Parameters<typeof linkTo>[0]) => ({
  connection: (await linkTo(found, "basil")).connection.id,
});

/** What changing a connection must do. */
export const updateConnection: CasesOf<"updateConnection"> = [
  {
    it: "gives it another label",
    ...rig,
    ...NO_PAGES,
    send: async (found) => ({ ...(await fresh(found)), label: "Other \u{1f3a7}" }),
    status: 200,
    answer: { label: "Other \u{1f3a7}", status: "active", is_default: false },
  },
  {
    it: "makes it the default, instead of whichever was",
    ...rig,
    ...NO_PAGES,
    send: async (found) => {
      const { id, user } = await connected(found);
      await api(found, "PATCH", `/connections/${id}`, { is_default: true });
      return { connection: (await connected(found, { user })).id, is_default: true };
    },
    status: 200,
    answer: { is_default: true },
    async check({ value }, found) {
      const { value: list } = await api(found, "GET", `/connections?user=${value.user}`);
      assert.deepEqual(
        list.data.filter((each: Connection) => each.is_default).map(({ id }: Connection) => id),
        [value.id],
      );
    },
  },
  {
    it: "switches it off",
    ...rig,
    ...NO_PAGES,
    send: async (found) => ({ ...(await fresh(found)), is_enabled: false }),
    status: 200,
    answer: { status: "disabled" },
    check: ({ value }) => assert.equal(value.status_reason?.code, "switched_off"),
  },
  {
    it: "switches it on again",
    ...rig,
    ...NO_PAGES,
    send: async (found) => {
      const { connection } = await fresh(found);
      await api(found, "PATCH", `/connections/${connection}`, { is_enabled: false });
      return { connection, is_enabled: true };
    },
    status: 200,
    answer: { status: "active" },
    check: ({ value }) => assert.equal(value.status_reason, undefined),
  },
  {
    it: "changes nothing where nothing is asked for",
    ...rig,
    send: { connection: "conn_atlas_home" },
    status: 200,
    answer: { label: "Home", status: "active" },
  },
  {
    it: "gives a label to one that waits",
    ...rig,
    undocumented: KNOWS_NOTHING,
    send: async (found) => ({ ...(await pending(found)), label: "Later" }),
    status: 200,
    answer: { label: "Later", status: "pending" },
  },
  {
    it: "switches off none that waits",
    ...rig,
    send: async (found) => ({ ...(await pending(found)), is_enabled: false }),
    status: 409,
    problem: "connection_inactive",
  },
  {
    it: "switches on none that is expired",
    ...rig,
    send: { connection: "conn_cumulus_old", is_enabled: true },
    status: 409,
    problem: "connection_inactive",
  },
  {
    it: "knows no connection of that id",
    ...rig,
    send: { ...NO_SUCH, label: "Mine" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "changes none of another user",
    ...rig,
    headers: bearer(KEYS.user),
    send: { connection: "conn_atlas_home", label: "Mine" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "refuses an empty label",
    ...rig,
    send: { ...NO_SUCH, label: "" },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/label"),
  },
  {
    it: "refuses an is_default that is a text",
    ...rig,
    send: { ...NO_SUCH, is_default: "yes" },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/is_default"),
  },
  {
    it: "refuses an input that it does not know",
    ...rig,
    undocumented: LEAVES_OUT,
    send: { ...NO_SUCH, ...{ status: "active" } },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/status"),
  },
  {
    it: "refuses a body of over one MiB",
    ...rig,
    send: () => ({ ...NO_SUCH, label: "a".repeat(1 << 20) }),
    status: 413,
    problem: "body_too_large",
  },
  ...everyOperation<"updateConnection">(
    { connection: "conn_atlas_home" },
    { permission: "connect", refusedWith: NO_SUCH, needsNoCatalogue: true },
  ),
];

/** What deleting a connection must do. */
export const deleteConnection: CasesOf<"deleteConnection"> = [
  {
    it: "takes one away that works",
    ...rig,
    ...NO_PAGES,
    send: fresh,
    status: 200,
    answer: { status: "revoked", fields: {} },
    async check({ value: { id } }, found) {
      assert.equal(
        (await api(found, "GET", `/connections/${id}`)).value.code,
        "connection_not_found",
      );
      assert.equal((await api(found, "DELETE", `/connections/${id}`)).status, 404);
      assert.equal(
        (
          await api(found, "POST", "/tools/fjord.get_remark/run", {
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
    ...rig,
    ...NO_PAGES,
    send: pending,
    status: 200,
    answer: { status: "revoked" },
  },
  {
    it: "leaves a link to what was deleted leading nowhere",
    ...rig,
    ...NO_PAGES,
    send: pending,
    status: 200,
    async check(_, found) {
      const { url, connection } = await linkTo(found, "basil");
      await api(found, "DELETE", `/connections/${connection.id}`);
      assert.equal((await opened(found, url)).page.status, 410);
    },
  },
  {
    it: "knows no connection of that id",
    ...rig,
    send: NO_SUCH,
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "deletes none of another user",
    ...rig,
    headers: bearer(KEYS.user),
    send: { connection: "conn_atlas_home" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "deletes none of an app that the key is not for",
    ...rig,
    headers: bearer(KEYS.limited),
    send: { connection: "conn_atlas_home" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "refuses an id of 101 characters",
    ...rig,
    send: { connection: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/connection"),
  },
  ...everyOperation<"deleteConnection">(pending, {
    permission: "connect",
    refusedWith: NO_SUCH,
    needsNoCatalogue: true,
  }),
];

/** What reconnecting must do. */
export const reconnectConnection: CasesOf<"reconnectConnection"> = [
  {
    it: "gives a link, and leaves what works as it is",
    ...rig,
    send: { connection: "conn_fjord_signed_in" },
    status: 200,
    check(reply) {
      isLink(reply);
      assert.deepEqual(
        [reply.value.connection.id, reply.value.connection.status],
        ["conn_fjord_signed_in", "active"],
      );
    },
  },
  {
    it: "gives a link for one that is expired",
    ...rig,
    send: { connection: "conn_cumulus_old" },
    status: 200,
    check: ({ value }) => assert.equal(value.connection.status, "expired"),
  },
  {
    it: "takes another way and other scopes",
    ...rig,
    ...NO_PAGES,
    send: async (found) => ({
      ...(await fresh(found)),
      method: "oauth2",
      scopes: ["remarks"],
      return_url: "http://localhost:3000/",
    }),
    status: 200,
    check: isLink,
  },
  {
    it: "is the same connection when a person is done",
    ...rig,
    ...NO_PAGES,
    send: fresh,
    status: 200,
    async check({ value: { url, connection } }, found) {
      const { cookie } = await opened(found, url);
      const { status } = await found.ask({
        method: "POST",
        path: new URL(url).pathname,
        headers: { "content-type": "application/x-www-form-urlencoded", cookie },
        body: "method=api_key&f_key=fjord_other_key",
      });
      assert.equal(status, 303);
      const { value } = await api(found, "GET", `/connections/${connection.id}`);
      assert.deepEqual([value.id, value.status], [connection.id, "active"]);
    },
  },
  {
    it: "refuses a way that the app does not offer",
    ...rig,
    undocumented: "a mock knows no apps",
    send: { connection: "conn_fjord_signed_in", method: "basic" },
    status: 400,
    problem: "method_not_offered",
    check: pointsAt("/method"),
  },
  {
    it: "refuses to send people to strangers",
    ...rig,
    undocumented: "a mock knows no origins",
    send: { connection: "conn_fjord_signed_in", return_url: "https://evil.example/" },
    status: 400,
    problem: "return_url_refused",
    check: pointsAt("/return_url"),
  },
  {
    it: "says what to do where the app's OAuth has no client here",
    ...rig,
    send: { connection: "conn_atlas_work" },
    status: 409,
    problem: "app_not_configured",
  },
  {
    it: "knows no connection of that id",
    ...rig,
    send: NO_SUCH,
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "reconnects none of another user",
    ...rig,
    headers: bearer(KEYS.user),
    send: { connection: "conn_fjord_signed_in" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "refuses an empty list of scopes",
    ...rig,
    send: { ...NO_SUCH, scopes: [] },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/scopes"),
  },
  {
    it: "refuses a body of over one MiB",
    ...rig,
    send: () => ({ ...NO_SUCH, method: "a".repeat(1 << 20) }),
    status: 413,
    problem: "body_too_large",
  },
  ...everyOperation<"reconnectConnection">(
    { connection: "conn_fjord_signed_in" },
    { permission: "connect", refusedWith: NO_SUCH, needsNoCatalogue: true },
  ),
];

/** What testing a connection must do. */
export const testConnection: CasesOf<"testConnection"> = [
  {
    it: "opens what is kept of one by a key",
    ...rig,
    send: { connection: "conn_fjord_main" },
    status: 200,
    answer: { ok: true, tried: "opened" },
    check: hasNoSecret,
  },
  {
    it: "has the app renew a sign-in",
    ...rig,
    send: { connection: "conn_fjord_signed_in" },
    status: 200,
    answer: { ok: true, tried: "renewed", detail: "Fjord has just renewed the sign-in." },
    check(reply) {
      assert.ok(reply.value.connection.last_refreshed_at);
      assert.ok(reply.value.connection.expires_at);
      hasNoSecret(reply);
    },
  },
  {
    it: "says of one that is expired why that is",
    ...rig,
    send: { connection: "conn_cumulus_old" },
    status: 200,
    answer: { ok: false, detail: "Cumulus Desk does not take the password any more." },
    check: ({ value }) => assert.match(value.connection.reconnect_url!, /\/connect\/cl_/),
  },
  {
    it: "says of one that waits that it does",
    ...rig,
    undocumented: KNOWS_NOTHING,
    send: pending,
    status: 200,
    answer: { ok: false, tried: "opened", detail: "It is pending." },
  },
  {
    it: "knows no connection of that id",
    ...rig,
    send: NO_SUCH,
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "tests none of another user",
    ...rig,
    headers: bearer(KEYS.user),
    send: { connection: "conn_fjord_main" },
    status: 404,
    problem: "connection_not_found",
  },
  {
    it: "refuses an id of 101 characters",
    ...rig,
    send: { connection: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/connection"),
  },
  ...everyOperation<"testConnection">(
    { connection: "conn_fjord_main" },
    { permission: "connect", refusedWith: NO_SUCH, needsNoCatalogue: true },
  ),
];
