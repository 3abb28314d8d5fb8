import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { RUNTIMES } from "../../adapters/runtime/runtimes.ts";
import { isInstalled } from "../../adapters/runtime/start-on.ts";
import { addOAuthClient } from "../fixtures/connections/apps.ts";
import { createBrowser } from "../fixtures/connections/browser.ts";
import { connectApp, openConnection } from "../fixtures/connections/connect-app.ts";
import {
  createOidcApp,
  createProviderApps,
  startOAuthProvider,
  startOidcProvider,
} from "../fixtures/connections/oauth-provider.ts";
import {
  freePort,
  runLifecycle,
  spawnRefresher,
  spawnService,
} from "../fixtures/connections/spawn-processes.ts";
import { ORIGIN, startTestPlatform } from "../fixtures/connections/test-platform.ts";
import { postgresSkipReason, startPostgres } from "../fixtures/postgres.ts";

const INSTALLED_RUNTIMES = Object.keys(RUNTIMES).filter((name) => isInstalled(name));
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

describe("with a provider that revokes the grant when a refresh token is reused", () => {
  it("keeps the connection working after concurrent refreshes in one process", async () => {
    const oidc = await startOidcProvider(`${ORIGIN}/oauth/callback`);
    closers.push(oidc.close);
    const platform = await startTestPlatform([createOidcApp(oidc.origin)], {
      allowedOrigins: [oidc.origin],
    });
    closers.push(platform.close);
    await addOAuthClient(platform, "oidc");
    const id = await connectApp(platform, "oidc");
    expect((await platform.api("GET", `/connections/${id}`)).body).toMatchObject({
      account: { id: "ada" },
      scopes: ["openid", "offline_access"],
    });
    for (let round = 0; round < 5; round++) {
      const { secrets } = await openConnection(platform, "oidc", id);
      const results = await Promise.all(
        Array.from({ length: 8 }, () => platform.connecting.refresh(id, secrets["access_token"])),
      );
      expect(results.map(({ outcome }) => outcome)).toEqual(Array(8).fill("refreshed"));
    }
    expect(oidc.errors()).toBe(0);
    expect((await platform.api("POST", `/connections/${id}/test`)).body).toMatchObject({
      ok: true,
      tried: "refreshed",
    });
  });

  it("keeps the connection working after concurrent refreshes in several processes on every runtime", async () => {
    const oidc = await startOidcProvider(`${ORIGIN}/oauth/callback`);
    closers.push(oidc.close);
    const platform = await startTestPlatform([createOidcApp(oidc.origin)], {
      allowedOrigins: [oidc.origin],
    });
    closers.push(platform.close);
    await addOAuthClient(platform, "oidc");
    const id = await connectApp(platform, "oidc");
    const { secrets } = await openConnection(platform, "oidc", id);
    const all = await Promise.all(
      [...INSTALLED_RUNTIMES, "node"].map(
        (runtime) =>
          spawnRefresher(runtime, platform.folder, oidc.origin, id, secrets["access_token"]!, "10")
            .outcomes,
      ),
    );
    for (const outcomes of all) expect(outcomes).toEqual(Array(10).fill("refreshed"));
    expect(oidc.errors()).toBe(0);
    const { secrets: after } = await openConnection(platform, "oidc", id);
    expect((await platform.connecting.refresh(id, after["access_token"])).outcome).toBe(
      "refreshed",
    );
  }, 60_000);
});

it.each(INSTALLED_RUNTIMES)(
  "connects, refreshes and deletes on %s",
  async (runtime) => {
    expect(await runLifecycle(runtime)).toBe("ok\n");
  },
  40_000,
);

const skipReason = postgresSkipReason();
it.skipIf(skipReason)(
  `refreshes once for two services that share a PostgreSQL database${skipReason ? ` (${skipReason})` : ""}`,
  async () => {
    const { url, drop } = await (await startPostgres()).database();
    closers.push(drop);
    const provider = await startOAuthProvider();
    closers.push(provider.close);
    const first = await startTestPlatform(createProviderApps(provider.origin), {
      allowedOrigins: [provider.origin],
      url,
    });
    closers.push(first.close);
    const second = await startTestPlatform(createProviderApps(provider.origin), {
      allowedOrigins: [provider.origin],
      url,
      folder: first.folder,
    });
    closers.push(() => second.close({ keep: true }));
    await addOAuthClient(first, "notes");
    const id = await connectApp(first, "notes");
    const { secrets } = await openConnection(second, "notes", id);
    const { "/token": token } = provider.routes;
    provider.routes["/token"] = async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return token!(request);
    };
    const results = await Promise.all(
      [first, second, first, second].map(({ connecting }) =>
        connecting.refresh(id, secrets["access_token"]),
      ),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(4).fill("refreshed"));
    expect(
      provider.requests.filter(({ form }) => form["grant_type"] === "refresh_token"),
    ).toHaveLength(1);
    expect((await openConnection(first, "notes", id)).secrets).toEqual(
      (await openConnection(second, "notes", id)).secrets,
    );
  },
  60_000,
);

it.skipIf(skipReason)(
  "refreshes each due connection in one of two services that share a PostgreSQL database",
  async () => {
    const { url, drop } = await (await startPostgres()).database();
    closers.push(drop);
    const provider = await startOAuthProvider();
    closers.push(provider.close);
    const options = { allowedOrigins: [provider.origin], url };
    const first = await startTestPlatform(createProviderApps(provider.origin), options);
    closers.push(first.close);
    const second = await startTestPlatform(createProviderApps(provider.origin), {
      ...options,
      folder: first.folder,
    });
    closers.push(() => second.close({ keep: true }));
    await addOAuthClient(first, "notes");
    const ids = [];
    for (let count = 0; count < 6; count++) ids.push(await connectApp(first, "notes"));
    // The clock of the database decides when a job is due, and those of the services whether the
    // token is about to expire.
    const { store } = first.connecting.deps;
    for (const id of ids) {
      const { connection } = (await store.find(id))!;
      await store.save({ ...connection, version: connection.version + 1, due: Date.now() - 1_000 });
    }
    for (const platform of [first, second]) platform.advance(3_600_000 - 60_000);
    const processed = await Promise.all(
      [first, second].map(({ connecting }) => connecting.refreshScheduler.runOnce()),
    );
    // A service may add a job for a connection that the other is refreshing. It finds nothing to do.
    expect(processed[0]! + processed[1]!).toBeGreaterThanOrEqual(ids.length);
    expect(
      provider.requests.filter(({ form }) => form["grant_type"] === "refresh_token"),
    ).toHaveLength(ids.length);
    for (const id of ids)
      expect((await store.find(id))!.connection.due).toBeGreaterThan(Date.now());
    expect(await first.connecting.refreshScheduler.runOnce()).toBe(0);
  },
  60_000,
);

describe("a killed process", () => {
  it.each(INSTALLED_RUNTIMES)(
    "during a refresh (on %s) leaves the connection for the next process to refresh",
    async (runtime) => {
      const provider = await startOAuthProvider();
      closers.push(provider.close);
      const platform = await startTestPlatform(createProviderApps(provider.origin), {
        allowedOrigins: [provider.origin],
      });
      closers.push(platform.close);
      await addOAuthClient(platform, "notes");
      const id = await connectApp(platform, "notes");
      const { secrets } = await openConnection(platform, "notes", id);
      const { "/token": token } = provider.routes;
      const { child } = spawnRefresher(
        runtime,
        platform.folder,
        provider.origin,
        id,
        secrets["access_token"]!,
      );
      // Kill the process when the app receives the request, before the app issues tokens.
      await new Promise<void>((resolve) => {
        provider.routes["/token"] = async () => {
          child.kill("SIGKILL");
          await once(child, "close");
          resolve();
          return { breaksConnection: true };
        };
      });
      provider.routes["/token"] = token!;
      expect((await openConnection(platform, "notes", id)).secrets).toEqual(secrets);
      // The killed process's lease expires.
      platform.advance(41_000);
      const result = await platform.connecting.refresh(id, secrets["access_token"]);
      expect(result.outcome).toBe("refreshed");
      expect(
        provider.requests.filter(({ form }) => form["grant_type"] === "refresh_token"),
      ).toHaveLength(2);
      expect((await platform.api("GET", `/connections/${id}`)).body.status).toBe("active");
    },
    40_000,
  );

  it("during a sign-in leaves the link usable, and one connection in the end", async () => {
    const provider = await startOAuthProvider();
    closers.push(provider.close);
    const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
    closers.push(async () => rmSync(folder, { recursive: true }));
    const port = await freePort();
    const first = await spawnService(folder, provider.origin, port, "link");
    const { url, connection } = first.output as { url: string; connection: { id: string } };
    const browser = createBrowser({});
    const page = await browser.open(url);
    // Kill the process after it consumed the state, during the code exchange.
    const { "/token": token } = provider.routes;
    provider.routes["/token"] = async () => {
      first.child.kill("SIGKILL");
      await once(first.child, "close");
      return { breaksConnection: true };
    };
    await expect(browser.submit(page)).rejects.toThrow();
    provider.routes["/token"] = token!;
    const callbackUrl = browser.visitedUrls.at(-1)!;
    expect(callbackUrl).toContain("/oauth/callback?code=");

    const next = await spawnService(folder, provider.origin, port, "list");
    closers.push(async () => {
      next.child.kill("SIGKILL");
      await once(next.child, "close");
    });
    expect(next.output).toMatchObject({
      total: 1,
      data: [{ id: connection.id, status: "pending" }],
    });
    expect((await browser.open(callbackUrl)).text).toContain("There is no sign-in to complete");
    expect((await browser.submit(await browser.open(url))).text).toContain("Notes is connected");
    expect((await browser.open(url)).text).toContain(connection.id);
    expect(provider.requests.filter(({ url }) => url.pathname === "/token")).toHaveLength(2);
  }, 40_000);
});
