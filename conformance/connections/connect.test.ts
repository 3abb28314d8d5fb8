import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  addOAuthClient,
  createAppRecord,
  createOAuthMethod,
} from "../fixtures/connections/apps.ts";
import { findLeaks } from "../fixtures/connections/connect-app.ts";
import type { OAuthProvider } from "../fixtures/connections/oauth-provider.ts";
import {
  type NotesPlatform,
  ORIGIN,
  startNotesPlatform,
  startTestPlatform,
  type TestPlatform,
} from "../fixtures/connections/test-platform.ts";

let fixture: NotesPlatform;
let platform: TestPlatform;
let provider: OAuthProvider;

beforeAll(async () => {
  fixture = await startNotesPlatform();
  platform = fixture.platform;
  provider = fixture.provider;
});
afterAll(() => fixture.close());

describe("connecting with OAuth", () => {
  it("activates the connection after the user signs in at the app", async () => {
    const { status, body } = await platform.api("POST", "/apps/notes/connect", {
      auth_method: "oauth2",
      label: "Work",
    });
    expect([status, body.connection.status, body.connection.label]).toEqual([
      200,
      "pending",
      "Work",
    ]);
    expect(body.url.startsWith(`${ORIGIN}/connect/cl_`)).toBe(true);
    const browser = platform.openBrowser();
    const page = await browser.open(body.url);
    expect(page.text).toContain("Connect Notes");
    expect(page.text).toContain("Read your notes");
    expect(page.text).toContain("Notes: write");
    const resultPage = await browser.submit(page);
    expect([resultPage.status, resultPage.text]).toEqual([
      200,
      expect.stringContaining("Notes is connected"),
    ]);
    expect((await platform.api("GET", `/connections/${body.connection.id}`)).body).toMatchObject({
      status: "active",
      auth_method: "oauth2",
      scopes: ["notes:read", "notes:write"],
      default: true,
      expires_at: expect.any(String),
    });
    const tokenRequest = provider.requests.filter(({ url }) => url.pathname === "/token").at(-1)!;
    expect(tokenRequest.form).toMatchObject({
      grant_type: "authorization_code",
      client_id: "client_1",
      client_secret: "client_secret_1",
      redirect_uri: `${ORIGIN}/oauth/callback`,
    });
    expect(tokenRequest.form["code_verifier"]).toMatch(/^[\w-]{43}$/);
    // The final URL contains no authorization code.
    expect(resultPage.url).toBe(body.url);
  });

  it("sends PKCE, a state and the requested scopes", async () => {
    const { body } = await platform.api("POST", "/apps/notes/connect", {
      auth_method: "oauth2",
      scopes: ["admin"],
    });
    const browser = platform.openBrowser();
    browser.stopUrl = provider.origin;
    const { url: authorizationUrl } = await browser.submit(await browser.open(body.url));
    const url = new URL(authorizationUrl);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: "code",
      client_id: "client_1",
      scope: "admin",
      code_challenge_method: "S256",
      state: expect.stringMatching(/^s1\./),
    });
  });

  it("explains how to configure an app without an OAuth client", async () => {
    const { status, body } = await platform.api("POST", "/apps/lonely/connect", {});
    expect([status, body.code]).toEqual([409, "app_not_configured"]);
    expect(body.hint).toContain(`${ORIGIN}/oauth/callback`);
    expect(body.hint).toContain("npm run apps -- configure lonely");
    const app = await platform.api("GET", "/apps/lonely");
    expect(app.body.auth[0]).toMatchObject({
      configured: false,
      redirect_uri: `${ORIGIN}/oauth/callback`,
    });
  });
});

describe("connecting with entered credentials", () => {
  it("explains invalid values and never displays a secret again", async () => {
    const { body } = await platform.api("POST", "/apps/notes/connect", { auth_method: "api_key" });
    const browser = platform.openBrowser();
    const page = await browser.open(body.url);
    expect(page.html).toContain('href="https://notes.example/keys"');
    const rejectedPage = await browser.submit(page, { f_key: "no-key-at-all" });
    expect([rejectedPage.status, rejectedPage.text]).toEqual([
      422,
      expect.stringContaining(
        "This doesn’t look like the API key. Check that you copied all of it",
      ),
    ]);
    expect(rejectedPage.html).toContain('aria-invalid="true"');
    expect(rejectedPage.html).not.toContain("no-key-at-all");
    const emptyPage = await browser.submit(rejectedPage, { f_key: "  " });
    expect(emptyPage.text).toContain("Enter the API key");
    const resultPage = await browser.submit(emptyPage, { f_key: "sk_verysecret1" });
    expect(resultPage.text).toContain("Notes is connected");
    const connected = await platform.connecting.service.use(
      platform.key,
      (await platform.connecting.deps.resolveApp(platform.key.account, "notes")).record,
      body.connection.id,
    );
    expect(connected).toMatchObject({
      id: body.connection.id,
      method: { id: "api_key" },
      secrets: { key: "sk_verysecret1" },
    });
    expect(
      findLeaks(platform, ["sk_verysecret1"], [rejectedPage.html, emptyPage.html, resultPage.html]),
    ).toEqual([]);
  });

  it.each(["evil.example/", "a.b", "user:pw@x", "x#", "x?y=", "..", "x y", "\u0000", "ü"])(
    "rejects %j as part of an app's host",
    async (shop) => {
      const { body } = await platform.api("POST", "/apps/shop/connect", {});
      const browser = platform.openBrowser();
      const page = await browser.submit(await browser.open(body.url), {
        f_shop: shop,
        f_key: "sk_1",
      });
      expect(page.status).toBe(422);
      expect((await platform.api("GET", `/connections/${body.connection.id}`)).body.status).toBe(
        "pending",
      );
    },
  );

  it("stores a credential that is part of the base URL as a secret", async () => {
    const { body } = await platform.api("POST", "/apps/bot/connect", {});
    const browser = platform.openBrowser();
    const page = await browser.open(body.url);
    const rejectedPage = await browser.submit(page, { f_token: "12345:very/secret_bot_token" });
    expect([rejectedPage.status, rejectedPage.html.includes("secret_bot_token")]).toEqual([
      422,
      false,
    ]);
    const resultPage = await browser.submit(rejectedPage, {
      f_token: "12345:very-secret_bot_token",
    });
    expect(resultPage.text).toContain("is connected");
    const stored = await platform.api("GET", `/connections/${body.connection.id}`);
    expect(stored.body).toMatchObject({ status: "active", fields: {} });
    expect(
      findLeaks(
        platform,
        ["12345:very-secret_bot_token"],
        [rejectedPage.html, resultPage.html, JSON.stringify(stored.body)],
      ),
    ).toEqual([]);
  });

  it("stores other values in plain text", async () => {
    const { body } = await platform.api("POST", "/apps/shop/connect", {});
    const browser = platform.openBrowser();
    await browser.submit(await browser.open(body.url), { f_shop: "bakery", f_key: "sk_1" });
    expect((await platform.api("GET", `/connections/${body.connection.id}`)).body).toMatchObject({
      status: "active",
      fields: { shop: "bakery" },
    });
  });
});

it("sets Secure cookies on HTTPS, each for its own path", async () => {
  const securePlatform = await startTestPlatform(
    [createAppRecord("notes", [createOAuthMethod(provider.origin)])],
    {
      allowedOrigins: [provider.origin],
      origin: "https://jackfield.example",
    },
  );
  await addOAuthClient(securePlatform, "notes");
  const { body } = await securePlatform.api("POST", "/apps/notes/connect", {});
  const page = await securePlatform.serve(new Request(body.url));
  const [cookie] = page.headers.getSetCookie();
  expect(cookie).toMatch(
    /^jf_connect=[\w-]{43}; Path=\/connect; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/,
  );
  const away = await securePlatform.serve(
    new Request(body.url, {
      method: "POST",
      headers: {
        cookie: cookie!.split(";")[0]!,
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "same-origin",
      },
      body: "method=oauth2",
    }),
  );
  expect(away.status).toBe(200);
  expect(away.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^jf_signin_[0-9a-f]{12}=[\w-]{43}; Path=\/oauth\/callback; Max-Age=900; HttpOnly; SameSite=Lax; Secure$/,
    ),
  ]);
  await securePlatform.close();
});

it("leaves no secret in the database, the log or a response", () => {
  expect(platform.logLines.join("\n")).not.toMatch(/cl_s1|code_|state=|jf_connect=/);
  expect(
    findLeaks(platform, ["at_secret_", "rt_secret_", "client_secret_1", "sk_verysecret1"]),
  ).toEqual([]);
});
