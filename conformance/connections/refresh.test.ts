import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type RefreshPlatform,
  rejectionOf,
  startRefreshPlatform,
} from "../fixtures/connections/app-platforms.ts";
import { connectApp, findLeaks, openConnection } from "../fixtures/connections/connect-app.ts";
import type { OAuthProvider, ProviderReply } from "../fixtures/connections/oauth-provider.ts";
import type { TestPlatform } from "../fixtures/connections/test-platform.ts";

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

describe("an expiring token", () => {
  it("is refreshed before it expires", async () => {
    const id = await connectApp(platform, "notes");
    const before = await openConnection(platform, "notes", id);
    await platform.connecting.refreshScheduler.runOnce();
    expect(fixture.refreshRequests()).toEqual([]);
    platform.advance(HOUR - 4 * 60_000);
    await platform.connecting.refreshScheduler.runOnce();
    const after = await openConnection(platform, "notes", id);
    expect(after.secrets["access_token"]).not.toBe(before.secrets["access_token"]);
    expect(
      fixture
        .refreshRequests()
        .filter(
          ({ form }) =>
            form["refresh_token"]?.slice(3) === before.secrets["access_token"]!.slice(3),
        ),
    ).toHaveLength(1);
    expect(await fixture.getConnection(id)).toMatchObject({
      status: "active",
      last_refreshed_at: expect.any(String),
      next_refresh_at: expect.any(String),
    });
    await platform.api("DELETE", `/connections/${id}`);
  });

  it("isn't refreshed again after two processes died meanwhile, until somebody enables the connection", async () => {
    const id = await connectApp(platform, "notes");
    platform.advance(HOUR - 4 * 60_000);
    for (let process = 0; process < 2; process++) {
      const claimed = await platform.jobQueue.claim("connection", 10);
      expect(claimed.map(({ key }) => key)).toContain(id);
      platform.advance(30_001);
    }
    await platform.connecting.refreshScheduler.runOnce();
    expect(fixture.refreshRequests()).toEqual([]);
    expect(await fixture.getConnection(id)).toMatchObject({
      status: "disabled",
      status_reason: {
        code: "process_died",
        message: expect.stringMatching(/Enable the connection/),
      },
    });
    await platform.api("PATCH", `/connections/${id}`, { enabled: true });
    await platform.connecting.refreshScheduler.runOnce();
    expect(fixture.refreshRequests()).toHaveLength(1);
    expect((await fixture.getConnection(id)).status).toBe("active");
    await platform.api("DELETE", `/connections/${id}`);
  });

  it("stays stored, and the connection active, while the app can't refresh it", async () => {
    const id = await connectApp(platform, "notes");
    const before = await openConnection(platform, "notes", id);
    platform.advance(HOUR - 60_000);
    const replies: readonly ProviderReply[] = [
      { status: 503, body: "<html>no</html>", type: "text/html" },
      { status: 500, body: { error: "invalid_grant" } },
      { status: 429, headers: { "retry-after": "120" } },
      { breaksConnection: true },
      { status: 200, body: "" },
      { status: 302, headers: { location: "http://169.254.169.254/" } },
      { status: 400, body: { error: "temporarily_unavailable", error_description: "back soon" } },
      { status: 401, body: { error: "invalid_client" } },
      { body: { error: "something_new" } },
      { body: "x".repeat(400_000) },
    ];
    for (const reply of replies) {
      fixture.replyWith(reply);
      expect((await platform.connecting.refresh(id, before.secrets["access_token"])).outcome).toBe(
        "deferred",
      );
      expect(await openConnection(platform, "notes", id)).toMatchObject({
        secrets: before.secrets,
      });
    }
    expect(await fixture.getConnection(id)).toMatchObject({
      status: "active",
      status_reason: {
        code: "refresh_failing",
        message: expect.stringContaining("Notes did not refresh the access token"),
      },
    });
    // After it expires, the error does not ask the user to reconnect.
    platform.advance(2 * 60_000);
    expect(await rejectionOf(openConnection(platform, "notes", id))).toMatchObject({
      code: "provider_unavailable",
    });
    provider.routes["/token"] = fixture.token;
    await openConnection(platform, "notes", id);
    expect((await fixture.getConnection(id)).status_reason).toBeUndefined();
    await platform.api("DELETE", `/connections/${id}`);
  });

  it("is retried with exponential backoff, or after the app's Retry-After", async () => {
    const id = await connectApp(platform, "notes");
    const { secrets } = await openConnection(platform, "notes", id);
    const due = async () =>
      (await platform.connecting.deps.store.find(id))!.connection.due! -
      platform.connecting.deps.now();
    fixture.replyWith({ status: 503 });
    const waits: number[] = [];
    for (let count = 0; count < 9; count++) {
      await platform.connecting.refresh(id, secrets["access_token"]);
      waits.push(Math.round((await due()) / 1000));
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
    fixture.replyWith({ status: 429, headers: { "retry-after": "7200" } });
    await platform.connecting.refresh(id, secrets["access_token"]);
    expect(Math.round((await due()) / 1000)).toBe(7200);
    await platform.api("DELETE", `/connections/${id}`);
  });

  it("expires the connection if the app refuses the grant, and signing in restores the connection", async () => {
    const id = await connectApp(platform, "notes", {}, { label: "Doomed" });
    platform.advance(2 * HOUR);
    fixture.replyWith({
      body: { error: "invalid_grant", error_description: "Token has been revoked." },
    });
    const problem = await rejectionOf(openConnection(platform, "notes", id));
    expect(problem).toMatchObject({
      code: "connection_inactive",
      extensions: { reconnect_url: expect.stringContaining("/connect/cl_") },
      message: expect.stringContaining("Token has been revoked."),
    });
    expect(await fixture.getConnection(id)).toMatchObject({
      status: "expired",
      status_reason: { code: "grant_refused" },
      reconnect_url: expect.any(String),
    });
    expect((await platform.api("GET", "/connections?status=expired")).body.data).toHaveLength(1);
    const requestCount = provider.requests.length;
    await rejectionOf(openConnection(platform, "notes", id));
    expect(provider.requests.length).toBe(requestCount);
    provider.routes["/token"] = fixture.token;
    const browser = platform.openBrowser();
    await browser.submit(await browser.open((await fixture.getConnection(id)).reconnect_url));
    expect(await fixture.getConnection(id)).toMatchObject({ status: "active", label: "Doomed" });
    await openConnection(platform, "notes", id);
    await platform.api("DELETE", `/connections/${id}`);
  });

  it("keeps its refresh token if the app returns no new one", async () => {
    const id = await connectApp(platform, "notes");
    provider.routes["/token"] = () => ({
      body: { access_token: `at_secret_only_${crypto.randomUUID()}`, expires_in: 3600 },
    });
    for (let count = 0; count < 3; count++) {
      platform.advance(2 * HOUR);
      await openConnection(platform, "notes", id);
    }
    expect(new Set(fixture.refreshRequests().map(({ form }) => form["refresh_token"])).size).toBe(
      1,
    );
    await platform.api("DELETE", `/connections/${id}`);
  });

  it("expires the connection at its expiry if there is no refresh token", async () => {
    fixture.replyWith({ body: { access_token: "at_secret_short", expires_in: 600 } });
    const id = await connectApp(platform, "notes");
    platform.advance(590_000);
    await platform.connecting.refreshScheduler.runOnce();
    expect((await openConnection(platform, "notes", id)).secrets["access_token"]).toBe(
      "at_secret_short",
    );
    platform.advance(20_000);
    await platform.connecting.refreshScheduler.runOnce();
    expect(await fixture.getConnection(id)).toMatchObject({
      status: "expired",
      status_reason: { code: "not_refreshable" },
    });
    await platform.api("DELETE", `/connections/${id}`);
  });

  it.each([
    ["absent", {}],
    ["0", { expires_in: 0 }],
    ["null", { expires_in: null }],
  ])("without a lifetime (expires_in %s) is refreshed only after a 401", async (_, lifetime) => {
    provider.routes["/token"] = () => ({
      body: {
        access_token: `at_secret_${crypto.randomUUID()}`,
        refresh_token: "rt_secret_x",
        ...lifetime,
      },
    });
    const id = await connectApp(platform, "notes");
    provider.requests.length = 0;
    platform.advance(1000 * HOUR);
    await platform.connecting.refreshScheduler.runOnce();
    const connected = await openConnection(platform, "notes", id);
    expect(provider.requests).toEqual([]);
    const refreshed = await Promise.all([
      platform.connecting.service.refresh(connected),
      platform.connecting.service.refresh(connected),
    ]);
    expect(refreshed[0]!.secrets["access_token"]).not.toBe(connected.secrets["access_token"]);
    expect(refreshed[1]!.secrets).toEqual(refreshed[0]!.secrets);
    expect(fixture.refreshRequests()).toHaveLength(1);
    await platform.api("DELETE", `/connections/${id}`);
  });

  it("is refreshed daily while the connection is idle", async () => {
    const id = await connectApp(platform, "notes");
    platform.advance(30 * HOUR);
    await platform.connecting.refreshScheduler.runOnce();
    const first = fixture.refreshRequests().length;
    expect(first).toBe(1);
    platform.advance(2 * HOUR);
    await platform.connecting.refreshScheduler.runOnce();
    expect(fixture.refreshRequests().length).toBe(1);
    platform.advance(23 * HOUR);
    await platform.connecting.refreshScheduler.runOnce();
    expect(fixture.refreshRequests().length).toBe(2);
    await openConnection(platform, "notes", id);
    await expect.poll(async () => (await fixture.getConnection(id)).last_used_at).toBeDefined();
    await platform.api("DELETE", `/connections/${id}`);
  });
});

it("leaves no secret in the database, the log or a response", () => {
  expect(findLeaks(platform, ["at_secret_", "rt_secret_", "client_secret_"])).toEqual([]);
});
