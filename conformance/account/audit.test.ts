import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOutbound } from "../../adapters/outbound/create-outbound.ts";
import { createIdentityProvider } from "../../adapters/sign-in/identity-provider.ts";
import { createTool } from "../../core/lib/openapi-tools/call/testing.ts";
import { createKey } from "../../core/platform/auth/create-key.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import { table } from "../../generated/account/operations.ts";
import { table as platformTable } from "../../generated/platform/operations.ts";
import type { OperationEntry } from "../../generated/table.ts";
import { createAppRecord, createOAuthMethod, keyMethod } from "../fixtures/connections/apps.ts";
import { createCatalog } from "../fixtures/connections/test-platform.ts";
import { startIdentityProvider, type TestIdentityProvider } from "../fixtures/identity-provider.ts";
import { respondJson, startUpstream } from "../fixtures/platform/tool-runner.ts";
import { startTestAccount, type TestAccount, type TestBrowser } from "./fixtures/fixture.ts";
import { authorize, createTestMcpClient, redeem } from "./fixtures/mcp-client.ts";

interface Entry {
  readonly action: string;
  readonly actor: { readonly kind: string; readonly id?: string; readonly name?: string };
  readonly subject?: string;
  readonly network?: string;
  readonly details?: Readonly<Record<string, string>>;
}

/** Operations that send a request, but change nothing that someone may want to trace. */
const CHANGES_NOTHING = new Set([
  "beginPasskeySignIn",
  "beginPasskey",
  "beginProviderSignIn",
  "beginIdentity",
  "previewApp",
  "testOauthClient",
  "runTool", // A run is its own record.
  "fireTrigger", // An event is its own record.
  "replayEvent",
  "replayEvents",
  "runAgain",
  "testConnection",
  "findTools",
  "reconnectConnection", // The connection changes when someone opens the link.
]);

/** The action of each other operation. */
const ACTIONS: Readonly<Record<string, string>> = {
  claimAccount: "account.claimed",
  updateAccount: "account.changed",
  deleteAccount: "account.deletion_planned",
  keepAccount: "account.kept",
  signInWithLink: "session.started",
  signInWithPassword: "session.started",
  signInWithPasskey: "session.started",
  signInWithProvider: "session.started",
  addIdentity: "identity.linked",
  removeIdentity: "identity.removed",
  signOut: "session.ended",
  endSession: "session.ended",
  addPasskey: "passkey.added",
  removePasskey: "passkey.removed",
  setPassword: "password.set",
  inviteMember: "invitation.created",
  withdrawInvitation: "invitation.withdrawn",
  acceptInvitation: "member.joined",
  updateMember: "member.changed",
  createSignInLink: "sign_in_link.created",
  updatePerson: "person.renamed",
  removeMember: "member.removed",
  createKey: "key.created",
  updateKey: "key.renamed",
  replaceKey: "key.replaced",
  revokeKey: "key.revoked",
  createGrant: "key.created",
  putOauthClient: "oauth_client.saved",
  deleteOauthClient: "oauth_client.deleted",
  putAppClient: "oauth_client.saved",
  deleteAppClient: "oauth_client.deleted",
  addApp: "app.added",
  removeApp: "app.removed",
  connectApp: "connection.created",
  updateConnection: "connection.changed",
  deleteConnection: "connection.deleted",
  deleteRun: "run.deleted",
  rotateSecretsKey: "secrets_key.rotated",
  disconnectUser: "connection.deleted",
  deleteUser: "user.deleted",
  createTrigger: "trigger.created",
  updateTrigger: "trigger.changed",
  pauseTrigger: "trigger.paused",
  resumeTrigger: "trigger.resumed",
  rotateTrigger: "trigger.rotated",
  deleteTrigger: "trigger.deleted",
  deleteEvent: "event.deleted",
};

/** An OpenAPI document. */
const BOATS = {
  openapi: "3.1.0",
  info: { title: "Boats", version: "1" },
  servers: [{ url: "https://api.boats.acme.io" }],
  paths: { "/boats": { get: { operationId: "listBoats", summary: "List boats" } } },
};

let app: Awaited<ReturnType<typeof startUpstream>>;
let identities: TestIdentityProvider;
let outbound: ReturnType<typeof createOutbound>;
let account: TestAccount;
let owner: TestBrowser;

beforeEach(async () => {
  app = await startUpstream(respondJson({}));
  identities = await startIdentityProvider();
  outbound = createOutbound({ allowedOrigins: [identities.issuer] });
  account = await startTestAccount({
    catalog: createCatalog(
      [
        createAppRecord("notes", [keyMethod], { base: app.origin }),
        createAppRecord("shared", [createOAuthMethod("https://auth.example")]),
      ],
      [createTool({ path: "/notes" }, { name: "notes.list", auth: ["api_key"] })],
    ),
    allowedOrigins: [app.origin],
    account: {
      identityProvider: {
        provider: createIdentityProvider(identities, outbound),
        admits: [],
        isOnly: false,
      },
    },
  });
  owner = await account.setUp();
});
afterEach(async () => {
  await account.close();
  await app.close();
  outbound.close();
  await identities.close();
});

/** Returns the entries since the last call, oldest first. */
function createReader() {
  const seen = new Set<string>();
  return async (): Promise<readonly Entry[]> => {
    const { data } = (await owner.api("GET", "/audit?limit=100")).body;
    const entries = data.filter(({ id }: { id: string }) => !seen.has(id)).reverse();
    for (const { id } of data) seen.add(id);
    return entries;
  };
}

/** Sends a request to the platform's API as the holder of a key. */
async function sendWith(secret: string, method: string, path: string, body?: object): Promise<any> {
  const response = await account.openBrowser({ network: "203.0.113.9" }).request(method, path, {
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.status, `${method} ${path}`).toBeLessThan(300);
  return response.json();
}

describe("the audit log", () => {
  it("knows every operation that changes something", () => {
    const changing = [table, platformTable].flatMap(({ operations }) =>
      Object.entries<OperationEntry>(operations)
        .filter(([name, { method }]) => method !== "GET" && !CHANGES_NOTHING.has(name))
        .map(([name]) => name),
    );
    expect(Object.keys(ACTIONS).toSorted()).toEqual(changing.toSorted());
  });

  it("says who changed what in the account, and from where", async () => {
    const read = createReader();
    const done: string[] = [];
    /** Does something, which must write the entries of these operations and no others. */
    const expectEntries = async <Result>(
      names: readonly string[],
      act: () => Promise<Result>,
      actor: Entry["actor"] = { kind: "person", id: expect.any(String), name: "Ada" },
    ): Promise<Result> => {
      const result = await act();
      const entries = await read();
      expect(entries.map(({ action }) => action)).toEqual(names.map((name) => ACTIONS[name]));
      for (const entry of entries)
        expect(entry).toMatchObject({
          actor,
          subject: expect.any(String),
          network: expect.stringMatching(/^(192\.0\.2|203\.0\.113)\.0\/24$/),
        });
      done.push(...names);
      return result;
    };
    // The clock stands still, so entries of the same operation have no order.
    expect((await read()).map(({ action }) => action).toSorted()).toEqual([
      "account.claimed",
      "session.started",
    ]);
    done.push("claimAccount");
    const passkey = await expectEntries(["addPasskey"], () => owner.addPasskey());
    await expectEntries(["updateAccount"], () => owner.api("PATCH", "/account", { run_days: 7 }));
    await expectEntries(["deleteAccount"], () =>
      owner.api("DELETE", "/account?confirm=acc_default"),
    );
    await expectEntries(["keepAccount"], () => owner.api("POST", "/account/keep"));
    await expectEntries(["setPassword"], () =>
      owner.api("PUT", "/password", { password: "another good password" }),
    );
    const ada = account.openBrowser();
    await expectEntries(["signInWithPasskey"], () => ada.signInWith(passkey));
    await expectEntries(["signOut"], () => ada.api("POST", "/sign-out"));
    await expectEntries(["signInWithPassword"], () =>
      ada.api("POST", "/sign-in/password", { name: "Ada", password: "another good password" }),
    );
    const { body: sessions } = await owner.api("GET", "/sessions");
    const other = sessions.data.find(({ current }: { current: boolean }) => !current);
    await expectEntries(["endSession"], () => owner.api("DELETE", `/sessions/${other.id}`));
    const { body: passkeys } = await owner.api("GET", "/passkeys");
    await expectEntries(["removePasskey"], () =>
      owner.api("DELETE", `/passkeys/${passkeys.data[0].id}`),
    );

    const respond = async (path: string) => {
      const { body } = await owner.api("POST", path);
      return { response: (await identities.signIn(body.url)).search.slice(1) };
    };
    const link = await respond("/identities/options");
    const { body: identity } = await expectEntries(["addIdentity"], () =>
      owner.api("POST", "/identities", link),
    );
    const signIn = await respond("/sign-in/provider");
    await expectEntries(["signInWithProvider"], () =>
      owner.api("POST", "/sign-in/provider/response", signIn),
    );
    await expectEntries(["removeIdentity"], () =>
      owner.api("DELETE", `/identities/${identity.id}`),
    );

    const key = { name: "laptop", permissions: ["read", "connect", "run"] };
    const created = await expectEntries(["createKey"], () => owner.api("POST", "/keys", key));
    const path = `/keys/${created.body.key.id}`;
    await expectEntries(["updateKey"], () => owner.api("PATCH", path, { name: "desk" }));
    const replaced = await expectEntries(["replaceKey"], () =>
      owner.api("POST", `${path}/replace`, { overlap_hours: 0 }),
    );
    const client = "/sign-in-servers/auth.example/client";
    await expectEntries(["putOauthClient"], () =>
      owner.api("PUT", client, { client_id: "client_1", client_secret: "client_secret_1" }),
    );
    await expectEntries(["deleteOauthClient"], () => owner.api("DELETE", client));
    const appClient = "/apps/shared/client";
    await expectEntries(["putAppClient"], () =>
      owner.api("PUT", appClient, { client_id: "client_1", client_secret: "client_secret_1" }),
    );
    await expectEntries(["deleteAppClient"], () => owner.api("DELETE", appClient));

    const document = JSON.stringify(BOATS);
    await expectEntries(["rotateSecretsKey"], () => owner.api("POST", "/secrets-key/rotate"));
    await expectEntries(["addApp"], () => owner.api("POST", "/apps", { document }));
    await expectEntries(["removeApp"], () => owner.api("DELETE", "/apps/boats"));

    const { secret } = replaced.body;
    const byKey = { kind: "key", id: replaced.body.key.id, name: "desk" };
    const api = (method: string, path: string, body?: object) =>
      sendWith(secret, method, `/api/v1${path}`, body);
    const { connection } = await expectEntries(
      ["connectApp"],
      () => api("POST", "/apps/notes/connect", { user: "user_1" }),
      byKey,
    );
    const one = `/connections/${connection.id}`;
    const connected = await openLink((await api("POST", `${one}/reconnect`, {})).url);
    expect(connected).toBe(303);
    expect(await read()).toMatchObject([
      {
        action: "connection.connected",
        actor: byKey,
        subject: connection.id,
        network: "198.51.100.0/24",
        details: { app: "notes", user: "user_1" },
      },
    ]);
    await expectEntries(["updateConnection"], () => api("PATCH", one, { label: "Work" }), byKey);
    const { run } = await api("POST", "/tools/notes.list/run", { connection: connection.id });
    const trigger = await expectEntries(
      ["createTrigger"],
      async () => {
        const created = await api("POST", "/triggers", {
          name: "Notes",
          watch: { kind: "event" },
          actions: [{ kind: "run", tool: "notes.list" }],
        });
        return `/triggers/${created.trigger.id}`;
      },
      byKey,
    );
    await expectEntries(
      ["updateTrigger"],
      () => api("PATCH", trigger, { version: 1, name: "All notes" }),
      byKey,
    );
    await expectEntries(["pauseTrigger"], () => api("POST", `${trigger}/pause`), byKey);
    await expectEntries(["resumeTrigger"], () => api("POST", `${trigger}/resume`), byKey);
    await expectEntries(["rotateTrigger"], () => api("POST", `${trigger}/rotate`), byKey);
    const { events } = await api("POST", `${trigger}/fire`, { data: {} });
    await expectEntries(["deleteEvent"], () => api("DELETE", `/events/${events[0].id}`), byKey);
    await expectEntries(["deleteTrigger"], () => api("DELETE", trigger), byKey);
    await expectEntries(["deleteRun"], () => api("DELETE", `/runs/${run}`), byKey);
    await expectEntries(["deleteConnection"], () => api("DELETE", one), byKey);
    await api("POST", "/apps/notes/connect", { user: "user_2" });
    await read();
    await expectEntries(["disconnectUser"], () => owner.api("POST", "/users/user_2/disconnect"));
    await expectEntries(["deleteUser"], () => owner.api("DELETE", "/users/user_2"));
    await expectEntries(["revokeKey"], () =>
      owner.api("POST", `/keys/${replaced.body.key.id}/revoke`),
    );

    const mcpClient = createTestMcpClient(account);
    const { authorized, tokens } = await expectEntries(["createGrant"], async () => {
      const authorized = await authorize(owner, mcpClient);
      return { authorized, tokens: (await redeem(mcpClient, authorized)).body };
    });
    await mcpClient.revoke({
      token: String(tokens["refresh_token"]),
      client_id: authorized.clientId,
    });
    expect(await read()).toMatchObject([
      { action: "key.revoked", actor: { kind: "key" }, network: "192.0.2.0/24" },
    ]);

    await account.addMember("Ben");
    expect((await read()).map(({ action }) => action).toSorted()).toEqual([
      "member.added",
      "session.started",
      "sign_in_link.created",
    ]);
    done.push("signInWithLink");
    const ben = "/members/per_ben";
    await expectEntries(["updateMember"], () => owner.api("PATCH", ben, { role: "owner" }));
    await expectEntries(["createSignInLink"], () => owner.api("POST", `${ben}/sign-in-link`));
    await expectEntries(["updatePerson"], () => owner.api("PATCH", "/person", { name: "Ada" }));
    const invite = () =>
      expectEntries(["inviteMember"], () => owner.api("POST", "/invitations", { role: "member" }));
    const { id } = (await invite()).body.invitation;
    await expectEntries(["withdrawInvitation"], () => owner.api("DELETE", `/invitations/${id}`));
    const code = (await invite()).body.url.split("#")[1];
    await account.openBrowser().api("POST", "/sign-in/invitation", { code, name: "Cal" });
    const joined = await read();
    expect(joined.map(({ action }) => action).toSorted()).toEqual([
      "member.joined",
      "session.started",
    ]);
    for (const { actor, network } of joined)
      expect([actor.name, network]).toEqual(["Cal", "192.0.2.0/24"]);
    done.push("acceptInvitation");
    await expectEntries(["removeMember"], () => owner.api("DELETE", "/members/per_ben"));
    expect([...new Set(done)].toSorted()).toEqual(Object.keys(ACTIONS).toSorted());
  });

  it("has no entry for a change that failed", async () => {
    const read = createReader();
    await read();
    for (const [method, path, body] of [
      ["DELETE", "/sessions/ses_0", undefined],
      ["DELETE", "/passkeys/unknown_1", undefined],
      ["DELETE", "/members/per_0", undefined],
      ["PATCH", "/keys/key_0", { name: "desk" }],
      ["DELETE", "/sign-in-servers/auth.example/client", undefined],
      ["POST", "/sign-in/password", { name: "Ada", password: "a wrong password" }],
    ] as const)
      expect((await owner.api(method, path, body)).status).toBeGreaterThan(400);
    expect(await read()).toEqual([]);
  });

  it("names the person who connects an app on the pages", async () => {
    const read = createReader();
    await read();
    const begun = await owner.form("/integrations/notes/connect", { auth_method: "api_key" });
    account.advance(1);
    await openLink(begun.headers.get("location")!);
    expect(await read()).toMatchObject([
      { action: "connection.created", actor: { kind: "person", name: "Ada" } },
      { action: "connection.connected", actor: { kind: "person", name: "Ada" } },
    ]);
    expect(await (await owner.request("GET", "/account/audit")).text()).toContain("app: notes");
  });

  it("can be read by nobody's key", async () => {
    const { key, secret } = await createKey({
      account: DEFAULT_ACCOUNT,
      name: "laptop",
      permissions: ["read", "connect", "run"],
    });
    await account.keyStore.addKey(key);
    const response = await account.openBrowser().request("GET", "/account/api/v1/audit", {
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(response.status).toBe(401);
  });
});

/** Opens a connect link in another network, and enters an API key. Returns the status. */
async function openLink(url: string): Promise<number> {
  const { pathname } = new URL(url);
  const user = account.openBrowser({ network: "198.51.100.7" });
  await user.request("GET", pathname);
  return (await user.form(pathname, { method: "api_key", f_key: "sk_1" })).status;
}
