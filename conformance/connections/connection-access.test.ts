import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type RefreshPlatform,
  rejectionOf,
  startRefreshPlatform,
} from "../fixtures/connections/app-platforms.ts";
import { addOAuthClient } from "../fixtures/connections/apps.ts";
import { connectApp, findLeaks, openConnection } from "../fixtures/connections/connect-app.ts";
import type { OAuthProvider } from "../fixtures/connections/oauth-provider.ts";
import type { TestPlatform } from "../fixtures/connections/test-platform.ts";

describe("connection access", () => {
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

  describe("a connection whose app returns 401", () => {
    it("uses a token that another run has refreshed", async () => {
      const id = await connectApp(platform, "notes");
      const connected = await openConnection(platform, "notes", id);
      await platform.connecting.refresh(id, connected.secrets["access_token"]);
      expect(
        (await platform.connecting.service.refresh(connected)).secrets["access_token"],
      ).not.toBe(connected.secrets["access_token"]);
      expect(fixture.refreshRequests()).toHaveLength(1);
      await platform.api("DELETE", `/connections/${id}`);
    });

    it("expires if there is no refresh token", async () => {
      fixture.replyWith({ body: { access_token: "at_secret_forever" } });
      const id = await connectApp(platform, "notes");
      expect(
        await rejectionOf(
          platform.connecting.service.refresh(await openConnection(platform, "notes", id)),
        ),
      ).toMatchObject({
        code: "connection_inactive",
        extensions: { reconnect_url: expect.any(String) },
      });
      expect(await fixture.getConnection(id)).toMatchObject({
        status: "expired",
        status_reason: { code: "refused_by_app" },
      });
      await platform.api("DELETE", `/connections/${id}`);
    });

    it("expires if it uses an API key", async () => {
      const id = await connectApp(platform, "keyed", { f_key: "sk_verysecret2" });
      const connected = await openConnection(platform, "keyed");
      expect(await rejectionOf(platform.connecting.service.refresh(connected))).toMatchObject({
        code: "connection_inactive",
      });
      expect((await fixture.getConnection(id)).status).toBe("expired");
      await platform.api("DELETE", `/connections/${id}`);
    });
  });

  describe("a connection whose app sends no new token", () => {
    it("stops waiting at the timeout of the run", async () => {
      const id = await connectApp(platform, "notes");
      const connected = await openConnection(platform, "notes", id);
      let answer = () => {};
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      provider.routes["/token"] = async (request) => {
        await answered;
        return fixture.token(request);
      };
      const { service } = platform.connecting;
      expect(await service.refresh(connected, { timeoutMs: 50 })).toBe(connected);
      platform.advance(30 * 86_400_000);
      expect(
        await rejectionOf(openConnection(platform, "notes", id, { timeoutMs: 50 })),
      ).toMatchObject({ code: "provider_unavailable" });
      answer();
      await openConnection(platform, "notes", id);
      await platform.api("DELETE", `/connections/${id}`);
    });
  });

  it("leaves no secret in the database, the log or a response", () => {
    expect(
      findLeaks(platform, ["at_secret_", "rt_secret_", "client_secret_", "sk_verysecret2"]),
    ).toEqual([]);
  });
});

describe("provider differences", () => {
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

  describe("differences between providers", () => {
    it("requests new tokens with client credentials", async () => {
      const id = await connectApp(platform, "robots", {
        f_client_id: "robot",
        f_client_secret: "robot_secret_1",
      });
      const before = await openConnection(platform, "robots", id);
      expect(provider.requests.at(-1)!.form).toMatchObject({
        grant_type: "client_credentials",
        client_id: "robot",
        client_secret: "robot_secret_1",
        scope: "all",
      });
      platform.advance(2 * HOUR);
      const after = await openConnection(platform, "robots", id);
      expect(after.secrets["access_token"]).not.toBe(before.secrets["access_token"]);
      expect(Object.keys(after.secrets)).toEqual(["access_token"]);
      await platform.api("DELETE", `/connections/${id}`);
    });

    it("reports the app's error for rejected client credentials", async () => {
      fixture.replyWith({
        status: 401,
        body: { error: "invalid_client", error_description: "No such client." },
      });
      const { body } = await platform.api("POST", "/apps/robots/connect", {});
      const browser = platform.openBrowser();
      const page = await browser.submit(await browser.open(body.url), {
        f_client_id: "robot",
        f_client_secret: "robot_secret_1",
      });
      expect([page.status, page.text]).toEqual([
        422,
        expect.stringContaining(
          "Robots rejected the credentials (invalid_client): No such client.",
        ),
      ]);
      expect((await fixture.getConnection(body.connection.id)).status).toBe("pending");
    });

    it("supports basic authentication, JSON bodies, a separate refresh URL and extra parameters", async () => {
      provider.routes["/refresh"] = fixture.token;
      const id = await connectApp(platform, "odd");
      const [exchange] = provider.requests.filter(({ url }) => url.pathname === "/token");
      expect([exchange!.headers["content-type"], exchange!.headers.authorization]).toEqual([
        "application/json",
        `Basic ${btoa("client_1:client_secret_1")}`,
      ]);
      expect(exchange!.form).toMatchObject({ nonsense: "1", grant_type: "authorization_code" });
      expect(exchange!.form["client_secret"] ?? exchange!.form["code_verifier"]).toBeUndefined();
      const authorize = provider.requests.find(({ url }) => url.pathname === "/authorize")!.url
        .searchParams;
      expect(Object.fromEntries(authorize)).toMatchObject({
        access_type: "offline",
        scope: "notes:read,notes:write",
      });
      expect(authorize.get("state")).not.toBe("mine");
      expect(authorize.get("code_challenge")).toBeNull();
      platform.advance(2 * HOUR);
      await openConnection(platform, "odd", id);
      expect(provider.requests.at(-1)).toMatchObject({
        url: expect.objectContaining({ pathname: "/refresh" }),
        form: { audience: "api", grant_type: "refresh_token" },
      });
      await platform.api("DELETE", `/connections/${id}`);
    });

    it("uses a client's new secret for existing connections", async () => {
      await addOAuthClient(platform, "notes", { id: "client_1", secret: "client_secret_2" });
      const id = await connectApp(platform, "notes");
      platform.advance(2 * HOUR);
      await addOAuthClient(platform, "notes", { id: "client_1", secret: "client_secret_3" });
      await openConnection(platform, "notes", id);
      expect(fixture.refreshRequests().at(-1)!.form["client_secret"]).toBe("client_secret_3");
      await platform.api("DELETE", `/connections/${id}`);
    });
  });

  it("leaves no secret in the database, the log or a response", () => {
    expect(
      findLeaks(platform, ["at_secret_", "rt_secret_", "client_secret_", "robot_secret_1"]),
    ).toEqual([]);
  });
});
