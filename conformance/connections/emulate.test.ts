import { createEmulator, type Emulator } from "emulate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  addOAuthClient,
  createAppRecord,
  createOAuthMethod,
} from "../fixtures/connections/apps.ts";
import { openConnection } from "../fixtures/connections/connect-app.ts";
import {
  ORIGIN,
  startTestPlatform,
  type TestPlatform,
} from "../fixtures/connections/test-platform.ts";

/** The package `emulate` emulates GitHub, Google and Slack. Its sign-in page lists the users. */
describe("connecting emulated providers", () => {
  const redirect_uris = [`${ORIGIN}/oauth/callback`];
  const CLIENT = {
    client_id: "client_1",
    client_secret: "client_secret_1",
    name: "Jackfield",
    redirect_uris,
  };
  let emulators: Emulator[];
  let platform: TestPlatform;

  beforeAll(async () => {
    const start = (service: "github" | "google" | "slack", seed: object) =>
      createEmulator({ service, port: 0, seed: { [service]: seed } } as never);
    emulators = await Promise.all([
      start("github", {
        users: [{ login: "octocat", name: "Octocat", email: "octocat@github.com" }],
        oauth_apps: [CLIENT],
      }),
      start("google", {
        users: [{ email: "ada@example.com", name: "Ada" }],
        oauth_clients: [CLIENT],
      }),
      start("slack", {
        team: { name: "Acme", domain: "acme" },
        users: [{ name: "ada", real_name: "Ada", email: "ada@example.com" }],
        oauth_apps: [CLIENT],
      }),
    ]);
    const [github, google, slack] = emulators.map(({ url }) => new URL(url).origin);
    const scope = (...names: string[]) => ({
      scopes: names.map((name) => ({ name, isDefault: true })),
    });
    platform = await startTestPlatform(
      [
        createAppRecord("github", [
          createOAuthMethod(
            github!,
            {
              authorizationUrl: `${github}/login/oauth/authorize`,
              tokenUrl: `${github}/login/oauth/access_token`,
              revocationUrl: undefined,
            },
            scope("repo", "read:user"),
          ),
        ]),
        createAppRecord("google", [
          createOAuthMethod(
            google!,
            {
              authorizationUrl: `${google}/o/oauth2/v2/auth`,
              tokenUrl: `${google}/oauth2/token`,
              revocationUrl: `${google}/oauth2/revoke`,
              authorizationParams: { access_type: "offline", prompt: "consent" },
            },
            scope("openid", "email", "https://www.googleapis.com/auth/gmail.readonly"),
          ),
        ]),
        createAppRecord("slack", [
          createOAuthMethod(
            slack!,
            {
              authorizationUrl: `${slack}/oauth/v2/authorize`,
              tokenUrl: `${slack}/api/oauth.v2.access`,
              scopeSeparator: ",",
              pkce: false,
              revocationUrl: undefined,
            },
            scope("chat:write", "channels:read"),
          ),
        ]),
      ],
      { allowedOrigins: [github!, google!, slack!] },
    );
    for (const app of ["github", "google", "slack"]) await addOAuthClient(platform, app);
  });
  afterAll(async () => {
    await platform.close();
    await Promise.all(emulators.map((emulator) => emulator.close()));
  });

  /** Connects an app in a browser, as the given user if the provider lists several. */
  async function connect(app: string, user?: string): Promise<string> {
    const { body } = await platform.api("POST", `/apps/${app}/connect`, {});
    const browser = platform.openBrowser();
    const picker = await browser.submit(await browser.open(body.url));
    const done = await browser.submit(picker, {}, { sendForm: user });
    expect(done.text).toContain("is connected");
    return body.connection.id;
  }

  it("connects GitHub, whose tokens don't expire", async () => {
    const id = await connect("github", "octocat");
    const { secrets } = await openConnection(platform, "github", id);
    expect(secrets["access_token"]).toMatch(/^gho_/);
    const user = await fetch(`${emulators[0]!.url}/user`, {
      headers: { authorization: `Bearer ${secrets["access_token"]}` },
    });
    expect(await user.json()).toMatchObject({ login: "octocat" });
    expect((await platform.api("GET", `/connections/${id}`)).body).toMatchObject({
      status: "active",
      scopes: expect.arrayContaining(["repo"]),
    });
    expect((await platform.api("GET", `/connections/${id}`)).body.expires_at).toBeUndefined();
  });

  it("reports an error that GitHub returns with status 200", async () => {
    await addOAuthClient(platform, "github", { id: "client_1", secret: "wrong" });
    const { body } = await platform.api("POST", "/apps/github/connect", {});
    const browser = platform.openBrowser();
    const page = await browser.submit(await browser.submit(await browser.open(body.url)));
    expect([page.status, page.text]).toEqual([
      400,
      expect.stringContaining("incorrect_client_credentials"),
    ]);
    expect((await platform.api("GET", `/connections/${body.connection.id}`)).body).toMatchObject({
      status: "failed",
      status_reason: { code: "refused_by_app" },
    });
    await addOAuthClient(platform, "github");
  });

  it("connects Google with PKCE, shows the account, refreshes, and revokes on deletion", async () => {
    const id = await connect("google", "ada@example.com");
    expect((await platform.api("GET", `/connections/${id}`)).body).toMatchObject({
      account: { email: "ada@example.com" },
      expires_at: expect.any(String),
    });
    const before = await openConnection(platform, "google", id);
    expect((await platform.api("POST", `/connections/${id}/test`)).body).toMatchObject({
      ok: true,
      tried: "refreshed",
      connection: { status: "active" },
    });
    const stored = (await platform.connecting.deps.store.find(id))!;
    const { refreshToken } = JSON.parse(
      await platform.connecting.deps.vault.decrypt(platform.key.account, stored.encryptedSecrets!, {
        id,
        field: "secrets",
      }),
    );
    expect((await openConnection(platform, "google", id)).secrets).not.toEqual(before.secrets);
    await platform.api("DELETE", `/connections/${id}`);
    await expect
      .poll(
        async () =>
          (
            await fetch(`${emulators[1]!.url}/oauth2/token`, {
              method: "POST",
              body: new URLSearchParams({
                grant_type: "refresh_token",
                refresh_token: refreshToken,
                client_id: "client_1",
                client_secret: "client_secret_1",
              }),
            })
          ).status,
      )
      .toBe(400);
  });

  it('connects Slack, whose tokens have the type "bot"', async () => {
    const id = await connect("slack");
    const { secrets } = await openConnection(platform, "slack", id);
    expect(secrets["access_token"]).toMatch(/^xoxb-/);
    expect((await platform.api("GET", `/connections/${id}`)).body).toMatchObject({
      status: "active",
      scopes: ["chat:write", "channels:read"],
      account: { name: "Acme" },
    });
  });
});
