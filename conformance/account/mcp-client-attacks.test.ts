import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createVerifier } from "../../core/lib/oauth/index.ts";
import { createKey } from "../../core/platform/auth/create-key.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import { startTestAccount, type TestAccount, type TestBrowser } from "./fixtures/fixture.ts";
import {
  authorize,
  createAuthorizationQuery,
  createTestMcpClient,
  REDIRECT_URI,
  redeem,
  type TestMcpClient,
} from "./fixtures/mcp-client.ts";

let account: TestAccount;
let owner: TestBrowser;
let client: TestMcpClient;

beforeEach(async () => {
  account = await startTestAccount();
  owner = await account.setUp();
  client = createTestMcpClient(account);
});
afterEach(() => account.close());

const registerId = async (metadata = {}): Promise<string> =>
  (await client.register(metadata)).body["client_id"];

const listKeys = async () => (await owner.api("GET", "/keys")).body.data;

/** Lets a client in, and returns its tokens. */
async function signIn(browser = owner) {
  const authorized = await authorize(browser, client);
  return { ...authorized, tokens: (await redeem(client, authorized)).body };
}

const refresh = (token: string, clientId: string, more = {}) =>
  client.token({ grant_type: "refresh_token", refresh_token: token, client_id: clientId, ...more });

/** Opens the page of a request. */
async function open(clientId: string, changes: Record<string, string | undefined> = {}, more = "") {
  const query = await createAuthorizationQuery(clientId, createVerifier(), changes);
  const response = await owner.request("GET", `/oauth/authorize?${query}${more}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe("another redirect URI", () => {
  it.each([
    "https://evil.example/callback",
    "https://client.example/callback/../evil",
    "https://client.example/callback?next=evil",
    "https://client.example.evil.example/callback",
    "https://client.example@evil.example/callback",
    "http://client.example/callback",
    "//client.example/callback",
    "javascript:alert(1)",
    undefined,
  ])("%s gets a page without a link to it", async (redirect_uri) => {
    const { status, headers, text } = await open(await registerId(), { redirect_uri });
    expect([status, headers.get("location")]).toEqual([400, null]);
    expect(text).not.toContain("evil");
    expect(text).not.toContain("javascript:");
    expect(text).not.toContain("<form");
  });

  it("gets no code from the form", async () => {
    const query = await createAuthorizationQuery(await registerId(), createVerifier(), {
      redirect_uri: "https://evil.example/",
    });
    const response = await owner.form(`/oauth/authorize?${query}`, {
      permissions: "read",
      name: "Claude",
      redirect_uri: REDIRECT_URI,
    });
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain("code=");
  });

  it("is rejected with the code", async () => {
    const authorized = await authorize(owner, client);
    const other = await redeem(client, authorized, { redirect_uri: "https://evil.example/" });
    expect([other.status, other.body["error"]]).toEqual([400, "invalid_grant"]);
    expect(await listKeys()).toEqual([]);
  });

  it("may only differ in the port of a loopback address", async () => {
    const clientId = await registerId({ redirect_uris: ["http://127.0.0.1:1/callback"] });
    const at = async (redirect_uri: string) => (await open(clientId, { redirect_uri })).status;
    expect(await at("http://127.0.0.1:50123/callback")).toBe(200);
    expect(await at("http://127.0.0.1:50123/other")).toBe(400);
    expect(await at("http://127.0.0.2:1/callback")).toBe(400);
    expect(await at("http://127.0.0.1.evil.example:1/callback")).toBe(400);
  });
});

describe("a code", () => {
  it("that is used again ends its grant", async () => {
    const { tokens, ...authorized } = await signIn();
    const again = await redeem(client, authorized);
    expect([again.status, again.body["error"]]).toEqual([400, "invalid_grant"]);
    account.advance(1_000);
    expect((await client.listTools(tokens["access_token"])).status).toBe(401);
    expect((await refresh(tokens["refresh_token"], authorized.clientId)).status).toBe(400);
    const entries = await account.stores.auditLog.list(DEFAULT_ACCOUNT, { limit: 10 });
    expect(entries.find(({ action }) => action === "key.revoked")).toMatchObject({
      actor: { kind: "service" },
      details: { reason: "code_reused" },
    });
  });

  it("that is stolen is useless without the verifier, and ends nothing", async () => {
    const { tokens, ...authorized } = await signIn();
    const thief = await redeem(client, authorized, { code_verifier: createVerifier() });
    expect(thief.body["error"]).toBe("invalid_grant");
    expect((await client.listTools(tokens["access_token"])).status).toBe(200);
  });

  it("of one client is rejected from another", async () => {
    const authorized = await authorize(owner, client);
    const other = await redeem(client, { ...authorized, clientId: await registerId() });
    expect([other.status, other.body["error"]]).toEqual([400, "invalid_grant"]);
    expect((await redeem(client, authorized)).status).toBe(200);
  });

  it("expires after a minute", async () => {
    const authorized = await authorize(owner, client);
    account.advance(60_000);
    expect((await redeem(client, authorized)).body["error"]).toBe("invalid_grant");
    expect(await listKeys()).toEqual([]);
  });

  it("is redeemed once, however many requests there are", async () => {
    const authorized = await authorize(owner, client);
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => redeem(client, authorized)),
    );
    expect(responses.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect((await listKeys()).length).toBe(1);
  });
});

describe("PKCE", () => {
  it.each([
    ["is missing", { code_challenge: undefined, code_challenge_method: undefined }],
    ["is plain", { code_challenge_method: "plain" }],
    ["has no method, which means plain", { code_challenge_method: undefined }],
    ["has a challenge that is no digest", { code_challenge: "short" }],
  ])("is required: a request in which it %s gets no form", async (_, changes) => {
    const { status, text } = await open(await registerId(), changes);
    expect(status).toBe(400);
    expect(text).not.toContain("<form");
    const clientId = await registerId();
    const query = await createAuthorizationQuery(clientId, createVerifier(), changes);
    const response = await owner.form(`/oauth/authorize?${query}`, {
      permissions: "read",
      name: "Claude",
      code_challenge: "a".repeat(43),
      code_challenge_method: "S256",
    });
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain("code=");
  });

  it.each([
    ["another verifier", { code_verifier: createVerifier() }],
    ["an empty verifier", { code_verifier: "" }],
  ])("rejects %s", async (_, changes) => {
    const authorized = await authorize(owner, client);
    const { status, body } = await redeem(client, authorized, changes);
    expect(status).toBe(400);
    expect(body["error"]).toMatch(/^invalid_(grant|request)$/);
    expect(await listKeys()).toEqual([]);
  });

  it("rejects the challenge in place of the verifier", async () => {
    const authorized = await authorize(owner, client);
    const query = await createAuthorizationQuery(authorized.clientId, authorized.verifier);
    const challenge = new URLSearchParams(query).get("code_challenge")!;
    const { body } = await redeem(client, authorized, { code_verifier: challenge });
    expect(body["error"]).toBe("invalid_grant");
  });
});

describe("a refresh token", () => {
  it("that is used again ends its grant", async () => {
    const { tokens, clientId } = await signIn();
    const next = (await refresh(tokens["refresh_token"], clientId)).body;
    account.advance(10_000);
    const again = await refresh(tokens["refresh_token"], clientId);
    expect([again.status, again.body["error"]]).toEqual([400, "invalid_grant"]);
    account.advance(1_000);
    expect((await client.listTools(next["access_token"])).status).toBe(401);
    expect((await refresh(next["refresh_token"], clientId)).body["error"]).toBe("invalid_grant");
    expect((await listKeys())[0].status).toBe("revoked");
  });

  it("of one client is rejected from another, and ends nothing", async () => {
    const { tokens, clientId } = await signIn();
    const other = await registerId();
    expect((await refresh(tokens["refresh_token"], other)).body["error"]).toBe("invalid_grant");
    await client.revoke({ token: tokens["refresh_token"], client_id: other });
    expect((await refresh(tokens["refresh_token"], clientId)).status).toBe(200);
  });

  it("is no access token, and the reverse", async () => {
    const { tokens, clientId } = await signIn();
    expect((await client.listTools(tokens["refresh_token"])).status).toBe(401);
    expect((await refresh(tokens["access_token"], clientId)).body["error"]).toBe("invalid_grant");
  });
});

describe("another resource", () => {
  it.each(["https://other.example/mcp", "https://jackfield.example/", "not a URL"])(
    "%s is rejected at each step",
    async (resource) => {
      const { status, text } = await open(await registerId(), { resource });
      expect([status, text.includes("<form")]).toEqual([400, false]);
      const authorized = await authorize(owner, client);
      expect((await redeem(client, authorized, { resource })).body["error"]).toBe("invalid_target");
      const { tokens, clientId } = await signIn();
      const refreshed = await refresh(tokens["refresh_token"], clientId, { resource });
      expect(refreshed.body["error"]).toBe("invalid_target");
    },
  );

  it("rejects the token of the MCP server: the API and the link", async () => {
    const { tokens } = await signIn();
    const token = String(tokens["access_token"]);
    const api = await client.send("/api/v1/apps", {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([api.status, api.body["detail"]]).toEqual([
      401,
      "Access tokens of MCP clients work only at /mcp.",
    ]);
    expect((await client.listTools("x", `/mcp/k/${token}`)).status).toBe(401);
    const account1 = await client.send("/account/api/v1/keys", {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(account1.status).toBe(401);
  });
});

it("rejects tokens in every process within a second of the revocation", async () => {
  const { tokens, clientId } = await signIn();
  const other = await account.startOther();
  const atOther = createTestMcpClient(other);
  const token = String(tokens["access_token"]);
  expect((await atOther.listTools(token)).status).toBe(200);
  expect((await client.listTools(token)).status).toBe(200);
  const [key] = await listKeys();
  await owner.api("POST", `/keys/${key.id}/revoke`);
  account.advance(999);
  for (const each of [client, atOther]) {
    const { status, headers } = await each.listTools(token);
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toContain('error="invalid_token"');
  }
  expect((await refresh(String(tokens["refresh_token"]), clientId)).status).toBe(400);
  await other.close();
});

it("lets a network register a few clients at once, and others go on", async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 12; count++) statuses.push((await client.register()).status);
  expect(statuses).toEqual([...Array(10).fill(201), 429, 429]);
  const rejected = await client.register();
  expect(rejected.headers.get("retry-after")).not.toBeNull();
  expect(rejected.body["error"]).toBe("slow_down");
  expect((await createTestMcpClient(account, "198.51.100.1").register()).status).toBe(201);
});

describe("a metadata document", () => {
  const openDocument = async (url: string) => {
    const { status, text } = await open(url);
    return { status, text };
  };

  it.each([
    "https://127.0.0.1/client.json",
    "https://[::1]/client.json",
    "https://10.0.0.1/client.json",
    "https://169.254.169.254/latest/meta-data/",
    "https://0x7f000001/client.json",
  ])("at the private address %s isn't fetched", async (url) => {
    const { status, text } = await openDocument(url);
    expect(status).toBe(400);
    expect(text).not.toContain("<form");
  });

  it("is fetched for nobody without a session", async () => {
    const query = await createAuthorizationQuery("https://10.0.0.1/client.json", "v");
    const response = await account.openBrowser().request("GET", `/oauth/authorize?${query}`);
    expect(response.headers.get("location")).toMatch(/^\/sign-in/);
  });
});

describe("the page", () => {
  it("redirects to nobody because of an error, whatever the request", async () => {
    const clientId = await registerId();
    for (const changes of [
      { response_type: "token" },
      { response_type: undefined },
      { code_challenge: undefined },
      { resource: "https://other.example/" },
      { client_id: "mcp_unknown" },
      { client_id: undefined },
    ]) {
      const { status, headers, text } = await open(clientId, changes);
      expect([status, headers.get("location")]).toEqual([400, null]);
      expect(text).not.toContain("http-equiv");
    }
  });

  it("rejects repeated parameters", async () => {
    const more = `&redirect_uri=${encodeURIComponent("https://evil.example/")}`;
    const { status, text } = await open(await registerId(), {}, more);
    expect([status, text.includes("<form")]).toEqual([400, false]);
  });

  it("can't be framed", async () => {
    const { headers } = await open(await registerId());
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it.each([
    ["another origin", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["an opaque origin", { origin: "null" }],
    ["nowhere", {}],
  ])("accepts no form from %s", async (_, headers) => {
    const query = await createAuthorizationQuery(await registerId(), createVerifier());
    const response = await owner.request("POST", `/oauth/authorize?${query}`, {
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: "permissions=read&name=Claude",
    });
    expect(response.status).toBe(403);
    expect(await response.text()).not.toContain("code=");
  });

  it("accepts no API key in place of a session", async () => {
    const { key, secret } = await createKey({
      account: DEFAULT_ACCOUNT,
      name: "laptop",
      permissions: ["read", "connect", "run"],
    });
    await account.keyStore.addKey(key);
    const query = await createAuthorizationQuery(await registerId(), createVerifier());
    const headers = { authorization: `Bearer ${secret}` };
    const browser = account.openBrowser();
    const page = await browser.request("GET", `/oauth/authorize?${query}`, { headers });
    expect(page.headers.get("location")).toMatch(/^\/sign-in\?/);
    const form = await browser.request("POST", `/oauth/authorize?${query}`, {
      headers: {
        ...headers,
        origin: account.origin,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "permissions=read&name=Claude",
    });
    expect(form.headers.get("location")).toMatch(/^\/sign-in\?/);
  });

  it.each(["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>'])(
    "shows the client name %s as text",
    async (client_name) => {
      const { text } = await open(await registerId({ client_name }));
      expect(text).not.toContain(client_name);
      expect(text).toContain("&lt;");
    },
  );

  it("gives a member no more than an owner: the grant is the member's own key", async () => {
    const member = await account.addMember("Ben");
    await signIn(member);
    const keys = (await member.api("GET", "/keys")).body.data;
    expect(keys).toMatchObject([{ created_by: { name: "Ben" } }]);
  });
});

describe("the token endpoint", () => {
  it("doesn't read the session cookie", async () => {
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const { status, headers, body } = await client.token(
      { grant_type: "authorization_code", code: "x", client_id: "mcp_1", code_verifier: "v" },
      { cookie, origin: account.origin, "sec-fetch-site": "same-origin" },
    );
    expect([status, body["error"]]).toEqual([400, "invalid_grant"]);
    expect(headers.get("set-cookie")).toBeNull();
  });

  it.each(["password", "client_credentials", "implicit"])("rejects grant_type %s", async (type) => {
    const { status, body } = await client.token({ grant_type: type, client_id: "mcp_1" });
    expect([status, body["error"]]).toEqual([400, "unsupported_grant_type"]);
  });

  it("rejects JSON and repeated fields", async () => {
    const json = await client.send("/oauth/token", {
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect([json.status, json.body["error"]]).toEqual([400, "invalid_request"]);
    const repeated = await client.send("/oauth/token", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "grant_type=refresh_token&client_id=a&refresh_token=a&refresh_token=b",
    });
    expect([repeated.status, repeated.body["error"]]).toEqual([400, "invalid_request"]);
  });
});

it("writes no code and no token to the log, the audit log or the database", async () => {
  const { tokens, code, clientId } = await signIn();
  await client.listTools(tokens["access_token"], `/mcp/k/${tokens["access_token"]}`);
  await client.send(`/unknown/${tokens["refresh_token"]}`);
  await refresh(tokens["refresh_token"], clientId);
  const entries = await account.stores.auditLog.list(DEFAULT_ACCOUNT, { limit: 50 });
  const written = JSON.stringify([
    account.logLines,
    entries,
    await account.keyStore.listKeys(DEFAULT_ACCOUNT),
  ]);
  for (const secret of [code, tokens["access_token"], tokens["refresh_token"]])
    expect(written).not.toContain(String(secret).slice(12));
});
