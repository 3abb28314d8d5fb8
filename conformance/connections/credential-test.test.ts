import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createTool } from "../../core/lib/openapi-tools/call/testing.ts";
import {
  addOAuthClient,
  createAppRecord,
  createOAuthMethod,
  keyMethod,
} from "../fixtures/connections/apps.ts";
import { findLeaks } from "../fixtures/connections/connect-app.ts";
import {
  type OAuthProvider,
  type ProviderRequest,
  startOAuthProvider,
} from "../fixtures/connections/oauth-provider.ts";
import { startTestPlatform, type TestPlatform } from "../fixtures/connections/test-platform.ts";

const GOOD_KEY = "sk_verygoodkey";
const method = {
  ...keyMethod,
  placements: { key: { in: "header", name: "X-Key" } },
} as const;
const auth = [method.id];

let app: OAuthProvider;
let platform: TestPlatform;
let revoked: Set<string>;

/** Responds with 401 unless the request has the valid key. */
const requireKey = ({ headers }: ProviderRequest) => {
  const key = String(headers["x-key"]);
  return key === GOOD_KEY && !revoked.has(key)
    ? { body: { name: "Ann" } }
    : { status: 401, body: { message: "Invalid API key" } };
};

beforeAll(async () => {
  app = await startOAuthProvider();
  const tool = (name: string, path: string) => createTool({ path }, { name, auth });
  const record = (slug: string, overrides = {}) =>
    createAppRecord(slug, [method], { base: app.origin, ...overrides });
  platform = await startTestPlatform(
    [
      record("notes", { test: { tool: "notes.get_me" } }),
      record("silent"),
      createAppRecord("signed", [createOAuthMethod(app.origin)], {
        base: app.origin,
        test: { tool: "signed.get_me" },
      }),
      createAppRecord(
        "robots",
        [
          createOAuthMethod(
            app.origin,
            { authorizationUrl: undefined },
            {
              id: "cc",
              type: "oauth2_cc",
              fields: [
                { name: "client_id", label: "Client ID", secret: false, required: true },
                { name: "client_secret", label: "Client secret", secret: true, required: true },
              ],
            },
          ),
        ],
        { base: app.origin },
      ),
      createAppRecord("untested", [createOAuthMethod(app.origin)], { base: app.origin }),
      record("narrow", { test: { tool: "narrow.get_me" } }),
      record("strict", { test: { tool: "strict.get_me", rejects: [403] } }),
      record("polite", {
        test: { tool: "polite.get_me" },
        refusals: [{ at: "/ok", is: false }],
      }),
      record("hosted", {
        test: { tool: "hosted.get_me" },
        base: "https://{host}.invalid",
        baseFields: [{ name: "host", label: "Host", secret: false, required: true }],
      }),
      createAppRecord(
        "remote",
        [
          {
            id: "bearer",
            type: "bearer",
            fields: [{ name: "token", label: "Token", secret: true, required: true }],
            from: "overlay",
          },
        ],
        { kind: "mcp", base: `${app.origin}/mcp` },
      ),
    ],
    {
      allowedOrigins: [app.origin],
      tools: [
        tool("notes.get_me", "/me"),
        tool("notes.list", "/notes"),
        tool("notes.audit", "/audit"),
        tool("silent.list", "/notes"),
        createTool({ path: "/audit" }, { name: "signed.get_me", auth: ["oauth2"] }),
        createTool({ path: "/audit" }, { name: "untested.list", auth: ["oauth2"] }),
        tool("narrow.get_me", "/narrow"),
        tool("strict.get_me", "/narrow"),
        tool("polite.get_me", "/polite"),
        tool("hosted.get_me", "/me"),
      ],
    },
  );
  for (const slug of ["signed", "untested"]) await addOAuthClient(platform, slug);
  app.routes["/me"] = requireKey;
  app.routes["/notes"] = requireKey;
  app.routes["/audit"] = () => ({ status: 401, body: { message: "Only for auditors" } });
  app.routes["/narrow"] = () => ({ status: 403, body: { message: "Not allowed" } });
  app.routes["/polite"] = () => ({ body: { ok: false, error: "invalid_auth" } });
  app.routes["/mcp"] = ({ headers, form }) => {
    if (headers.authorization !== "Bearer good_token") return { status: 401 };
    const { id, method: name } = form as { id?: unknown; method?: string };
    return name === "initialize"
      ? { body: { jsonrpc: "2.0", id, result: { protocolVersion: "2025-11-25" } } }
      : { body: { jsonrpc: "2.0", id, result: { tools: [] } } };
  };
});
beforeEach(() => {
  revoked = new Set();
  app.requests.length = 0;
});
afterAll(async () => {
  await platform.close();
  await app.close();
});

/** Opens a connect page and submits its form. */
async function submit(slug: string, fields: Record<string, string>) {
  const { body } = await platform.api("POST", `/apps/${slug}/connect`, {});
  const browser = platform.openBrowser();
  const page = await browser.submit(await browser.open(body.url), fields);
  const id = body.connection.id as string;
  const read = async () => (await platform.api("GET", `/connections/${id}`)).body;
  const remove = () => platform.api("DELETE", `/connections/${id}`);
  return { browser, page, id, read, remove };
}

const runTool = (tool: string, connection: string) =>
  platform.api("POST", `/tools/${tool}/run`, { connection });

describe("entered credentials", () => {
  it("are rejected on the form if the app rejects them, and the link still works", async () => {
    const { browser, page, read, remove } = await submit("notes", { f_key: "sk_wrong" });
    expect([page.status, page.text]).toEqual([
      422,
      expect.stringContaining("Notes rejected the credentials (401): Invalid API key."),
    ]);
    expect(await read()).toMatchObject({ status: "pending" });
    const done = await browser.submit(page, { f_key: GOOD_KEY });
    expect(done.text).toContain("Notes is connected");
    expect(done.text).not.toContain("not tested");
    expect((await read()).status).toBe("active");
    expect((await read()).status_reason).toBeUndefined();
    expect(app.requests.map(({ url }) => url.pathname)).toEqual(["/me", "/me"]);
    expect(findLeaks(platform, ["sk_wrong", GOOD_KEY], [page.html, done.html])).toEqual([]);
    await remove();
  });

  it.each([
    ["strict", "Strict rejected the credentials (403): Not allowed."],
    ["polite", "Polite rejected the credentials (200): invalid_auth."],
  ])("are rejected if the app %s reports the error with another status", async (slug, message) => {
    const { page, read, remove } = await submit(slug, { f_key: GOOD_KEY });
    expect([page.status, page.text]).toEqual([422, expect.stringContaining(message)]);
    expect((await read()).status).toBe("pending");
    await remove();
  });

  it.each([
    ["silent", "Jackfield has no test for credentials of Silent, so it sent no request.", 0],
    ["narrow", "Narrow responded to a test request with an error (403): Not allowed.", 1],
  ])(
    "are connected as not tested if the app %s can't confirm them",
    async (slug, message, sent) => {
      const { page, id, read, remove } = await submit(slug, { f_key: GOOD_KEY });
      expect(page.text).toContain("is connected");
      expect(page.text).toContain(`The credentials are not tested. ${message}`);
      expect(app.requests).toHaveLength(sent);
      expect(await read()).toMatchObject({
        status: "active",
        status_reason: { code: "not_tested", message },
      });
      expect((await platform.api("POST", `/connections/${id}/test`)).body).toMatchObject({
        ok: null,
        tried: sent === 0 ? "decrypted" : "requested",
        detail: message,
      });
      await remove();
    },
  );

  it("are rejected if nothing responds at the address that the user entered", async () => {
    const { page, remove } = await submit("hosted", { f_host: "bakery", f_key: GOOD_KEY });
    expect([page.status, page.text]).toEqual([
      422,
      expect.stringContaining("Check the address that you entered."),
    ]);
    await remove();
  });

  it("are tested at a remote MCP server", async () => {
    const wrong = await submit("remote", { f_token: "wrong_token" });
    expect([wrong.page.status, wrong.page.text]).toEqual([
      422,
      expect.stringContaining("Remote rejected the credentials (401)."),
    ]);
    await wrong.remove();
    const right = await submit("remote", { f_token: "good_token" });
    expect(right.page.text).toContain("Remote is connected");
    expect((await right.read()).status_reason).toBeUndefined();
    await right.remove();
  });

  it("are untested if a 401 reports a missing permission", async () => {
    app.routes["/narrow"] = () => ({ status: 401, body: { code: "missing_permissions" } });
    const { page, remove } = await submit("narrow", { f_key: GOOD_KEY });
    expect(page.text).toContain("The credentials are not tested.");
    await remove();
  });

  it.each([
    ["notes", { f_key: "sk_guess" }],
    ["robots", { f_client_id: "robot", f_client_secret: "guess" }],
  ])("can't be guessed with one link to %s", async (slug, fields) => {
    const issueToken = app.routes["/token"]!;
    app.routes["/token"] = () => ({ status: 401, body: { error: "invalid_client" } });
    onTestFinished(() => {
      app.routes["/token"] = issueToken;
    });
    const { body } = await platform.api("POST", `/apps/${slug}/connect`, {});
    const browser = platform.openBrowser();
    let page = await browser.open(body.url);
    for (let guess = 0; guess < 25; guess++) page = await browser.submit(page, fields);
    expect(page.text).toContain("Too many credentials were entered with this link.");
    expect(app.requests).toHaveLength(20);
    await platform.api("DELETE", `/connections/${body.connection.id}`);
  });
});

describe("a connection whose app later rejects its key", () => {
  it("expires when it is tested, with a link for reconnecting", async () => {
    const { id, remove } = await submit("notes", { f_key: GOOD_KEY });
    const test = async () => (await platform.api("POST", `/connections/${id}/test`)).body;
    expect(await test()).toMatchObject({
      ok: true,
      tried: "requested",
      detail: "Notes accepted the credentials.",
    });
    revoked.add(GOOD_KEY);
    expect(await test()).toMatchObject({
      ok: false,
      tried: "requested",
      detail: "Notes rejected the credentials (401): Invalid API key.",
      connection: {
        status: "expired",
        status_reason: { code: "refused_by_app" },
        reconnect_url: expect.stringContaining("/connect/cl_"),
      },
    });
    await remove();
  });

  it("expires when a run gets 401, and the run returns reconnect_url", async () => {
    const { browser, id, read, remove } = await submit("notes", { f_key: GOOD_KEY });
    revoked.add(GOOD_KEY);
    const { status, body } = await runTool("notes.list", id);
    expect([status, body]).toMatchObject([
      409,
      { code: "connection_inactive", reconnect_url: expect.stringContaining("/connect/cl_") },
    ]);
    expect(await read()).toMatchObject({
      status: "expired",
      status_reason: { code: "refused_by_app", message: "Notes rejected the credentials (401)." },
    });
    revoked.clear();
    const done = await browser.submit(await browser.open(body.reconnect_url), { f_key: GOOD_KEY });
    expect(done.text).toContain("Notes is connected");
    expect((await runTool("notes.list", id)).body.status).toBe("succeeded");
    await remove();
  });

  it("expires when a run gets 401 and the app has no test", async () => {
    const { id, read, remove } = await submit("silent", { f_key: GOOD_KEY });
    revoked.add(GOOD_KEY);
    expect((await runTool("silent.list", id)).body.code).toBe("connection_inactive");
    expect((await read()).status).toBe("expired");
    await remove();
  });

  it("stays active if a test shows that only one tool rejects the key", async () => {
    const { id, read, remove } = await submit("notes", { f_key: GOOD_KEY });
    expect((await runTool("notes.audit", id)).body).toMatchObject({
      status: "failed",
      error: { code: "upstream_auth", message: "Notes answered 401: Only for auditors." },
    });
    expect((await read()).status).toBe("active");
    await remove();
  });
});

describe("a connection whose app rejects a token that it has just issued", () => {
  const paths = () => app.requests.map(({ url }) => url.pathname);

  it("expires if the test is rejected, too", async () => {
    const { id, read, remove } = await submit("signed", {});
    app.requests.length = 0;
    const { status, body } = await runTool("signed.get_me", id);
    expect([status, body]).toMatchObject([
      409,
      { code: "connection_inactive", reconnect_url: expect.any(String) },
    ]);
    expect(paths()).toEqual(["/audit", "/token", "/audit", "/audit"]);
    expect((await read()).status).toBe("expired");
    await remove();
  });

  it("stays active if the app has no test", async () => {
    const { id, read, remove } = await submit("untested", {});
    app.requests.length = 0;
    expect((await runTool("untested.list", id)).body).toMatchObject({
      status: "failed",
      error: { code: "upstream_auth" },
    });
    expect(paths()).toEqual(["/audit", "/token", "/audit"]);
    expect((await read()).status).toBe("active");
    await remove();
  });
});
