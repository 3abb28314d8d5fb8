import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createAppRecord,
  createOAuthMethod,
  keyMethod,
} from "../../../conformance/fixtures/connections/apps.ts";
import {
  connectApp,
  openConnection,
} from "../../../conformance/fixtures/connections/connect-app.ts";
import { findLeaks } from "../../../conformance/fixtures/connections/find-leaks.ts";
import { addOAuthClient } from "../../../conformance/fixtures/connections/oauth-client.ts";
import {
  type OAuthProvider,
  type ProviderReply,
  startOAuthProvider,
} from "../../../conformance/fixtures/connections/oauth-provider.ts";
import {
  startTestPlatform,
  type TestPlatform,
} from "../../../conformance/fixtures/connections/test-platform.ts";

const HOUR = 3_600_000;

let provider: OAuthProvider;
let rig: TestPlatform;
let token: OAuthProvider["routes"][string];

beforeAll(async () => {
  provider = await startOAuthProvider();
  token = provider.routes["/token"]!;
  const robots = createOAuthMethod(
    provider.origin,
    { authorizationUrl: undefined },
    {
      id: "cc",
      type: "oauth2_cc",
      fields: [
        { name: "client_id", label: "Client ID", secret: false, required: true },
        { name: "client_secret", label: "Client secret", secret: true, required: true },
      ],
      scopes: [{ name: "all", isDefault: true }],
    },
  );
  const odd = createOAuthMethod(provider.origin, {
    clientAuth: "basic",
    bodyFormat: "json",
    refreshUrl: `${provider.origin}/refresh`,
    refreshParams: { audience: "api" },
    tokenParams: { nonsense: "1" },
    authorizationParams: { access_type: "offline", state: "mine" },
    scopeSeparator: ",",
    pkce: false,
  });
  rig = await startTestPlatform(
    [
      createAppRecord("notes", [createOAuthMethod(provider.origin)]),
      createAppRecord("robots", [robots]),
      createAppRecord("odd", [odd]),
      createAppRecord("keyed", [keyMethod]),
    ],
    { allowedOrigins: [provider.origin] },
  );
  for (const app of ["notes", "odd"]) await addOAuthClient(rig, app);
});
beforeEach(() => {
  provider.routes["/token"] = token;
  provider.requests.length = 0;
});
afterAll(async () => {
  await rig.close();
  await provider.close();
});

const answerWith = (reply: ProviderReply) => void (provider.routes["/token"] = () => reply);
const getConnection = async (id: string) => (await rig.api("GET", `/connections/${id}`)).body;
const refreshRequests = () =>
  provider.requests.filter(({ form }) => form["grant_type"] === "refresh_token");
const rejectionOf = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error("it was let through");
    },
    (error: { code: string; extensions: object; message: string }) => error,
  );

describe("a token that expires", () => {
  it("is renewed by itself before it does", async () => {
    const id = await connectApp(rig, "notes");
    const before = await openConnection(rig, "notes", id);
    await rig.connecting.refreshScheduler.runOnce();
    expect(refreshRequests()).toEqual([]);
    rig.advance(HOUR - 4 * 60_000);
    await rig.connecting.refreshScheduler.runOnce();
    const after = await openConnection(rig, "notes", id);
    expect(after.secrets["access_token"]).not.toBe(before.secrets["access_token"]);
    expect(
      refreshRequests().filter(
        ({ form }) => form["refresh_token"]?.slice(3) === before.secrets["access_token"]!.slice(3),
      ),
    ).toHaveLength(1);
    expect(await getConnection(id)).toMatchObject({
      status: "active",
      last_refreshed_at: expect.any(String),
      next_refresh_at: expect.any(String),
    });
    await rig.api("DELETE", `/connections/${id}`);
  });

  it("is renewed once when many need it at once", async () => {
    const id = await connectApp(rig, "notes");
    rig.advance(2 * HOUR);
    const tokens = await Promise.all(
      Array.from({ length: 20 }, () => openConnection(rig, "notes", id)),
    );
    expect(new Set(tokens.map(({ secrets }) => secrets["access_token"])).size).toBe(1);
    expect(refreshRequests()).toHaveLength(1);
    await rig.api("DELETE", `/connections/${id}`);
  });

  it("is renewed once when two services of one database need it at once", async () => {
    const id = await connectApp(rig, "notes");
    const { secrets } = await openConnection(rig, "notes", id);
    const other = await startTestPlatform(
      [createAppRecord("notes", [createOAuthMethod(provider.origin)])],
      {
        allowedOrigins: [provider.origin],
        folder: rig.folder,
      },
    );
    provider.routes["/token"] = async (got) => (
      await new Promise((resolve) => setTimeout(resolve, 150)), token!(got)
    );
    const renewals = await Promise.all(
      [rig, other, rig, other].map(({ connecting }) =>
        connecting.refresh(id, secrets["access_token"]),
      ),
    );
    const tokens = renewals.map((renewal) =>
      renewal.outcome === "refreshed" ? renewal.secrets.values["access_token"] : renewal.outcome,
    );
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).toMatch(/^at_secret_/);
    expect(refreshRequests()).toHaveLength(1);
    await other.close({ keep: true });
    await rig.api("DELETE", `/connections/${id}`);
  });

  it("stays as it is, and the connection active, while the app can't renew it", async () => {
    const id = await connectApp(rig, "notes");
    const before = await openConnection(rig, "notes", id);
    rig.advance(HOUR - 60_000);
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
      answerWith(reply);
      expect((await rig.connecting.refresh(id, before.secrets["access_token"])).outcome).toBe(
        "deferred",
      );
      expect(await openConnection(rig, "notes", id)).toMatchObject({ secrets: before.secrets });
    }
    expect(await getConnection(id)).toMatchObject({
      status: "active",
      status_reason: {
        code: "refresh_failing",
        message: expect.stringContaining("Notes did not refresh the access token"),
      },
    });
    // Until it is over: then the caller hears that it is not for them to mend.
    rig.advance(2 * 60_000);
    expect(await rejectionOf(openConnection(rig, "notes", id))).toMatchObject({
      code: "provider_unavailable",
    });
    provider.routes["/token"] = token;
    await openConnection(rig, "notes", id);
    expect((await getConnection(id)).status_reason).toBeUndefined();
    await rig.api("DELETE", `/connections/${id}`);
  });

  it("waits longer after each failure, and as long as the app asks", async () => {
    const id = await connectApp(rig, "notes");
    const { secrets } = await openConnection(rig, "notes", id);
    const due = async () =>
      (await rig.connecting.deps.store.find(id))!.connection.due! - rig.connecting.deps.now();
    answerWith({ status: 503 });
    const waits: number[] = [];
    for (let times = 0; times < 9; times++) {
      await rig.connecting.refresh(id, secrets["access_token"]);
      waits.push(Math.round((await due()) / 1000));
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
    answerWith({ status: 429, headers: { "retry-after": "7200" } });
    await rig.connecting.refresh(id, secrets["access_token"]);
    expect(Math.round((await due()) / 1000)).toBe(7200);
    await rig.api("DELETE", `/connections/${id}`);
  });

  it("makes the connection expired once the app has refused the grant, visibly, and signing in mends the same connection", async () => {
    const id = await connectApp(rig, "notes", {}, { label: "Doomed" });
    rig.advance(2 * HOUR);
    answerWith({ body: { error: "invalid_grant", error_description: "Token has been revoked." } });
    const problem = await rejectionOf(openConnection(rig, "notes", id));
    expect(problem).toMatchObject({
      code: "connection_inactive",
      extensions: { reconnect_url: expect.stringContaining("/connect/cl_") },
      message: expect.stringContaining("Token has been revoked."),
    });
    expect(await getConnection(id)).toMatchObject({
      status: "expired",
      status_reason: { code: "grant_refused" },
      reconnect_url: expect.any(String),
    });
    expect((await rig.api("GET", "/connections?status=expired")).body.data).toHaveLength(1);
    const times = provider.requests.length;
    await rejectionOf(openConnection(rig, "notes", id));
    expect(provider.requests.length).toBe(times);
    provider.routes["/token"] = token;
    const browser = rig.openBrowser();
    await browser.submit(await browser.open((await getConnection(id)).reconnect_url));
    expect(await getConnection(id)).toMatchObject({ status: "active", label: "Doomed" });
    await openConnection(rig, "notes", id);
    await rig.api("DELETE", `/connections/${id}`);
  });

  it("keeps the refresh token where the app gives no new one", async () => {
    const id = await connectApp(rig, "notes");
    provider.routes["/token"] = () => ({
      body: { access_token: `at_secret_only_${crypto.randomUUID()}`, expires_in: 3600 },
    });
    for (let times = 0; times < 3; times++) {
      rig.advance(2 * HOUR);
      await openConnection(rig, "notes", id);
    }
    expect(new Set(refreshRequests().map(({ form }) => form["refresh_token"])).size).toBe(1);
    await rig.api("DELETE", `/connections/${id}`);
  });

  it("that can't be renewed makes the connection expired when it is over, and not before", async () => {
    answerWith({ body: { access_token: "at_secret_short", expires_in: 600 } });
    const id = await connectApp(rig, "notes");
    rig.advance(590_000);
    await rig.connecting.refreshScheduler.runOnce();
    expect((await openConnection(rig, "notes", id)).secrets["access_token"]).toBe(
      "at_secret_short",
    );
    rig.advance(20_000);
    await rig.connecting.refreshScheduler.runOnce();
    expect(await getConnection(id)).toMatchObject({
      status: "expired",
      status_reason: { code: "not_refreshable" },
    });
    await rig.api("DELETE", `/connections/${id}`);
  });

  it.each([
    ["absent", {}],
    ["0", { expires_in: 0 }],
    ["null", { expires_in: null }],
  ])("that has no time (%s) is never renewed by itself, but once after a 401", async (_, time) => {
    provider.routes["/token"] = () => ({
      body: {
        access_token: `at_secret_${crypto.randomUUID()}`,
        refresh_token: "rt_secret_x",
        ...time,
      },
    });
    const id = await connectApp(rig, "notes");
    provider.requests.length = 0;
    rig.advance(1000 * HOUR);
    await rig.connecting.refreshScheduler.runOnce();
    const connected = await openConnection(rig, "notes", id);
    expect(provider.requests).toEqual([]);
    const again = await Promise.all([
      rig.connecting.service.refresh(connected),
      rig.connecting.service.refresh(connected),
    ]);
    expect(again[0]!.secrets["access_token"]).not.toBe(connected.secrets["access_token"]);
    expect(again[1]!.secrets).toEqual(again[0]!.secrets);
    expect(refreshRequests()).toHaveLength(1);
    await rig.api("DELETE", `/connections/${id}`);
  });

  it("is renewed each day where nobody uses it, and in time where somebody does", async () => {
    const id = await connectApp(rig, "notes");
    rig.advance(30 * HOUR);
    await rig.connecting.refreshScheduler.runOnce();
    const first = refreshRequests().length;
    expect(first).toBe(1);
    rig.advance(2 * HOUR);
    await rig.connecting.refreshScheduler.runOnce();
    expect(refreshRequests().length).toBe(1);
    rig.advance(23 * HOUR);
    await rig.connecting.refreshScheduler.runOnce();
    expect(refreshRequests().length).toBe(2);
    await openConnection(rig, "notes", id);
    await expect.poll(async () => (await getConnection(id)).last_used_at).toBeDefined();
    await rig.api("DELETE", `/connections/${id}`);
  });
});

it("asks the app of no more than eight at once, however many expire together", async () => {
  const ids = [];
  for (let each = 0; each < 30; each++) ids.push(await connectApp(rig, "notes"));
  let [inside, most] = [0, 0];
  provider.routes["/token"] = async (got) => {
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setTimeout(resolve, 20));
    inside--;
    return token!(got);
  };
  rig.advance(HOUR - 60_000);
  await Promise.all([
    rig.connecting.refreshScheduler.runOnce(),
    rig.connecting.refreshScheduler.runOnce(),
  ]);
  expect(most).toBe(8);
  expect(refreshRequests()).toHaveLength(30);
  for (const id of ids) await rig.api("DELETE", `/connections/${id}`);
});

describe("a connection that changes while it is renewed", () => {
  /** Does something at the moment when the app is asked. */
  const meanwhile = (promise: () => Promise<unknown>) => {
    provider.routes["/token"] = async (got) => {
      provider.routes["/token"] = token;
      await promise();
      return token!(got);
    };
  };

  it("stays deleted, and what the app has just given is withdrawn", async () => {
    const id = await connectApp(rig, "notes");
    const { secrets } = await openConnection(rig, "notes", id);
    meanwhile(() => rig.api("DELETE", `/connections/${id}`));
    expect((await rig.connecting.refresh(id, secrets["access_token"])).outcome).toBe("deleted");
    expect((await rig.connecting.deps.store.find(id))!.sealed).toBeUndefined();
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

  it("keeps its new name", async () => {
    const id = await connectApp(rig, "notes");
    const { secrets } = await openConnection(rig, "notes", id);
    meanwhile(() => rig.api("PATCH", `/connections/${id}`, { label: "Renamed" }));
    expect((await rig.connecting.refresh(id, secrets["access_token"])).outcome).toBe("refreshed");
    expect(await getConnection(id)).toMatchObject({ label: "Renamed", status: "active" });
    expect((await openConnection(rig, "notes", id)).secrets).not.toEqual(secrets);
    await rig.api("DELETE", `/connections/${id}`);
  });

  it("keeps the sign-in that a person has made anew, even where the app refuses the old one", async () => {
    const id = await connectApp(rig, "notes");
    const { secrets } = await openConnection(rig, "notes", id);
    const { body } = await rig.api("POST", `/connections/${id}/reconnect`, {});
    provider.routes["/token"] = async (got) => {
      provider.routes["/token"] = token;
      const browser = rig.openBrowser();
      await browser.submit(await browser.open(body.url));
      return got.form["grant_type"] === "refresh_token"
        ? { status: 400, body: { error: "invalid_grant" } }
        : token!(got);
    };
    const renewal = await rig.connecting.refresh(id, secrets["access_token"]);
    expect(renewal.outcome).toBe("refreshed");
    expect(await getConnection(id)).toMatchObject({ status: "active" });
    await rig.api("DELETE", `/connections/${id}`);
  });
});

describe("a connection that the app answers 401", () => {
  it("takes what somebody else has renewed meanwhile", async () => {
    const id = await connectApp(rig, "notes");
    const connected = await openConnection(rig, "notes", id);
    await rig.connecting.refresh(id, connected.secrets["access_token"]);
    expect((await rig.connecting.service.refresh(connected)).secrets["access_token"]).not.toBe(
      connected.secrets["access_token"],
    );
    expect(refreshRequests()).toHaveLength(1);
    await rig.api("DELETE", `/connections/${id}`);
  });

  it("is expired where there is nothing to renew it with", async () => {
    answerWith({ body: { access_token: "at_secret_forever" } });
    const id = await connectApp(rig, "notes");
    expect(
      await rejectionOf(rig.connecting.service.refresh(await openConnection(rig, "notes", id))),
    ).toMatchObject({
      code: "connection_inactive",
      extensions: { reconnect_url: expect.any(String) },
    });
    expect(await getConnection(id)).toMatchObject({
      status: "expired",
      status_reason: { code: "refused_by_app" },
    });
    await rig.api("DELETE", `/connections/${id}`);
  });

  it("stays as it is where it is a key, for one tool may be refused what others may do", async () => {
    const id = await connectApp(rig, "keyed", { f_key: "sk_verysecret2" });
    const connected = await openConnection(rig, "keyed");
    expect(await rig.connecting.service.refresh(connected)).toBe(connected);
    expect((await getConnection(id)).status).toBe("active");
  });
});

describe("a provider's own ways", () => {
  it("of clients that are no person: tokens are fetched anew with the client's own words", async () => {
    const id = await connectApp(rig, "robots", {
      f_client_id: "robot",
      f_client_secret: "robot_secret_1",
    });
    const before = await openConnection(rig, "robots", id);
    expect(provider.requests.at(-1)!.form).toMatchObject({
      grant_type: "client_credentials",
      client_id: "robot",
      client_secret: "robot_secret_1",
      scope: "all",
    });
    rig.advance(2 * HOUR);
    const after = await openConnection(rig, "robots", id);
    expect(after.secrets["access_token"]).not.toBe(before.secrets["access_token"]);
    expect(Object.keys(after.secrets)).toEqual(["access_token"]);
    await rig.api("DELETE", `/connections/${id}`);
  });

  it("says what the app said where it does not accept a client", async () => {
    answerWith({
      status: 401,
      body: { error: "invalid_client", error_description: "No such client." },
    });
    const { body } = await rig.api("POST", "/apps/robots/connect", {});
    const browser = rig.openBrowser();
    const page = await browser.submit(await browser.open(body.url), {
      f_client_id: "robot",
      f_client_secret: "robot_secret_1",
    });
    expect([page.status, page.text]).toEqual([
      422,
      expect.stringContaining("Robots rejected the credentials (invalid_client): No such client."),
    ]);
    expect((await getConnection(body.connection.id)).status).toBe("pending");
  });

  it("of proving the client, of bodies, of another address for refreshing, and of more to say", async () => {
    provider.routes["/refresh"] = token!;
    const id = await connectApp(rig, "odd");
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
    rig.advance(2 * HOUR);
    await openConnection(rig, "odd", id);
    expect(provider.requests.at(-1)).toMatchObject({
      url: expect.objectContaining({ pathname: "/refresh" }),
      form: { audience: "api", grant_type: "refresh_token" },
    });
    await rig.api("DELETE", `/connections/${id}`);
  });

  it("of changing a client's secret: what was connected before goes on with the new one", async () => {
    await addOAuthClient(rig, "notes", { id: "client_1", secret: "client_secret_2" });
    const id = await connectApp(rig, "notes");
    rig.advance(2 * HOUR);
    await addOAuthClient(rig, "notes", { id: "client_1", secret: "client_secret_3" });
    await openConnection(rig, "notes", id);
    // The operator's new secret is used at once, for connections made before too.
    expect(refreshRequests().at(-1)!.form["client_secret"]).toBe("client_secret_3");
    await rig.api("DELETE", `/connections/${id}`);
  });
});

it("leaves no secret in the database, in the log or in an answer, whatever has failed", () => {
  expect(
    findLeaks(rig, [
      "at_secret_",
      "rt_secret_",
      "client_secret_",
      "robot_secret_1",
      "sk_verysecret2",
    ]),
  ).toEqual([]);
});
