import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createKey } from "../../core/platform/auth/create-key.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import { table } from "../../generated/account/operations.ts";
import type { OperationEntry } from "../../generated/table.ts";
import {
  PASSWORD,
  startTestAccount,
  type TestAccount,
  type TestBrowser,
} from "./fixtures/fixture.ts";

const PREFIX = "/account/api/v1";

/** An OpenAPI document with one tool. */
const DOCUMENT = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Boats", version: "1" },
  servers: [{ url: "https://api.boats.acme.io" }],
  paths: { "/boats": { get: {} } },
});

/** Valid inputs of the operations that have any. IDs in paths name nothing. */
const INPUTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  claimAccount: { code: "JF-0000", name: "Ada" },
  signInWithLink: { code: "JF-0000" },
  acceptInvitation: { code: "JF-0000", name: "Ben" },
  signInWithPassword: { name: "Nobody", password: PASSWORD },
  signInWithPasskey: { credential: {} },
  addPasskey: { credential: {} },
  signInWithProvider: { response: "state=unknown" },
  addIdentity: { response: "state=unknown" },
  setPassword: { password: "another good password" },
  createKey: { name: "laptop", permissions: ["read"] },
  updateKey: { name: "laptop" },
  inviteMember: { role: "member" },
  updateMember: { role: "owner" },
  updatePerson: { name: "Ada" },
  createGrant: {
    client_id: "mcp_unknown",
    redirect_uri: "https://client.example/callback",
    response_type: "code",
    code_challenge: "a".repeat(43),
    code_challenge_method: "S256",
    name: "Claude",
    permissions: ["read"],
  },
  updateAccount: { run_days: 7 },
  putOauthClient: { client_id: "client_1" },
  putAppClient: { client_id: "client_1" },
  previewApp: { document: DOCUMENT },
  addApp: { document: DOCUMENT },
};

/** The status of each operation for an owner who signed in recently. */
const STATUS: Readonly<Record<string, number>> = {
  claimAccount: 404,
  signInWithLink: 401,
  signInWithPassword: 401,
  signInWithPasskey: 401,
  addPasskey: 401,
  acceptInvitation: 409,
  updateMember: 404,
  createSignInLink: 404,
  withdrawInvitation: 404,
  deleteAccount: 400,
  keepAccount: 404,
  getUser: 404,
  disconnectUser: 404,
  deleteUser: 404,
  beginProviderSignIn: 404,
  signInWithProvider: 404,
  beginIdentity: 404,
  addIdentity: 404,
  removeIdentity: 404,
  endSession: 404,
  removePasskey: 404,
  removeMember: 404,
  getKey: 404,
  getActivity: 404,
  runAgain: 404,
  updateKey: 404,
  replaceKey: 404,
  revokeKey: 404,
  removeApp: 404,
  getAppClient: 404,
  putAppClient: 404,
  deleteAppClient: 404,
  createGrant: 400,
  getSignInServer: 404,
  putOauthClient: 404,
  testOauthClient: 404,
  deleteOauthClient: 404,
};

const operations = Object.entries<OperationEntry>(table.operations);
const withRole = operations.filter(([, { role }]) => role !== "anyone");
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: "account", $defs: table.$defs });

let account: TestAccount;
let owner: TestBrowser;

beforeEach(async () => {
  account = await startTestAccount();
  owner = await account.setUp();
});
afterEach(() => account.close());

/** Calls an operation, and checks that the spec declares its response. */
async function call(browser: TestBrowser, name: string, entry: OperationEntry, headers?: object) {
  const path = entry.path.replaceAll(/\{\w+\}/g, "unknown_1").slice(PREFIX.length);
  const isSent = Object.values(entry.source).includes("body") || entry.method === "POST";
  const response = headers
    ? await browser.request(entry.method, PREFIX + path, {
        headers: { "content-type": "application/json", ...headers },
        ...(entry.method !== "GET" && { body: JSON.stringify(INPUTS[name] ?? {}) }),
      })
    : undefined;
  const { status, body } = response
    ? { status: response.status, body: (await response.json()) as any }
    : await browser.api(entry.method, path, isSent ? INPUTS[name] : undefined);
  const schema =
    entry.responses[status]?.[status < 400 ? "application/json" : "application/problem+json"];
  expect(schema, `${name} doesn't declare ${status}: ${JSON.stringify(body)}`).toBeDefined();
  const text = JSON.stringify(schema).replaceAll("#/$defs/", "account#/$defs/");
  const validate = ajv.compile(JSON.parse(text));
  expect(validate(body), JSON.stringify(validate.errors)).toBe(true);
  return { status, code: body.code as string | undefined };
}

describe("every operation of the account", () => {
  it.each(operations)("%s answers an owner as declared", async (name, entry) => {
    const success = entry.responses[201] ? 201 : 200;
    expect((await call(owner, name, entry)).status).toBe(STATUS[name] ?? success);
  });

  it.each(operations)("%s rejects inputs that the spec doesn't name", async (name, entry) => {
    const hasBody = entry.method !== "GET" && entry.method !== "DELETE";
    const path = entry.path.replaceAll(/\{\w+\}/g, "x").slice(PREFIX.length);
    const { status, body } = hasBody
      ? await owner.api(entry.method, path, {
          ...INPUTS[name],
          account: "acc_2",
          created_by: "per_2",
          role: "owner",
        })
      : await owner.api(entry.method, `${path}?account=acc_2`);
    // Operations without inputs don't read a body.
    const readsInput = !hasBody || Object.values(entry.source).includes("body");
    if (readsInput) expect([status, body.code]).toEqual([400, "invalid_input"]);
  });

  it.each(operations)("%s has no CORS headers", async (_, { path, method }) => {
    for (const sent of [method, "OPTIONS"]) {
      const response = await owner.request(sent, path.replaceAll(/\{\w+\}/g, "x"), {
        headers: { origin: "https://other.example" },
      });
      const names = [...response.headers.keys()];
      expect(names.filter((name) => name.startsWith("access-control-"))).toEqual([]);
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
  });

  it.each(withRole)("%s needs a session", async (name, entry) => {
    expect(await call(account.openBrowser(), name, entry)).toEqual({
      status: 401,
      code: "session_required",
    });
  });

  it.each(withRole)("%s rejects an API key in place of a session", async (name, entry) => {
    const { key, secret } = await createKey({
      account: DEFAULT_ACCOUNT,
      name: "laptop",
      permissions: ["read", "connect", "run"],
    });
    await account.keyStore.addKey(key);
    const headers = { authorization: `Bearer ${secret}`, "sec-fetch-site": "same-origin" };
    expect(await call(account.openBrowser(), name, entry, headers)).toEqual({
      status: 401,
      code: "session_required",
    });
  });

  it.each(operations.filter(([, { role }]) => role === "owner"))(
    "%s rejects a member who isn't an owner",
    async (name, entry) => {
      const member = await account.addMember("Ben");
      expect(await call(member, name, entry)).toEqual({ status: 403, code: "role_required" });
    },
  );

  it.each(operations.filter(([, { fresh }]) => fresh))(
    "%s needs a sign-in within 15 minutes",
    async (name, entry) => {
      account.advance(15 * 60_000);
      expect((await call(owner, name, entry)).code).not.toBe("proof_required");
      account.advance(1);
      expect(await call(owner, name, entry)).toEqual({ status: 403, code: "proof_required" });
    },
  );

  it.each(operations.filter(([, { method }]) => method !== "GET"))(
    "%s rejects a request of another site",
    async (name, entry) => {
      const headers = { origin: "https://other.example", "sec-fetch-site": "cross-site" };
      expect(await call(owner, name, entry, headers)).toEqual({
        status: 403,
        code: "foreign_request",
      });
    },
  );
});

it("rejects a session in place of an API key at the platform's API", async () => {
  const response = await owner.request("GET", "/api/v1/apps");
  expect(response.status).toBe(401);
});
