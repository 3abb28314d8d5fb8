import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestAccount, type TestAccount, type TestBrowser } from "./fixtures/fixture.ts";
import {
  type Authorized,
  authorize,
  createAuthorizationQuery,
  createTestMcpClient,
  REDIRECT_URI,
  redeem,
  type TestMcpClient,
} from "./fixtures/mcp-client.ts";

const ORIGIN = "https://jackfield.example";
const DAY = 86_400_000;

let account: TestAccount;
let owner: TestBrowser;
let client: TestMcpClient;

beforeEach(async () => {
  account = await startTestAccount();
  owner = await account.setUp();
  client = createTestMcpClient(account);
});
afterEach(() => account.close());

const authorizeAndRedeem = async (
  options?: Parameters<typeof authorize>[2],
): Promise<Authorized & { readonly tokens: Record<string, any> }> => {
  const authorized = await authorize(owner, client, options);
  return { ...authorized, tokens: (await redeem(client, authorized)).body };
};

const refresh = (token: string, clientId: string) =>
  client.token({ grant_type: "refresh_token", refresh_token: token, client_id: clientId });

describe("the metadata", () => {
  it.each(["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"])(
    "names the MCP server and its authorization server at %s",
    async (path) => {
      const { status, headers, body } = await client.send(path);
      expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(body).toMatchObject({
        resource: `${ORIGIN}/mcp`,
        authorization_servers: [ORIGIN],
        scopes_supported: ["read", "connect", "run"],
      });
    },
  );

  it("names the endpoints, and allows only PKCE with S256 and public clients", async () => {
    const { body } = await client.send("/.well-known/oauth-authorization-server");
    expect(body).toMatchObject({
      issuer: ORIGIN,
      authorization_endpoint: `${ORIGIN}/oauth/authorize`,
      token_endpoint: `${ORIGIN}/oauth/token`,
      registration_endpoint: `${ORIGIN}/oauth/register`,
      revocation_endpoint: `${ORIGIN}/oauth/revoke`,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });

  it("is named in the challenge of the MCP server", async () => {
    const { status, headers } = await client.send("/mcp", { body: "{}" });
    expect([status, headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer realm="Jackfield", resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp"`,
    ]);
  });

  it.each([
    ["http://127.0.0.1:4200", "http://localhost:4200"],
    ["http://127.0.0.1:4200", "http://127.0.0.1:4200"],
    ["http://127.0.0.1:4200", "http://[::1]:4200"],
    ["http://localhost:4200", "http://127.0.0.1:4200"],
    ["https://jackfield.example", "https://other.example"],
  ])("of %s has the origin %s that the client used, in all places", async (origin, used) => {
    const others = ["https://other.example"];
    const local = await startTestAccount({
      origin,
      platform: { otherOrigins: others },
      hosts: others.map((each) => new URL(each).host),
    });
    const read = async (path: string) => {
      const response = await local.send(new Request(used + path));
      return (await response.json()) as Record<string, unknown>;
    };
    const challenged = await local.send(new Request(`${used}/mcp`, { method: "POST", body: "{}" }));
    expect(challenged.headers.get("www-authenticate")).toContain(
      `resource_metadata="${used}/.well-known/oauth-protected-resource/mcp"`,
    );
    expect(await read("/.well-known/oauth-protected-resource/mcp")).toMatchObject({
      resource: `${used}/mcp`,
      authorization_servers: [used],
    });
    const pageOrigin = origin.replace("127.0.0.1", "localhost");
    expect(await read("/.well-known/oauth-authorization-server")).toMatchObject({
      issuer: used,
      authorization_endpoint: `${pageOrigin}/oauth/authorize`,
      token_endpoint: `${used}/oauth/token`,
      registration_endpoint: `${used}/oauth/register`,
    });
    await local.close();
  });

  it("has the public origin if the request names another service", async () => {
    const local = await startTestAccount({ origin: "http://127.0.0.1:4200" });
    const send = (host: string) =>
      local.send(new Request(`http://${host}/.well-known/oauth-protected-resource/mcp`));
    expect(await (await send("localhost:9999")).json()).toMatchObject({
      resource: "http://127.0.0.1:4200/mcp",
    });
    expect((await send("stranger.example:4200")).ok).toBe(false);
    await local.close();
  });

  it("is referred to at other OAuth paths", async () => {
    const { status, body } = await client.send("/.well-known/openid-configuration");
    expect([status, body["hint"]]).toEqual([404, `Read /.well-known/oauth-authorization-server.`]);
  });
});

describe("the registration", () => {
  it("returns a public client with what it registered", async () => {
    const { status, headers, body } = await client.register({
      token_endpoint_auth_method: "client_secret_basic",
    });
    expect([status, headers.get("cache-control")]).toEqual([201, "no-store"]);
    expect(body).toEqual({
      client_id: expect.stringMatching(/^mcp_[0-9a-f]{32}$/),
      client_id_issued_at: account.now() / 1000,
      client_name: "Test client",
      redirect_uris: [REDIRECT_URI],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    });
  });

  it.each([
    [{ redirect_uris: ["http://client.example/callback"] }, "invalid_redirect_uri"],
    [{ redirect_uris: ["cursor://callback"] }, "invalid_redirect_uri"],
    [{ redirect_uris: undefined }, "invalid_redirect_uri"],
    [{ grant_types: ["password"] }, "invalid_client_metadata"],
  ])("rejects %j", async (metadata, error) => {
    const { status, body } = await client.register(metadata);
    expect([status, body["error"]]).toEqual([400, error]);
  });

  it.each([
    ["text/plain", "{}"],
    ["application/json", "{"],
    ["application/json", "[]"],
  ])("rejects a body of %s: %s", async (type, body) => {
    const response = await client.send("/oauth/register", {
      headers: { "content-type": type },
      body,
    });
    expect([response.status, response.body["error"]]).toEqual([400, "invalid_client_metadata"]);
  });
});

describe("the page", () => {
  const open = async (path: string) => {
    const response = await owner.request("GET", path);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it("sends people to sign in first, and then back to the request", async () => {
    const { body } = await client.register();
    const path = `/oauth/authorize?${await createAuthorizationQuery(body["client_id"], "v")}`;
    const browser = account.openBrowser();
    const response = await browser.request("GET", path);
    const signIn = new URL(response.headers.get("location")!, ORIGIN);
    expect([response.status, signIn.pathname]).toEqual([303, "/sign-in"]);
    const signedIn = await browser.form(`/sign-in/password${signIn.search}`, {
      name: "Ada",
      password: "correct horse battery",
    });
    expect(signedIn.headers.get("location")).toBe(path);
  });

  it("asks for a sign-in again after 15 minutes", async () => {
    const { body } = await client.register();
    const path = `/oauth/authorize?${await createAuthorizationQuery(body["client_id"], "v")}`;
    account.advance(15 * 60_000 + 1);
    const { status, headers } = await open(path);
    expect([status, headers.get("location")]).toEqual([
      303,
      `/sign-in?${new URLSearchParams({ next: path })}`,
    ]);
    const submitted = await owner.form(path, { permissions: "read", name: "Claude" });
    expect(await submitted.text()).toContain("Confirm that it’s you");
  });

  it("shows the client's name as its own claim, and where the browser returns", async () => {
    const { body } = await client.register();
    const query = await createAuthorizationQuery(body["client_id"], "v", { scope: "run foo" });
    const { status, text } = await open(`/oauth/authorize?${query}`);
    expect(status).toBe(200);
    expect(text).toContain("Let Test client use your account?");
    expect(text).toContain("Not verified");
    expect(text).toContain("<strong>client.example</strong>");
    expect(text.match(/value="\w+" checked/g)).toEqual(['value="run" checked']);
  });

  it("shows what is wrong with the fields, and keeps them", async () => {
    const { body } = await client.register();
    const query = await createAuthorizationQuery(body["client_id"], "v");
    const response = await owner.form(`/oauth/authorize?${query}`, {
      name: "My client",
      apps: "nothing_known",
      permissions: "connect",
      lifetime_days: "30",
    });
    const text = await response.text();
    expect(response.status).toBe(400);
    expect(text).toContain("No app has the ID nothing_known.");
    expect(text).toContain('value="My client"');
    expect(text.match(/value="\w+" checked/g)).toEqual(['value="connect" checked']);
    expect(text).toContain('value="30" selected');
  });

  it("shows the error of a request with a link to the client", async () => {
    const { body } = await client.register();
    const query = await createAuthorizationQuery(body["client_id"], "v", {
      code_challenge: undefined,
    });
    const { status, headers, text } = await open(`/oauth/authorize?${query}`);
    expect([status, headers.get("location")]).toEqual([400, null]);
    expect(text).toContain("This server requires PKCE");
    const link = /href="(https:\/\/client[^"]+)"/.exec(text)![1]!.replaceAll("&amp;", "&");
    expect(Object.fromEntries(new URL(link).searchParams)).toEqual({
      error: "invalid_request",
      error_description: "code_challenge is missing. This server requires PKCE (RFC 7636).",
      state: "state 1",
      iss: ORIGIN,
    });
  });
});

describe("a grant", () => {
  it("lets the client use the MCP server with what the person allowed", async () => {
    const authorized = await authorize(owner, client, {
      fields: { permissions: "read", name: "Claude", lifetime_days: "90" },
    });
    expect(authorized.returned.href).toMatch(
      /^https:\/\/client\.example\/callback\?code=[\w-]{43}&state=state\+1&iss=https%3A%2F%2Fjackfield\.example$/,
    );
    const { status, headers, body } = await redeem(client, authorized);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^jf_live_at_[0-9a-f]{64}$/),
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^jf_live_rt_[0-9a-f]{64}$/),
      scope: "read",
    });
    expect((await client.listTools(body["access_token"])).status).toBe(200);
  });

  it("is a key, which names the client", async () => {
    await authorizeAndRedeem({ fields: { permissions: "read", name: "Claude" } });
    const { body } = await owner.api("GET", "/keys");
    expect(body.data).toEqual([
      {
        id: expect.stringMatching(/^key_/),
        name: "Claude",
        prefix: "",
        client: { id: expect.stringMatching(/^mcp_/), redirect_host: "client.example" },
        status: "active",
        permissions: ["read"],
        created: "2026-11-22T10:00:00.000Z",
        created_by: { kind: "person", id: expect.stringMatching(/^per_/), name: "Ada" },
      },
    ]);
    const page = await (await owner.request("GET", "/keys")).text();
    expect(page).toContain("MCP client, client.example");
    expect(page).not.toContain("#replace");
  });

  it("doesn't exist before the client exchanges the code", async () => {
    await authorize(owner, client);
    expect((await owner.api("GET", "/keys")).body.data).toEqual([]);
  });

  it("has no secret to replace", async () => {
    await authorizeAndRedeem();
    const [key] = (await owner.api("GET", "/keys")).body.data;
    const { status, body } = await owner.api("POST", `/keys/${key.id}/replace`);
    expect([status, body.code]).toEqual([409, "key_without_secret"]);
  });

  it("is in the audit log with the person and the client", async () => {
    const { clientId } = await authorizeAndRedeem();
    const entries = await account.stores.auditLog.list("acc_default", { limit: 10 });
    expect(entries.find(({ action }) => action === "key.created")).toMatchObject({
      actor: { kind: "person", name: "Ada" },
      details: { name: "Test client", client: clientId },
    });
  });

  it("records its last use with the client's product", async () => {
    const { tokens } = await authorizeAndRedeem();
    await client.send("/mcp", {
      headers: {
        authorization: `Bearer ${tokens["access_token"]}`,
        "content-type": "application/json",
        "user-agent": "claude-code/2.1 (linux)",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    const [key] = (await owner.api("GET", "/keys")).body.data;
    expect(key.last_used_by).toBe("mcp claude-code/2.1");
  });

  it("needs a new access token every hour", async () => {
    const { tokens, clientId } = await authorizeAndRedeem();
    account.advance(3_600_000);
    const late = await client.listTools(tokens["access_token"]);
    expect(late.status).toBe(401);
    expect(late.headers.get("www-authenticate")).toContain('error="invalid_token"');
    const { status, body } = await refresh(tokens["refresh_token"], clientId);
    expect(status).toBe(200);
    expect(body["refresh_token"]).not.toBe(tokens["refresh_token"]);
    expect((await client.listTools(body["access_token"])).status).toBe(200);
  });

  it("ends with its lifetime, whatever the tokens", async () => {
    const { tokens, clientId } = await authorizeAndRedeem({
      fields: { permissions: "read", name: "Claude", lifetime_days: "1" },
    });
    account.advance(DAY - 60_000);
    const { body } = await refresh(tokens["refresh_token"], clientId);
    expect(body["expires_in"]).toBe(60);
    account.advance(60_000);
    expect((await client.listTools(body["access_token"])).status).toBe(401);
    expect((await refresh(body["refresh_token"], clientId)).body["error"]).toBe("invalid_grant");
  });

  it("accepts the refresh token again for ten seconds, as after a lost response", async () => {
    const { tokens, clientId } = await authorizeAndRedeem();
    await refresh(tokens["refresh_token"], clientId);
    account.advance(9_999);
    expect((await refresh(tokens["refresh_token"], clientId)).status).toBe(200);
  });

  it("keeps one client's access token when another is revoked", async () => {
    const first = await authorizeAndRedeem();
    const second = await authorizeAndRedeem();
    await client.revoke({ token: first.tokens["access_token"], client_id: first.clientId });
    account.advance(1_000);
    expect((await client.listTools(first.tokens["access_token"])).status).toBe(401);
    expect((await client.listTools(second.tokens["access_token"])).status).toBe(200);
    // The refresh token still works, because only an access token was revoked.
    expect((await refresh(first.tokens["refresh_token"], first.clientId)).status).toBe(200);
  });

  it("ends when the client revokes its refresh token", async () => {
    const { tokens, clientId } = await authorizeAndRedeem();
    const { status } = await client.revoke({
      token: tokens["refresh_token"],
      client_id: clientId,
    });
    expect(status).toBe(200);
    expect((await owner.api("GET", "/keys")).body.data[0].status).toBe("revoked");
    expect((await refresh(tokens["refresh_token"], clientId)).body["error"]).toBe("invalid_grant");
  });
});

describe("clients that aren't used", () => {
  it("are deleted after 24 hours, unlike those with a grant", async () => {
    const { clientId } = await authorizeAndRedeem();
    const unused = String((await client.register()).body["client_id"]);
    const { grantStore } = account.stores;
    await grantStore.deleteExpired(account.now(), {
      graceMs: 10_000,
      oldestUnusedClient: account.now() - DAY,
    });
    expect(await grantStore.findClient(unused)).toBeDefined();
    account.advance(DAY);
    await grantStore.deleteExpired(account.now(), {
      graceMs: 10_000,
      oldestUnusedClient: account.now() - DAY,
    });
    expect(await grantStore.findClient(unused)).toBeUndefined();
    expect(await grantStore.findClient(clientId)).toBeDefined();
  });
});
