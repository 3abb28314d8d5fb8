import { expect } from "vitest";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import { PASSWORD } from "../account/fixtures/fixture.ts";
import {
  createAuthorizationQuery,
  createTestMcpClient,
  REDIRECT_URI,
} from "../account/fixtures/mcp-client.ts";
import { createSoftwarePasskey, registerPasskey, usePasskey } from "../fixtures/authenticator.ts";
import { addRun } from "./platform-races.ts";
import { ALL, CALLS, type Race, type RaceFixture } from "./race.ts";

const CEREMONY = { origin: "https://jackfield.example", rpId: "jackfield.example" };
const VERIFIER = "v".repeat(43);
const KEY = { name: "laptop", permissions: ["read"] };
const CLIENT = { client_id: "client_1", client_secret: "client_secret_1" };
const SERVER_PATH = "/sign-in-servers/auth.example";
const SERVER = `${SERVER_PATH}/client`;

const DOCUMENT = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Boats", version: "1" },
  servers: [{ url: "https://api.boats.acme.io" }],
  paths: { "/boats": { get: { operationId: "listBoats", summary: "List boats" } } },
});

type Call = readonly [method: string, path: string, body?: object];

/** A race of the owner, who has done something before. */
const ofOwner = (
  call: Call | ((fixture: RaceFixture) => Promise<Call>),
  outcome: Omit<Race, "prepare">,
): Race => ({
  ...outcome,
  async prepare(fixture) {
    const [method, path, body] = typeof call === "function" ? await call(fixture) : call;
    const browsers = Array.from({ length: CALLS }, (_, index) =>
      fixture.openBrowser(index, fixture.owner),
    );
    return (index) => browsers[index]!.api(method, path, body);
  },
});

/** A race of strangers. */
const ofStrangers = (
  prepare: (fixture: RaceFixture) => Promise<(index: number) => Call>,
  outcome: Omit<Race, "prepare">,
): Race => ({
  ...outcome,
  async prepare(fixture) {
    const call = await prepare(fixture);
    return (index) => fixture.openBrowser(index).api(...call(index));
  },
});

const created = async ({ owner }: RaceFixture, path: string, body: object) => {
  const response = await owner.api("POST", path, body);
  if (response.status >= 300) throw new Error(JSON.stringify(response.body));
  return response.body;
};
const invite = async (fixture: RaceFixture): Promise<string> =>
  (await created(fixture, "/invitations", { role: "member" })).url.split("#")[1];
const addKey = async (fixture: RaceFixture) =>
  `/keys/${(await created(fixture, "/keys", KEY)).key.id}`;
const countMembers = async ({ processes: [{ stores }] }: RaceFixture) =>
  (await stores.peopleStore.listMembers(DEFAULT_ACCOUNT)).length;
const respond = async ({ owner, identities }: RaceFixture, path: string) => {
  const { body } = await owner.api("POST", path);
  return { response: (await identities.signIn(body.url)).search.slice(1) };
};
const addMember = async ({ processes: [account] }: RaceFixture): Promise<string> => {
  await account.addMember("Ben");
  return "per_ben";
};

/** A user of the platform with a key, so that there is something to delete. */
const addUser = async (fixture: RaceFixture) => {
  await created(fixture, "/keys", { ...KEY, user: "user_1" });
  return "/users/user_1";
};

async function prepareGrant({
  processes: [account],
}: RaceFixture): Promise<Record<string, unknown>> {
  const { client_id } = (await createTestMcpClient(account).register()).body;
  const query = new URLSearchParams(await createAuthorizationQuery(String(client_id), VERIFIER));
  return { ...Object.fromEntries(query), name: "Test client", permissions: ["read"] };
}

/** Creates a grant. Returns what exchanges its code for tokens. */
async function createCode(fixture: RaceFixture) {
  const grant = await prepareGrant(fixture);
  const { redirect_url: url } = await created(fixture, "/grants", grant);
  return {
    grant_type: "authorization_code",
    code: new URL(url).searchParams.get("code")!,
    client_id: String(grant["client_id"]),
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
  };
}

/** The races of operations of the account that create or spend something. */
export const ACCOUNT_RACES: Readonly<Record<string, Race>> = {
  claimAccount: {
    async prepare({ processes, openBrowser }) {
      // The account is claimed again after its deletion, as by the operator.
      const { peopleStore } = processes[0].stores;
      await peopleStore.planDeletion(
        DEFAULT_ACCOUNT,
        { deletes: "2020-01-01T00:00:00.000Z", revoked: "2020-01-01T00:00:00.000Z" },
        createEntry(),
      );
      await peopleStore.deleteIfPlanned(DEFAULT_ACCOUNT, "2026-01-01T00:00:00.000Z");
      const code = await processes[0].createSetupCode();
      return (index) =>
        openBrowser(index).api("POST", "/setup", {
          code,
          name: `Owner ${index}`,
          password: PASSWORD,
        });
    },
    winners: 1,
    losers: [401, 404],
    verify: async (fixture) => expect(await countMembers(fixture)).toBe(1),
  },
  signInWithLink: ofStrangers(
    async (fixture) => {
      const person = await addMember(fixture);
      const { url } = await created(fixture, `/members/${person}/sign-in-link`, {});
      return () => ["POST", "/sign-in/link", { code: url.split("#")[1] }];
    },
    { winners: 1, losers: [401] },
  ),
  acceptInvitation: ofStrangers(
    async (fixture) => {
      const code = await invite(fixture);
      return (index) => ["POST", "/sign-in/invitation", { code, name: `New ${index}` }];
    },
    {
      winners: 1,
      losers: [401],
      verify: async (fixture) => expect(await countMembers(fixture)).toBe(2),
    },
  ),
  "acceptInvitation with one name and password": ofStrangers(
    async (fixture) => {
      const codes: string[] = [];
      for (let index = 0; index < CALLS; index++) codes.push(await invite(fixture));
      return (index) => [
        "POST",
        "/sign-in/invitation",
        { code: codes[index], name: index % 2 ? "Cal" : " cal", password: PASSWORD },
      ];
    },
    {
      winners: 1,
      losers: [409],
      verify: async (fixture) => expect(await countMembers(fixture)).toBe(2),
    },
  ),
  signInWithPassword: ofStrangers(
    async () => () => ["POST", "/sign-in/password", { name: "Ada", password: PASSWORD }],
    ALL,
  ),
  beginPasskeySignIn: ofStrangers(async () => () => ["POST", "/sign-in/passkey/options", {}], ALL),
  signInWithPasskey: ofStrangers(
    async ({ owner, openBrowser }) => {
      const passkey = await owner.addPasskey();
      const { body } = await openBrowser(0).api("POST", "/sign-in/passkey/options");
      const { challenge } = body.options;
      const credential = usePasskey(passkey, { ...CEREMONY, challenge });
      return () => ["POST", "/sign-in/passkey", { credential }];
    },
    { winners: 1, losers: [401] },
  ),
  beginPasskey: ofOwner(["POST", "/passkeys/options", {}], ALL),
  addPasskey: {
    async prepare({ owner, openBrowser }) {
      const passkey = createSoftwarePasskey();
      const challenges: string[] = [];
      for (let index = 0; index < CALLS; index++)
        challenges.push((await owner.api("POST", "/passkeys/options")).body.options.challenge);
      return (index) => {
        const credential = registerPasskey(passkey, { ...CEREMONY, challenge: challenges[index]! });
        return openBrowser(index, owner).api("POST", "/passkeys", { credential });
      };
    },
    winners: 1,
    losers: [401],
    verify: async ({ owner }) =>
      expect((await owner.api("GET", "/passkeys")).body.data).toHaveLength(1),
  },
  removePasskey: ofOwner(
    async ({ owner }) => ["DELETE", `/passkeys/${(await owner.addPasskey()).id}`],
    { winners: 1, losers: [404] },
  ),
  setPassword: ofOwner(["PUT", "/password", { password: "another good password" }], ALL),
  updatePerson: ofOwner(["PATCH", "/person", { name: "Ada L." }], ALL),
  createKey: ofOwner(["POST", "/keys", { ...KEY, idempotency_key: "k".repeat(20) }], {
    winners: 1,
    losers: [409],
    verify: async ({ owner }) =>
      expect((await owner.api("GET", "/keys")).body.data).toHaveLength(2),
  }),
  updateKey: ofOwner(async (fixture) => ["PATCH", await addKey(fixture), { name: "desk" }], ALL),
  replaceKey: ofOwner(
    async (fixture) => ["POST", `${await addKey(fixture)}/replace`, { overlap_hours: 0 }],
    { winners: 1, losers: [409] },
  ),
  revokeKey: ofOwner(async (fixture) => ["POST", `${await addKey(fixture)}/revoke`], {
    ...ALL,
    verify: async ({ owner }) => {
      const { data } = (await owner.api("GET", "/audit?limit=100")).body;
      expect(data.filter((each: any) => each.action === "key.revoked")).toHaveLength(1);
    },
  }),
  createGrant: ofOwner(async (fixture) => ["POST", "/grants", await prepareGrant(fixture)], ALL),
  "createGrant and its code": {
    async prepare(fixture) {
      const code = await createCode(fixture);
      return (index) => createTestMcpClient(fixture.processes[index % 2]!).token(code);
    },
    winners: 1,
    losers: [400],
  },
  "createGrant and its refresh token": {
    async prepare(fixture) {
      const code = await createCode(fixture);
      const { body } = await createTestMcpClient(fixture.processes[0]).token(code);
      const fields = {
        grant_type: "refresh_token",
        refresh_token: String(body["refresh_token"]),
        client_id: code.client_id,
      };
      return (index) => createTestMcpClient(fixture.processes[index % 2]!).token(fields);
    },
    ...ALL,
    verify: async (_, bodies) =>
      expect(new Set(bodies.map(({ refresh_token }) => refresh_token)).size).toBe(1),
  },
  inviteMember: ofOwner(["POST", "/invitations", { role: "member" }], ALL),
  withdrawInvitation: ofOwner(
    async (fixture) => {
      const { invitation } = await created(fixture, "/invitations", { role: "member" });
      return ["DELETE", `/invitations/${invitation.id}`];
    },
    { winners: 1, losers: [404] },
  ),
  updateMember: ofOwner(
    async (fixture) => ["PATCH", `/members/${await addMember(fixture)}`, { role: "owner" }],
    ALL,
  ),
  removeMember: ofOwner(
    async (fixture) => ["DELETE", `/members/${await addMember(fixture)}?keys=revoke`],
    { winners: 1, losers: [404] },
  ),
  createSignInLink: ofOwner(
    async (fixture) => ["POST", `/members/${await addMember(fixture)}/sign-in-link`],
    ALL,
  ),
  endSession: ofOwner(
    async ({ owner, openBrowser }) => {
      await openBrowser(0).api("POST", "/sign-in/password", { name: "Ada", password: PASSWORD });
      const { data } = (await owner.api("GET", "/sessions")).body;
      return ["DELETE", `/sessions/${data.find((each: any) => !each.current).id}`];
    },
    { winners: 1, losers: [404] },
  ),
  signOut: ofOwner(["POST", "/sign-out"], { winners: CALLS, losers: [401] }),
  updateAccount: ofOwner(["PATCH", "/account", { name: "Acme" }], ALL),
  deleteAccount: ofOwner(["DELETE", "/account?confirm=acc_default"], ALL),
  keepAccount: ofOwner(
    async ({ owner }) => {
      await owner.api("DELETE", "/account?confirm=acc_default");
      return ["POST", "/account/keep"];
    },
    { winners: 1, losers: [404] },
  ),
  // A process compiles few documents at the same time, and refuses the others.
  addApp: ofOwner(["POST", "/apps", { document: DOCUMENT }], { winners: 1, losers: [409, 422] }),
  removeApp: ofOwner(
    async (fixture) => {
      await created(fixture, "/apps", { document: DOCUMENT });
      return ["DELETE", "/apps/boats"];
    },
    { winners: 1, losers: [404] },
  ),
  putOauthClient: ofOwner(["PUT", SERVER, CLIENT], ALL),
  deleteOauthClient: ofOwner(
    async ({ owner }) => {
      await owner.api("PUT", SERVER, CLIENT);
      return ["DELETE", SERVER];
    },
    { winners: 1, losers: [404] },
  ),
  putAppClient: ofOwner(["PUT", "/apps/shared/client", CLIENT], ALL),
  deleteAppClient: ofOwner(
    async ({ owner }) => {
      await owner.api("PUT", "/apps/shared/client", CLIENT);
      return ["DELETE", "/apps/shared/client"];
    },
    { winners: 1, losers: [404] },
  ),
  rotateSecretsKey: ofOwner(
    async ({ owner }) => {
      await owner.api("PUT", SERVER, CLIENT);
      return ["POST", "/secrets-key/rotate"];
    },
    {
      ...ALL,
      verify: async ({ openBrowser, owner }) => {
        for (const index of [0, 1]) {
          const { status, body } = await openBrowser(index, owner).api("GET", SERVER_PATH);
          expect([status, body.client_id]).toEqual([200, CLIENT.client_id]);
        }
      },
    },
  ),
  beginProviderSignIn: ofStrangers(async () => () => ["POST", "/sign-in/provider", {}], ALL),
  signInWithProvider: {
    async prepare(fixture) {
      const { openBrowser } = fixture;
      fixture.identities.deviations.claims = { sub: "new", groups: ["staff"] };
      const browsers = Array.from({ length: CALLS }, (_, index) => openBrowser(index));
      const responses: object[] = [];
      for (const each of browsers)
        responses.push(await respond({ ...fixture, owner: each }, "/sign-in/provider"));
      return (index) =>
        browsers[index]!.api("POST", "/sign-in/provider/response", responses[index]);
    },
    ...ALL,
    verify: async (fixture) => expect(await countMembers(fixture)).toBe(2),
  },
  "signInWithProvider with one response": {
    async prepare(fixture) {
      fixture.identities.deviations.claims = { sub: "new", groups: ["staff"] };
      const browser = fixture.openBrowser(0);
      const response = await respond({ ...fixture, owner: browser }, "/sign-in/provider");
      const browsers = Array.from({ length: CALLS }, (_, index) =>
        fixture.openBrowser(index, browser),
      );
      return (index) => browsers[index]!.api("POST", "/sign-in/provider/response", response);
    },
    winners: 1,
    losers: [401],
  },
  beginIdentity: ofOwner(["POST", "/identities/options"], ALL),
  addIdentity: ofOwner(
    async (fixture) => ["POST", "/identities", await respond(fixture, "/identities/options")],
    { winners: 1, losers: [401] },
  ),
  removeIdentity: ofOwner(
    async (fixture) => {
      const body = await respond(fixture, "/identities/options");
      const { id } = (await fixture.owner.api("POST", "/identities", body)).body;
      return ["DELETE", `/identities/${id}`];
    },
    { winners: 1, losers: [404] },
  ),
  deleteUser: ofOwner(async (fixture) => ["DELETE", await addUser(fixture)], {
    winners: 1,
    losers: [404],
  }),
  disconnectUser: ofOwner(async (fixture) => ["POST", `${await addUser(fixture)}/disconnect`], ALL),
  runAgain: ofOwner(
    async (fixture) => {
      return [
        "POST",
        `/activity/${await addRun(fixture)}/again`,
        { confirmed: true, idempotency_key: "r".repeat(20) },
      ];
    },
    {
      winners: CALLS,
      losers: [409],
      verify: async ({ app }) =>
        expect(app.requests.filter(({ url }) => url.startsWith("/notes"))).toHaveLength(2),
    },
  ),
};

/** Why the other operations have no race. */
export const NO_ACCOUNT_RACES: Readonly<Record<string, string>> = {
  previewApp: "stores nothing",
  testOauthClient: "stores nothing that a second test changes",
};

const createEntry = () => ({
  id: `aud_${crypto.randomUUID()}`,
  account: DEFAULT_ACCOUNT,
  at: "2026-11-22T10:00:00.000Z",
  actor: { kind: "terminal" as const },
  action: "account.changed",
});
