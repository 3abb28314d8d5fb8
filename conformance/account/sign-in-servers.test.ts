import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAppRecord, createOAuthMethod } from "../fixtures/connections/apps.ts";
import { type OAuthProvider, startOAuthProvider } from "../fixtures/connections/oauth-provider.ts";
import { createCatalog } from "../fixtures/connections/test-platform.ts";
import { startTestAccount, type TestAccount, type TestBrowser } from "./fixtures/fixture.ts";

const CLIENT = { client_id: "client_1", client_secret: "canary_secret_1" };

let provider: OAuthProvider;
let account: TestAccount;
let owner: TestBrowser;
let path: string;

beforeEach(async () => {
  provider = await startOAuthProvider();
  const method = createOAuthMethod(provider.origin);
  account = await startTestAccount({
    catalog: createCatalog(
      [createAppRecord("mail", [method]), createAppRecord("files", [method])],
      [],
    ),
    allowedOrigins: [provider.origin],
  });
  owner = await account.setUp();
  path = `/sign-in-servers/${new URL(provider.origin).host}`;
});
afterEach(async () => {
  await account.close();
  await provider.close();
});

const read = async (page: string): Promise<string> => (await owner.request("GET", page)).text();

describe("the OAuth client of a sign-in server", () => {
  it("opens all its apps, and is deleted again", async () => {
    expect((await owner.api("GET", path)).body).toMatchObject({ apps_count: 2, configured: false });
    const { status, body } = await owner.api("PUT", `${path}/client`, CLIENT);
    expect([status, body.configured, body.client_id]).toEqual([200, true, "client_1"]);
    expect(await read("/integrations/mail")).toContain('action="/integrations/mail/connect"');
    expect(await read("/integrations/files")).toContain('action="/integrations/files/connect"');
    expect((await owner.api("DELETE", `${path}/client`)).body.configured).toBe(false);
    expect(await read("/integrations/mail")).not.toContain('action="/integrations/mail/connect"');
    expect((await owner.api("DELETE", `${path}/client`)).status).toBe(404);
    const { body: log } = await owner.api("GET", "/audit");
    const actions = log.data.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(["oauth_client.saved", "oauth_client.deleted"]));
  });

  it("is never in a response, a page or the log", async () => {
    const texts = [JSON.stringify(await owner.api("PUT", `${path}/client`, CLIENT))];
    texts.push(JSON.stringify(await owner.api("GET", "/sign-in-servers")));
    texts.push(JSON.stringify(await owner.api("GET", "/audit")), await read(path));
    const invalid = await owner.form(`${path}/client`, { ...CLIENT, client_id: "a b" });
    expect(invalid.status).toBe(400);
    texts.push(await invalid.text(), ...account.logLines);
    for (const text of texts) expect(text).not.toContain("canary_secret_1");
  });

  it.each([
    ["invalid_grant", true],
    ["invalid_client", false],
    ["temporarily_unavailable", null],
  ])("is tested with a made-up code: %s", async (error, ok) => {
    provider.routes["/token"] = () => ({ status: 400, body: { error } });
    await owner.api("PUT", `${path}/client`, CLIENT);
    const { status, body } = await owner.api("POST", `${path}/client/test`);
    expect([status, body.ok]).toEqual([200, ok]);
  });
});

describe("a client that its server rejects", () => {
  const REJECTED = {
    status: 401,
    body: { error: "invalid_client", error_description: "Unknown canary_secret_1." },
  };
  /** Signs in at the provider. Returns the text of the last page. */
  async function connect(): Promise<string> {
    const begun = await owner.form("/integrations/mail/connect", {
      auth_method: "oauth2",
      return_url: `${account.origin}/`,
    });
    const { pathname } = new URL(begun.headers.get("location")!);
    await owner.request("GET", pathname);
    const sent = await owner.form(pathname, { method: "oauth2" });
    const state = /[?;]state=([^&"]+)/.exec(await sent.text())![1]!;
    const query = new URLSearchParams({ code: "code_1", state: decodeURIComponent(state) });
    return (await owner.request("GET", `/oauth/callback?${query}`)).text();
  }
  const failure = async () => (await owner.api("GET", path)).body.failure;

  beforeEach(async () => {
    await owner.api("PUT", `${path}/client`, CLIENT);
  });

  it("is named on its page and on the overview, until it is accepted", async () => {
    provider.routes["/token"] = () => REJECTED;
    expect(await connect()).toContain("did not complete the sign-in");
    expect(await failure()).toMatchObject({
      message: "invalid_client: Unknown [hidden].",
      app: "mail",
    });
    expect(await read(path)).toContain("rejects the client");
    expect(await read("/sign-in-servers")).toContain("Rejected");
    expect(await read("/")).toContain("Correct the OAuth client of 127.0.0.1");
    const member = await account.addMember("Ben");
    expect(await (await member.request("GET", "/")).text()).not.toContain("Correct the OAuth");
    provider.routes["/token"] = () => ({ body: { access_token: "at_1" } });
    await connect();
    expect(await failure()).toBeUndefined();
    expect(await read("/")).not.toContain("Correct the OAuth");
  });

  it("is named after a token refresh fails", async () => {
    provider.routes["/token"] = () => ({
      body: { access_token: "at_1", refresh_token: "rt_1", expires_in: 3600 },
    });
    await connect();
    const { id } = /connections\/(?<id>conn_\w+)\/test/.exec(await read("/integrations/mail"))!
      .groups!;
    provider.routes["/token"] = () => REJECTED;
    await owner.form(`/integrations/mail/connections/${id}/test`);
    expect(await failure()).toMatchObject({ app: "mail" });
  });

  it("is named after a test, and no longer after it was replaced", async () => {
    provider.routes["/token"] = () => REJECTED;
    const { body } = await owner.api("POST", `${path}/client/test`);
    expect(body.detail).not.toContain("canary_secret_1");
    expect(await failure()).toMatchObject({ message: expect.stringContaining("invalid_client") });
    await owner.api("PUT", `${path}/client`, { ...CLIENT, client_secret: "secret_2" });
    expect(await failure()).toBeUndefined();
  });

  it("isn't named after errors that say nothing about the client", async () => {
    provider.routes["/token"] = () => ({ status: 400, body: { error: "invalid_grant" } });
    await connect();
    expect(await failure()).toBeUndefined();
  });
});

describe("the pages of sign-in servers", () => {
  it("save, test and delete a client without script", async () => {
    expect(await read("/integrations")).toContain('href="/sign-in-servers"');
    expect(await read("/sign-in-servers")).toContain(`href="${path}"`);
    expect(await read(path)).toContain(`${account.origin}/oauth/callback`);
    expect((await owner.form(`${path}/client`, CLIENT)).status).toBe(303);
    expect(await read("/sign-in-servers")).toContain("Ready");
    provider.routes["/token"] = () => ({ status: 401, body: { error: "invalid_client" } });
    const tested = await owner.form(`${path}/test`);
    expect(await tested.text()).toContain("rejects the client: invalid_client");
    expect((await owner.confirm(`${path}/delete`)).status).toBe(303);
    expect(await read(path)).not.toContain("Delete the client");
  });

  it("show a rejected field, and are for owners only", async () => {
    const response = await owner.form(`${path}/client`, { client_id: "a b" });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('id="client_id-error"'),
    ]);
    const member = await account.addMember("Ben");
    for (const page of ["/sign-in-servers", path])
      expect((await member.request("GET", page)).status).toBe(403);
    expect(await (await member.request("GET", "/integrations")).text()).not.toContain(
      "/sign-in-servers",
    );
  });
});
