import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolveClient } from "../../core/platform/connections/flow/oauth-clients.ts";
import { decryptSecrets } from "../../core/platform/connections/secrets.ts";
import { createAppRecord, keyMethod } from "../fixtures/connections/apps.ts";
import { findLeaks } from "../fixtures/connections/connect-app.ts";
import type { OAuthProvider } from "../fixtures/connections/oauth-provider.ts";
import {
  type NotesPlatform,
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

describe("connection service", () => {
  it("deletes secrets at once and revokes the tokens at the app", async () => {
    const { body } = await platform.api("POST", "/apps/notes/connect", { auth_method: "oauth2" });
    const browser = platform.openBrowser();
    await browser.submit(await browser.open(body.url));
    const { id } = body.connection;
    expect((await platform.api("DELETE", `/connections/${id}`)).body).toMatchObject({
      id,
      status: "revoked",
    });
    expect(await platform.connecting.deps.store.find(id)).toMatchObject({
      connection: { status: "revoked" },
    });
    expect((await platform.connecting.deps.store.find(id))!.encryptedSecrets).toBeUndefined();
    expect((await platform.api("GET", `/connections/${id}`)).body.code).toBe(
      "connection_not_found",
    );
    await expect
      .poll(
        () =>
          provider.requests.filter(({ url }) => url.pathname === "/revoke").at(-1)?.form["token"],
      )
      .toMatch(/^rt_secret_/);
  });

  it("limits an API key to its end user and its apps", async () => {
    const { secret } = await platform.createKey({ user: "42" });
    const { body } = await platform.api(
      "POST",
      "/apps/notes/connect",
      { auth_method: "api_key" },
      { secret },
    );
    expect(body.connection.user).toBe("42");
    expect(
      (
        await platform.api(
          "POST",
          "/apps/notes/connect",
          { auth_method: "api_key", user: "43" },
          { secret },
        )
      ).body.code,
    ).toBe("permission_denied");
    expect(
      (
        await platform.api("GET", "/connections?status=pending", undefined, { secret })
      ).body.data.map(({ id }: { id: string }) => id),
    ).toEqual([body.connection.id]);
    const other = await platform.createKey({ user: "43" });
    expect(
      (await platform.api("GET", `/connections/${body.connection.id}`, undefined, other)).status,
    ).toBe(404);
    expect(
      (await platform.api("DELETE", `/connections/${body.connection.id}`, undefined, other)).status,
    ).toBe(404);
    const shops = await platform.createKey({ apps: ["shop"] });
    expect(
      (await platform.api("GET", `/connections/${body.connection.id}`, undefined, shops)).status,
    ).toBe(404);
    expect(
      (await platform.api("GET", "/connections?limit=100", undefined, shops)).body.data.every(
        ({ app }: { app: string }) => app === "shop",
      ),
    ).toBe(true);
  });

  it("creates links only for keys with the connect permission", async () => {
    const { body } = await platform.api("POST", "/apps/notes/connect", { auth_method: "api_key" });
    const { secret } = await platform.createKey({ permissions: ["read", "run"] });
    expect(
      (await platform.api("GET", `/connections/${body.connection.id}`, undefined, { secret })).body
        .reconnect_url,
    ).toBeUndefined();
    expect(
      (await platform.api("GET", `/connections/${body.connection.id}`)).body.reconnect_url,
    ).toContain("/connect/cl_");
    expect((await platform.api("POST", "/apps/notes/connect", {}, { secret })).status).toBe(403);
  });

  it("selects connections by ID, label and default, and rejects disabled ones", async () => {
    const ownPlatform = await startTestPlatform([createAppRecord("notes", [keyMethod])], {
      allowedOrigins: [],
    });
    const connectWithLabel = async (label: string) => {
      const { body } = await ownPlatform.api("POST", "/apps/notes/connect", { label });
      const browser = ownPlatform.openBrowser();
      await browser.submit(await browser.open(body.url), { f_key: `sk_${label}` });
      return body.connection.id as string;
    };
    const { record } = await ownPlatform.connecting.deps.resolveApp(
      ownPlatform.key.account,
      "notes",
    );
    const use = (requested?: string) =>
      ownPlatform.connecting.service.use(ownPlatform.key, record, requested).then(
        ({ secrets }) => secrets["key"],
        ({ code, extensions }) => [code, extensions],
      );
    expect(await use()).toEqual([
      "connection_required",
      { connect_url: expect.stringContaining("/connect/cl_") },
    ]);
    const home = await connectWithLabel("home");
    expect(await use()).toBe("sk_home");
    const work = await connectWithLabel("work");
    // The first connection is the default.
    expect(await use()).toBe("sk_home");
    expect([await use("work"), await use(home)]).toEqual(["sk_work", "sk_home"]);
    expect(await use("nowhere")).toEqual(["connection_not_found", undefined]);
    await ownPlatform.api("PATCH", `/connections/${work}`, { default: true });
    expect(await use()).toBe("sk_work");
    await ownPlatform.api("PATCH", `/connections/${work}`, { enabled: false, label: "Office" });
    // A disabled default is an error. Another account is never used instead.
    expect(await use()).toEqual(["connection_inactive", {}]);
    expect(await use("home")).toBe("sk_home");
    await ownPlatform.api("PATCH", `/connections/${work}`, { enabled: true });
    expect(await use("Office")).toBe("sk_work");
    expect((await ownPlatform.api("GET", "/connections")).body).toMatchObject({
      total: 2,
      data: [
        { label: "Office", default: true },
        { label: "home", default: false },
      ],
    });
    await ownPlatform.close();
  });

  it("never uses the OAuth client of a catalog app for a custom app with the same ID", async () => {
    const { deps } = platform.connecting;
    const { record } = await deps.resolveApp(platform.key.account, "notes");
    const [method] = record.methods;
    expect(
      await Promise.all(
        [false, true].map((isOwn) =>
          platform.connecting.service.isConfigured(platform.key, { record, isOwn }, method!),
        ),
      ),
    ).toEqual([true, false]);
    await expect(
      resolveClient(deps, { record, isOwn: true }, platform.key.account, method!, { entered: {} }),
    ).rejects.toMatchObject({ code: "app_not_configured" });
  });

  it("never sends a catalog app's credentials to a custom app with the same ID", async () => {
    const { body } = await platform.api("POST", "/apps/notes/connect", {
      auth_method: "api_key",
      label: "theirs",
    });
    const browser = platform.openBrowser();
    await browser.submit(await browser.open(body.url), { f_key: "sk_verysecret1" });
    const { record } = await platform.connecting.deps.resolveApp(platform.key.account, "notes");
    const { use } = platform.connecting.service;
    await expect(
      use(
        platform.key,
        { ...record, isOwn: true, base: "https://evil.example" },
        body.connection.id,
      ),
    ).rejects.toMatchObject({ code: "connection_inactive" });
    expect((await use(platform.key, record, body.connection.id)).secrets["key"]).toBe(
      "sk_verysecret1",
    );
  });

  it("decrypts secrets only for the app, method, fields and server they were encrypted for", async () => {
    const { deps } = platform.connecting;
    const stored = (await deps.store.list(platform.key.account, { app: "notes" })).find(
      ({ encryptedSecrets }) => encryptedSecrets !== undefined,
    )!;
    expect(await decryptSecrets(deps.vault, stored)).toBeDefined();
    const server = {
      issuer: "https://evil.example",
      authorizationUrl: "https://evil.example/a",
      tokenUrl: "https://evil.example/t",
      resource: "https://evil.example",
      saysIssuer: false,
    };
    for (const other of [
      { app: "shop" },
      { method: "bearer" },
      { fields: { shop: "evil" } },
      { server },
    ]) {
      await expect(
        decryptSecrets(deps.vault, { ...stored, connection: { ...stored.connection, ...other } }),
      ).rejects.toMatchObject({ code: "secret_unreadable" });
    }
  });

  it("leaves no secret in the database, the log or a response", () => {
    expect(platform.logLines.join("\n")).not.toMatch(/cl_s1|code_|state=|jf_connect=/);
    expect(
      findLeaks(platform, ["at_secret_", "rt_secret_", "client_secret_1", "sk_verysecret1"]),
    ).toEqual([]);
  });
});
