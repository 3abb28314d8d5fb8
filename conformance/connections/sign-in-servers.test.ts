import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCatalog } from "../../adapters/catalog/folder.ts";
import { resolveClient } from "../../core/platform/connections/flow/oauth-clients.ts";
import {
  listSignInServers,
  sharedServerOrigin,
} from "../../core/platform/connections/sign-in-servers.ts";
import { serverClientKey } from "../../core/ports/stores/oauth-client-store.ts";
import {
  addOAuthClient,
  createAppRecord,
  createMemoryCatalog,
  createOAuthMethod,
} from "../fixtures/connections/apps.ts";
import { type OAuthProvider, startOAuthProvider } from "../fixtures/connections/oauth-provider.ts";
import { startTestPlatform, type TestPlatform } from "../fixtures/connections/test-platform.ts";

describe("an OAuth client of a sign-in server", () => {
  let provider: OAuthProvider;
  let platform: TestPlatform;
  beforeEach(async () => {
    provider = await startOAuthProvider();
    const { origin } = provider;
    platform = await startTestPlatform(
      [
        createAppRecord("mail", [createOAuthMethod(origin)]),
        createAppRecord("files", [createOAuthMethod(origin)]),
        createAppRecord("leaky", [
          createOAuthMethod(origin, { tokenUrl: "https://other.example/token" }),
        ]),
        createAppRecord("split", [
          createOAuthMethod(origin, { refreshUrl: "https://other.example/token" }),
        ]),
      ],
      { allowedOrigins: [origin] },
    );
  });
  afterEach(async () => {
    await platform.close();
    await provider.close();
  });

  const isConfigured = async (app: string): Promise<boolean> =>
    (await platform.api("GET", `/apps/${app}`)).body.auth[0].configured;

  it("opens every app with that server, and no other", async () => {
    expect(await isConfigured("mail")).toBe(false);
    await addOAuthClient(platform, serverClientKey(provider.origin), {
      id: "shared",
      secret: "client_secret_1",
    });
    expect(await isConfigured("mail")).toBe(true);
    expect(await isConfigured("files")).toBe(true);
    // Their token endpoints would send the secret to another origin.
    expect(await isConfigured("leaky")).toBe(false);
    expect(await isConfigured("split")).toBe(false);
  });

  it("gives precedence to the app's own client, and isn't for custom apps", async () => {
    await addOAuthClient(platform, serverClientKey(provider.origin), {
      id: "shared",
      secret: "client_secret_1",
    });
    await addOAuthClient(platform, "files", { id: "own", secret: "client_secret_2" });
    const { deps } = platform.connecting;
    const resolve = async (slug: string, isOwn = false) => {
      const app = { ...(await deps.resolveApp(platform.key.account, slug)), isOwn };
      const [method] = app.record.methods;
      const client = await resolveClient(deps, app, platform.key.account, method!, { entered: {} });
      return client.id;
    };
    expect(await resolve("mail")).toBe("shared");
    expect(await resolve("files")).toBe("own");
    await expect(resolve("mail", true)).rejects.toMatchObject({ code: "app_not_configured" });
  });
});

describe("sharedServerOrigin()", () => {
  it("names the origin that receives the secret", () => {
    const origin = (server: object, method: object = {}) =>
      sharedServerOrigin(createOAuthMethod("https://a.example", server, method));
    expect(origin({ tokenUrl: "https://t.example/token", revocationUrl: undefined })).toBe(
      "https://t.example",
    );
    expect(origin({})).toBe("https://a.example");
    expect(origin({ tokenUrl: "https://{shop}.example/token" })).toBeUndefined();
    expect(origin({ authorizationUrl: "https://{host}/authorize" })).toBeUndefined();
    expect(origin({ authorizationUrl: "https://a.example/{tenant}/authorize" })).toBe(
      "https://a.example",
    );
    expect(origin({ revocationUrl: "https://b.example/revoke" })).toBeUndefined();
    const fields = [{ name: "client_id", label: "ID", secret: false, required: true }];
    expect(origin({}, { fields })).toBeUndefined();
    expect(origin({}, { type: "oauth2_cc" })).toBeUndefined();
  });
});

describe("listSignInServers()", () => {
  it("lists the servers with the most apps first, and reads the catalog once", async () => {
    const method = createOAuthMethod("https://auth.example");
    const catalog = createMemoryCatalog(
      [
        createAppRecord("alone", [createOAuthMethod("https://alone.example")]),
        createAppRecord("files", [method]),
        createAppRecord("mail", [method], { popular: true }),
      ].map((record) => ({
        record,
        tools: [],
        cards: [],
        documents: [],
        definitions: new Map(),
        from: 1,
      })),
    );
    const servers = await listSignInServers(catalog);
    expect(servers.map(({ id, apps }) => [id, apps.map(({ slug }) => slug)])).toEqual([
      ["auth.example", ["mail", "files"]],
      ["alone.example", ["alone"]],
    ]);
    expect(await listSignInServers(catalog)).toBe(servers);
  });

  const folder = process.env["CATALOG_DIR"];
  it.skipIf(!folder)("finds that Google's client opens 249 apps of the whole catalog", async () => {
    const catalog = (await openCatalog(folder!))!;
    const [google, microsoft] = await listSignInServers(catalog);
    await catalog.close();
    expect(google).toMatchObject({ signInHost: "accounts.google.com", vendor: "google.com" });
    expect(google!.apps).toHaveLength(249);
    expect(microsoft!.signInHost).toBe("login.microsoftonline.com");
    expect(microsoft!.apps.length).toBeGreaterThan(180);
  });
});
