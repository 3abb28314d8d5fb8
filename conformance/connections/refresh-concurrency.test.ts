import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type RefreshPlatform,
  startRefreshPlatform,
} from "../fixtures/connections/app-platforms.ts";
import { createAppRecord, createOAuthMethod } from "../fixtures/connections/apps.ts";
import { connectApp, findLeaks, openConnection } from "../fixtures/connections/connect-app.ts";
import type { OAuthProvider } from "../fixtures/connections/oauth-provider.ts";
import { startTestPlatform, type TestPlatform } from "../fixtures/connections/test-platform.ts";

const HOUR = 3_600_000;

let fixture: RefreshPlatform;
let platform: TestPlatform;
let provider: OAuthProvider;

beforeAll(async () => {
  fixture = await startRefreshPlatform();
  platform = fixture.platform;
  provider = fixture.provider;
});
beforeEach(() => fixture.reset());
afterAll(() => fixture.close());

describe("concurrent refreshes", () => {
  it("send one request for concurrent runs", async () => {
    const id = await connectApp(platform, "notes");
    platform.advance(2 * HOUR);
    const tokens = await Promise.all(
      Array.from({ length: 20 }, () => openConnection(platform, "notes", id)),
    );
    expect(new Set(tokens.map(({ secrets }) => secrets["access_token"])).size).toBe(1);
    expect(fixture.refreshRequests()).toHaveLength(1);
    await platform.api("DELETE", `/connections/${id}`);
  });

  it("send one request for two services that share a database", async () => {
    const id = await connectApp(platform, "notes");
    const { secrets } = await openConnection(platform, "notes", id);
    const other = await startTestPlatform(
      [createAppRecord("notes", [createOAuthMethod(provider.origin)])],
      {
        allowedOrigins: [provider.origin],
        folder: platform.folder,
      },
    );
    provider.routes["/token"] = async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      return fixture.token(request);
    };
    const results = await Promise.all(
      [platform, other, platform, other].map(({ connecting }) =>
        connecting.refresh(id, secrets["access_token"]),
      ),
    );
    const tokens = results.map((result) =>
      result.outcome === "refreshed" ? result.secrets.values["access_token"] : result.outcome,
    );
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).toMatch(/^at_secret_/);
    expect(fixture.refreshRequests()).toHaveLength(1);
    await other.close({ keep: true });
    await platform.api("DELETE", `/connections/${id}`);
  });

  it("of due connections are limited to eight at once", async () => {
    const ids = [];
    for (let count = 0; count < 30; count++) ids.push(await connectApp(platform, "notes"));
    let active = 0;
    let maxActive = 0;
    provider.routes["/token"] = async (request) => {
      active++;
      maxActive = Math.max(maxActive, active);
      await new Promise((resolve) => setTimeout(resolve, 20));
      active--;
      return fixture.token(request);
    };
    platform.advance(HOUR - 60_000);
    await Promise.all([
      platform.connecting.refreshScheduler.runOnce(),
      platform.connecting.refreshScheduler.runOnce(),
    ]);
    expect(maxActive).toBe(8);
    expect(fixture.refreshRequests()).toHaveLength(30);
    for (const id of ids) await platform.api("DELETE", `/connections/${id}`);
  });
});

describe("a connection that changes during a refresh", () => {
  /** Runs an action when the app receives the token request. */
  const duringRefresh = (action: () => Promise<unknown>) => {
    provider.routes["/token"] = async (request) => {
      provider.routes["/token"] = fixture.token;
      await action();
      return fixture.token(request);
    };
  };

  it("stays deleted, and the new tokens are revoked", async () => {
    const id = await connectApp(platform, "notes");
    const { secrets } = await openConnection(platform, "notes", id);
    duringRefresh(() => platform.api("DELETE", `/connections/${id}`));
    expect((await platform.connecting.refresh(id, secrets["access_token"])).outcome).toBe(
      "deleted",
    );
    expect((await platform.connecting.deps.store.find(id))!.encryptedSecrets).toBeUndefined();
    const old = secrets["access_token"]!.replace("at_", "rt_");
    const next = old.replace(/\d+$/, (number) => String(Number(number) + 1));
    await expect
      .poll(() =>
        provider.requests
          .filter(({ url }) => url.pathname === "/revoke")
          .map(({ form }) => form["token"]),
      )
      .toEqual(expect.arrayContaining([old, next]));
  });

  it("keeps its new label", async () => {
    const id = await connectApp(platform, "notes");
    const { secrets } = await openConnection(platform, "notes", id);
    duringRefresh(() => platform.api("PATCH", `/connections/${id}`, { label: "Renamed" }));
    expect((await platform.connecting.refresh(id, secrets["access_token"])).outcome).toBe(
      "refreshed",
    );
    expect(await fixture.getConnection(id)).toMatchObject({ label: "Renamed", status: "active" });
    expect((await openConnection(platform, "notes", id)).secrets).not.toEqual(secrets);
    await platform.api("DELETE", `/connections/${id}`);
  });

  it("keeps a newer sign-in, even if the app refuses the old grant", async () => {
    const id = await connectApp(platform, "notes");
    const { secrets } = await openConnection(platform, "notes", id);
    const { body } = await platform.api("POST", `/connections/${id}/reconnect`, {});
    provider.routes["/token"] = async (request) => {
      provider.routes["/token"] = fixture.token;
      const browser = platform.openBrowser();
      await browser.submit(await browser.open(body.url));
      return request.form["grant_type"] === "refresh_token"
        ? { status: 400, body: { error: "invalid_grant" } }
        : fixture.token(request);
    };
    const result = await platform.connecting.refresh(id, secrets["access_token"]);
    expect(result.outcome).toBe("refreshed");
    expect(await fixture.getConnection(id)).toMatchObject({ status: "active" });
    await platform.api("DELETE", `/connections/${id}`);
  });
});

it("leaves no secret in the database, the log or a response", () => {
  expect(findLeaks(platform, ["at_secret_", "rt_secret_", "client_secret_"])).toEqual([]);
});
