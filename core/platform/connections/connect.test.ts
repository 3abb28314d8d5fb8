import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createAppRecord,
  createOAuthMethod,
  keyMethod,
} from "../../../conformance/fixtures/connections/apps.ts";
import { findLeaks } from "../../../conformance/fixtures/connections/find-leaks.ts";
import { addOAuthClient } from "../../../conformance/fixtures/connections/oauth-client.ts";
import {
  type OAuthProvider,
  startOAuthProvider,
} from "../../../conformance/fixtures/connections/oauth-provider.ts";
import {
  ORIGIN,
  startTestPlatform,
  type TestPlatform,
} from "../../../conformance/fixtures/connections/test-platform.ts";
import { resolveClient } from "./clients.ts";
import { decryptSecrets } from "./secrets.ts";

let provider: OAuthProvider;
let rig: TestPlatform;

beforeAll(async () => {
  provider = await startOAuthProvider();
  const shop = createAppRecord("shop", [keyMethod], {
    base: "https://{shop}.shop.example/api",
    baseFields: [{ name: "shop", label: "Your shop's name", secret: false, required: true }],
  });
  const bot = createAppRecord(
    "bot",
    [{ id: "api_key", type: "api_key", fields: [], placements: {}, from: "overlay" }],
    {
      base: "https://api.bot.example/bot{token}",
      baseFields: [
        {
          name: "token",
          label: "Bot token",
          secret: true,
          required: true,
          pattern: "[0-9]+:[A-Za-z0-9_-]+",
        },
      ],
    },
  );
  rig = await startTestPlatform(
    [
      createAppRecord("notes", [createOAuthMethod(provider.origin), keyMethod]),
      createAppRecord("lonely", [createOAuthMethod(provider.origin)]),
      shop,
      bot,
    ],
    { allowedOrigins: [provider.origin], returnOrigins: ["https://app.example"] },
  );
  await addOAuthClient(rig, "notes");
});
afterAll(async () => {
  await rig.close();
  await provider.close();
});

describe("connecting by signing in", () => {
  it("goes from a link over the app's own page to an active connection", async () => {
    const { status, body } = await rig.api("POST", "/apps/notes/connect", {
      auth_method: "oauth2",
      label: "Work",
    });
    expect([status, body.connection.status, body.connection.label]).toEqual([
      200,
      "pending",
      "Work",
    ]);
    expect(body.url.startsWith(`${ORIGIN}/connect/cl_`)).toBe(true);
    const browser = rig.openBrowser();
    const page = await browser.open(body.url);
    expect(page.text).toContain("Connect Notes");
    expect(page.text).toContain("Read your notes");
    expect(page.text).toContain("Notes: write");
    const done = await browser.submit(page);
    expect([done.status, done.text]).toEqual([200, expect.stringContaining("Notes is connected")]);
    expect((await rig.api("GET", `/connections/${body.connection.id}`)).body).toMatchObject({
      status: "active",
      auth_method: "oauth2",
      scopes: ["notes:read", "notes:write"],
      default: false,
      expires_at: expect.any(String),
    });
    const asked = provider.requests.filter(({ url }) => url.pathname === "/token").at(-1)!;
    expect(asked.form).toMatchObject({
      grant_type: "authorization_code",
      client_id: "client_1",
      client_secret: "client_secret_1",
      redirect_uri: `${ORIGIN}/oauth/callback`,
    });
    expect(asked.form["code_verifier"]).toMatch(/^[\w-]{43}$/);
    // Where the person ends no code stands any more.
    expect(done.url).toBe(body.url);
  });

  it("sends PKCE, a state, and the scopes that were asked for", async () => {
    const { body } = await rig.api("POST", "/apps/notes/connect", {
      auth_method: "oauth2",
      scopes: ["admin"],
    });
    const browser = rig.openBrowser();
    browser.stopUrl = provider.origin;
    const away = await browser.submit(await browser.open(body.url));
    const url = new URL(away.url);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: "code",
      client_id: "client_1",
      scope: "admin",
      code_challenge_method: "S256",
      state: expect.stringMatching(/^s1\./),
    });
  });

  it("says of an app without a client what to do, and where", async () => {
    const { status, body } = await rig.api("POST", "/apps/lonely/connect", {});
    expect([status, body.code]).toEqual([409, "app_not_configured"]);
    expect(body.hint).toContain(`${ORIGIN}/oauth/callback`);
    expect(body.hint).toContain("npm run apps -- configure lonely");
    const app = await rig.api("GET", "/apps/lonely");
    expect(app.body.auth[0]).toMatchObject({
      configured: false,
      redirect_uri: `${ORIGIN}/oauth/callback`,
    });
  });
});

describe("connecting with what is typed", () => {
  it("says what is wrong with an entry, and never shows a secret again", async () => {
    const { body } = await rig.api("POST", "/apps/notes/connect", { auth_method: "api_key" });
    const browser = rig.openBrowser();
    const page = await browser.open(body.url);
    expect(page.html).toContain('href="https://notes.example/keys"');
    const wrong = await browser.submit(page, { f_key: "no-key-at-all" });
    expect([wrong.status, wrong.text]).toEqual([
      422,
      expect.stringContaining(
        "This doesn’t look like the API key. Check that you copied all of it",
      ),
    ]);
    expect(wrong.html).toContain('aria-invalid="true"');
    expect(wrong.html).not.toContain("no-key-at-all");
    const missing = await browser.submit(wrong, { f_key: "  " });
    expect(missing.text).toContain("Enter the API key");
    const done = await browser.submit(missing, { f_key: "sk_verysecret1" });
    expect(done.text).toContain("Notes is connected");
    const connected = await rig.connecting.service.use(
      rig.key,
      (await rig.connecting.deps.resolveApp(rig.key.account, "notes")).record,
      body.connection.id,
    );
    expect(connected).toMatchObject({
      id: body.connection.id,
      method: { id: "api_key" },
      secrets: { key: "sk_verysecret1" },
    });
    expect(findLeaks(rig, ["sk_verysecret1"], [wrong.html, missing.html, done.html])).toEqual([]);
  });

  it.each(["evil.example/", "a.b", "user:pw@x", "x#", "x?y=", "..", "x y", "\u0000", "ü"])(
    "does not let %j stand in an app's host",
    async (shop) => {
      const { body } = await rig.api("POST", "/apps/shop/connect", {});
      const browser = rig.openBrowser();
      const page = await browser.submit(await browser.open(body.url), {
        f_shop: shop,
        f_key: "sk_1",
      });
      expect(page.status).toBe(422);
      expect((await rig.api("GET", `/connections/${body.connection.id}`)).body.status).toBe(
        "pending",
      );
    },
  );

  it("keeps a credential that is part of the app's address as the secret that it is", async () => {
    const { body } = await rig.api("POST", "/apps/bot/connect", {});
    const browser = rig.openBrowser();
    const page = await browser.open(body.url);
    const wrong = await browser.submit(page, { f_token: "12345:very/secret_bot_token" });
    expect([wrong.status, wrong.html.includes("secret_bot_token")]).toEqual([422, false]);
    const done = await browser.submit(wrong, { f_token: "12345:very-secret_bot_token" });
    expect(done.text).toContain("is connected");
    const stored = await rig.api("GET", `/connections/${body.connection.id}`);
    expect(stored.body).toMatchObject({ status: "active", fields: {} });
    expect(
      findLeaks(
        rig,
        ["12345:very-secret_bot_token"],
        [wrong.html, done.html, JSON.stringify(stored.body)],
      ),
    ).toEqual([]);
  });

  it("keeps what is no secret in the open", async () => {
    const { body } = await rig.api("POST", "/apps/shop/connect", {});
    const browser = rig.openBrowser();
    await browser.submit(await browser.open(body.url), { f_shop: "bakery", f_key: "sk_1" });
    expect((await rig.api("GET", `/connections/${body.connection.id}`)).body).toMatchObject({
      status: "active",
      fields: { shop: "bakery" },
    });
  });
});

describe("a link", () => {
  const link = async (body: object = { auth_method: "api_key" }) =>
    (await rig.api("POST", "/apps/notes/connect", body)).body as {
      url: string;
      connection: { id: string };
    };

  it("may be looked at by anyone as often as they like, for those that look ahead use nothing up", async () => {
    const { url } = await link();
    for (let times = 0; times < 3; times++)
      expect((await rig.openBrowser().open(url)).status).toBe(200);
    const browser = rig.openBrowser();
    expect((await browser.submit(await browser.open(url), { f_key: "sk_1" })).text).toContain(
      "is connected",
    );
  });

  it("works once: afterwards only the browser that used it sees what came of it", async () => {
    const { url } = await link();
    const browser = rig.openBrowser();
    const page = await browser.open(url);
    await browser.submit(page, { f_key: "sk_1" });
    expect((await browser.open(url)).text).toContain("Notes is connected");
    expect((await browser.submit(page, { f_key: "sk_2" })).text).toContain("Notes is connected");
    const other = await rig.openBrowser().open(url);
    expect([other.status, other.text]).toEqual([
      410,
      expect.stringContaining("This link has already been used"),
    ]);
  });

  it("belongs to the browser that begins", async () => {
    const { url } = await link();
    const [one, other] = [rig.openBrowser(), rig.openBrowser()];
    const [page, same] = [await one.open(url), await other.open(url)];
    await one.submit(page, { f_key: "bad" });
    await one.submit(page, { f_key: "sk_1", method: "oauth2" });
    expect((await other.submit(same, { f_key: "sk_2" })).status).toBe(410);
  });

  it("is over after 15 minutes, and its connection has failed", async () => {
    const late = await startTestPlatform([createAppRecord("notes", [keyMethod])], {
      allowedOrigins: [],
    });
    const { url, connection } = (await late.api("POST", "/apps/notes/connect", {})).body;
    const browser = late.openBrowser();
    const page = await browser.open(url);
    late.advance(15 * 60_000 + 1);
    expect((await browser.submit(page, { f_key: "sk_1" })).text).toContain("This link has expired");
    await late.connecting.refreshScheduler.runOnce();
    const stored = (await late.api("GET", `/connections/${connection.id}`)).body;
    expect(stored).toMatchObject({ status: "failed", status_reason: { code: "link_expired" } });
    // A new one mends it.
    const again = await late.openBrowser();
    expect(
      (await again.submit(await again.open(stored.reconnect_url), { f_key: "sk_1" })).text,
    ).toContain("is connected");
    expect((await late.api("GET", `/connections/${connection.id}`)).body.status).toBe("active");
    await late.close();
  });

  it("needs a cookie, and the form of its own page", async () => {
    const { url } = await link();
    const send = (headers: Record<string, string>) =>
      rig.serve(
        new Request(url, {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
          body: "method=api_key&f_key=sk_1",
        }),
      );
    expect((await send({})).status).toBe(400);
    expect((await send({ cookie: "jf_connect=abc", "sec-fetch-site": "cross-site" })).status).toBe(
      403,
    );
    expect((await send({ cookie: "jf_connect=abc", origin: "https://evil.example" })).status).toBe(
      403,
    );
    expect(
      (
        await rig.serve(
          new Request(url, {
            method: "POST",
            headers: { "content-type": "application/json", cookie: "jf_connect=abc" },
            body: "{}",
          }),
        )
      ).status,
    ).toBe(403);
  });

  it("that was changed, or made up, leads nowhere", async () => {
    const { url } = await link();
    for (const other of [
      `${url.slice(0, -1)}${url.endsWith("A") ? "B" : "A"}`,
      `${ORIGIN}/connect/cl_x`,
      `${ORIGIN}/connect/x`,
    ]) {
      expect((await rig.openBrowser().open(other)).status).toBe(404);
    }
  });

  it("is worth nothing once its key is revoked, or its connection deleted", async () => {
    const made = await rig.createKey({});
    const links = await Promise.all(
      [0, 1].map(
        async () =>
          (
            await rig.api(
              "POST",
              "/apps/notes/connect",
              { auth_method: "api_key" },
              { secret: made.secret },
            )
          ).body,
      ),
    );
    await rig.api("DELETE", `/connections/${links[0].connection.id}`);
    expect((await rig.openBrowser().open(links[0].url)).text).toContain("This link is no longer valid");
    const browser = rig.openBrowser();
    const page = await browser.open(links[1].url);
    await rig.revokeKey(made.key.id);
    expect((await browser.submit(page, { f_key: "sk_1" })).text).toContain(
      "This link is no longer valid",
    );
  });

  it("can't be framed, kept, scripted, or passed on", async () => {
    const { url } = await link();
    const { headers } = await rig.openBrowser().open(url);
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "cross-origin-opener-policy": "same-origin",
    });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^jf_connect=[\w-]{43}; Path=\/connect; Max-Age=3600; HttpOnly; SameSite=Lax$/,
      ),
    ]);
  });
});

it("keeps its cookies to TLS where the service has it, and each to its own path", async () => {
  const secure = await startTestPlatform(
    [createAppRecord("notes", [createOAuthMethod(provider.origin)])],
    {
      allowedOrigins: [provider.origin],
      origin: "https://jackfield.example",
    },
  );
  await addOAuthClient(secure, "notes");
  const { body } = await secure.api("POST", "/apps/notes/connect", {});
  const page = await secure.serve(new Request(body.url));
  const [cookie] = page.headers.getSetCookie();
  expect(cookie).toMatch(
    /^jf_connect=[\w-]{43}; Path=\/connect; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/,
  );
  const away = await secure.serve(
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
  await secure.close();
});

describe("the way back from an app", () => {
  const begun = async (browser = rig.openBrowser(), options: object = {}) => {
    const { body } = await rig.api("POST", "/apps/notes/connect", {
      auth_method: "oauth2",
      ...options,
    });
    browser.stopUrl = provider.origin;
    const { url } = await browser.submit(await browser.open(body.url));
    browser.stopUrl = undefined;
    const back = (query: Record<string, string>) =>
      `${ORIGIN}/oauth/callback?${new URLSearchParams({ state: new URL(url).searchParams.get("state")!, ...query })}`;
    return { browser, id: body.connection.id as string, link: body.url as string, back };
  };
  const statusOf = async (id: string) => (await rig.api("GET", `/connections/${id}`)).body;

  it("works in the browser that began, once", async () => {
    const { browser, back, id } = await begun();
    const elsewhere = await rig.openBrowser().open(back({ code: "c" }));
    expect([elsewhere.status, elsewhere.text]).toEqual([
      400,
      expect.stringContaining("There is no sign-in to complete"),
    ]);
    // Who only has the address has used nothing up.
    expect((await browser.open(back({ code: "c" }))).text).toContain("Notes is connected");
    expect((await browser.open(back({ code: "c" }))).text).toContain(
      "There is no sign-in to complete",
    );
    expect((await statusOf(id)).status).toBe("active");
  });

  it("takes no state but its own, whole", async () => {
    const [one, other] = [await begun(), await begun()];
    for (const state of [
      "",
      "x",
      `${new URL(one.back({})).searchParams.get("state")}x`,
      new URL(other.back({})).searchParams.get("state")!,
    ]) {
      expect(
        (
          await one.browser.open(
            `${ORIGIN}/oauth/callback?code=c&state=${encodeURIComponent(state)}`,
          )
        ).status,
      ).toBe(400);
    }
  });

  it("says that the person did not allow it, and lets them try again", async () => {
    const { browser, back, id } = await begun();
    const page = await browser.open(
      back({
        error: "access_denied",
        error_description: "The user said no. <script>alert(1)</script>\u202e",
      }),
    );
    expect([page.status, page.text]).toEqual([
      200,
      expect.stringContaining("Notes was not connected"),
    ]);
    expect(page.html).not.toContain("<script>");
    expect(await statusOf(id)).toMatchObject({
      status: "failed",
      status_reason: {
        code: "refused_by_person",
        message: expect.stringContaining("The user said no."),
      },
    });
    const again = await browser.open(
      new URL(/href="(\/connect\/[^"]+)"/.exec(page.html)![1]!, ORIGIN).href,
    );
    expect((await browser.submit(again)).text).toContain("Notes is connected");
    expect((await statusOf(id)).status).toBe("active");
  });

  it("says what the app said where it fails, without anything that looks like a token", async () => {
    const { browser, back, id } = await begun();
    const page = await browser.open(
      back({
        error: "server_error",
        error_description: `trace abcdef0123456789abcdef0123456789 of yours`,
      }),
    );
    expect(page.text).toContain("Notes rejected the sign-in (server_error): trace … of yours");
    expect(await statusOf(id)).toMatchObject({
      status: "failed",
      status_reason: { code: "refused_by_app" },
    });
  });

  it("leads on to where the caller wanted, only if the operator allows that", async () => {
    const { browser, back, id } = await begun(rig.openBrowser(), {
      return_url: "https://app.example/settings?tab=apps",
    });
    browser.stopUrl = "https://app.example";
    expect((await browser.open(back({ code: "c" }))).url).toBe(
      `https://app.example/settings?tab=apps&connection=${id}&status=active`,
    );
    for (const return_url of [
      "https://evil.example/",
      "https://app.example.evil.example/",
      "https://app.example@evil.example/",
      "javascript:alert(1)",
      "http://app.example/",
    ]) {
      expect((await rig.api("POST", "/apps/notes/connect", { return_url })).body.code).toMatch(
        /return_url_refused|invalid_input/,
      );
    }
  });

  it("keeps a working connection as it is until the new sign-in is stored, and its id for good", async () => {
    const { browser, back, id } = await begun();
    await browser.open(back({ code: "c" }));
    const { record } = await rig.connecting.deps.resolveApp(rig.key.account, "notes");
    const before = await rig.connecting.service.use(rig.key, record, id);
    const { body } = await rig.api("POST", `/connections/${id}/reconnect`, {});
    const other = rig.openBrowser();
    other.stopUrl = provider.origin;
    const { url } = await other.submit(await other.open(body.url));
    expect((await rig.connecting.service.use(rig.key, record, id)).secrets).toEqual(before.secrets);
    other.stopUrl = undefined;
    const refused = await other.open(
      `${ORIGIN}/oauth/callback?error=access_denied&state=${encodeURIComponent(new URL(url).searchParams.get("state")!)}`,
    );
    expect(refused.text).toContain("was not connected");
    expect((await rig.connecting.service.use(rig.key, record, id)).secrets).toEqual(before.secrets);
    expect((await other.submit(await other.open(body.url))).text).toContain("Notes is connected");
    const after = await rig.connecting.service.use(rig.key, record, id);
    expect(after.id).toBe(id);
    expect(after.secrets["access_token"]).not.toBe(before.secrets["access_token"]);
  });
});

describe("connections", () => {
  it("are withdrawn at the app when they are deleted, and their secrets are gone at once", async () => {
    const { body } = await rig.api("POST", "/apps/notes/connect", { auth_method: "oauth2" });
    const browser = rig.openBrowser();
    await browser.submit(await browser.open(body.url));
    const { id } = body.connection;
    expect((await rig.api("DELETE", `/connections/${id}`)).body).toMatchObject({
      id,
      status: "revoked",
    });
    expect(await rig.connecting.deps.store.find(id)).toMatchObject({
      connection: { status: "revoked" },
    });
    expect((await rig.connecting.deps.store.find(id))!.sealed).toBeUndefined();
    expect((await rig.api("GET", `/connections/${id}`)).body.code).toBe("connection_not_found");
    await expect
      .poll(
        () =>
          provider.requests.filter(({ url }) => url.pathname === "/revoke").at(-1)?.form["token"],
      )
      .toMatch(/^rt_secret_/);
  });

  it("are those of the key's end user, and of its apps", async () => {
    const { secret } = await rig.createKey({ user: "42" });
    const { body } = await rig.api(
      "POST",
      "/apps/notes/connect",
      { auth_method: "api_key" },
      { secret },
    );
    expect(body.connection.user).toBe("42");
    expect(
      (
        await rig.api(
          "POST",
          "/apps/notes/connect",
          { auth_method: "api_key", user: "43" },
          { secret },
        )
      ).body.code,
    ).toBe("permission_denied");
    expect(
      (await rig.api("GET", "/connections", undefined, { secret })).body.data.map(
        ({ id }: { id: string }) => id,
      ),
    ).toEqual([body.connection.id]);
    const other = await rig.createKey({ user: "43" });
    expect(
      (await rig.api("GET", `/connections/${body.connection.id}`, undefined, other)).status,
    ).toBe(404);
    expect(
      (await rig.api("DELETE", `/connections/${body.connection.id}`, undefined, other)).status,
    ).toBe(404);
    const shops = await rig.createKey({ apps: ["shop"] });
    expect(
      (await rig.api("GET", `/connections/${body.connection.id}`, undefined, shops)).status,
    ).toBe(404);
    expect(
      (await rig.api("GET", "/connections?limit=100", undefined, shops)).body.data.every(
        ({ app }: { app: string }) => app === "shop",
      ),
    ).toBe(true);
  });

  it("give no link to a key that may not connect", async () => {
    const { body } = await rig.api("POST", "/apps/notes/connect", { auth_method: "api_key" });
    const { secret } = await rig.createKey({ permissions: ["read", "run"] });
    expect(
      (await rig.api("GET", `/connections/${body.connection.id}`, undefined, { secret })).body
        .reconnect_url,
    ).toBeUndefined();
    expect(
      (await rig.api("GET", `/connections/${body.connection.id}`)).body.reconnect_url,
    ).toContain("/connect/cl_");
    expect((await rig.api("POST", "/apps/notes/connect", {}, { secret })).status).toBe(403);
  });

  it("can be named, made the default, and switched off", async () => {
    const own = await startTestPlatform([createAppRecord("notes", [keyMethod])], {
      allowedOrigins: [],
    });
    const make = async (label: string) => {
      const { body } = await own.api("POST", "/apps/notes/connect", { label });
      const browser = own.openBrowser();
      await browser.submit(await browser.open(body.url), { f_key: `sk_${label}` });
      return body.connection.id as string;
    };
    const { record } = await own.connecting.deps.resolveApp(own.key.account, "notes");
    const use = (wanted?: string) =>
      own.connecting.service.use(own.key, record, wanted).then(
        ({ secrets }) => secrets["key"],
        ({ code, extensions }) => [code, extensions],
      );
    expect(await use()).toEqual([
      "connection_required",
      { connect_url: expect.stringContaining("/connect/cl_") },
    ]);
    const home = await make("home");
    expect(await use()).toBe("sk_home");
    const work = await make("work");
    expect(await use()).toEqual([
      "connection_ambiguous",
      {
        candidates: [
          { id: expect.any(String), label: expect.any(String) },
          { id: expect.any(String), label: expect.any(String) },
        ],
      },
    ]);
    expect([await use("work"), await use(home)]).toEqual(["sk_work", "sk_home"]);
    expect(await use("nowhere")).toEqual(["connection_not_found", undefined]);
    await own.api("PATCH", `/connections/${work}`, { default: true });
    expect(await use()).toBe("sk_work");
    await own.api("PATCH", `/connections/${work}`, { enabled: false, label: "Office" });
    // The default does not work: nobody's other account is used in its place.
    expect(await use()).toEqual(["connection_inactive", {}]);
    expect(await use("home")).toBe("sk_home");
    await own.api("PATCH", `/connections/${work}`, { enabled: true });
    expect(await use("Office")).toBe("sk_work");
    expect((await own.api("GET", "/connections")).body).toMatchObject({
      total: 2,
      data: [
        { label: "Office", default: true },
        { label: "home", default: false },
      ],
    });
    await own.close();
  });

  it("never give the operator's client to an app that an account has added under the same name", async () => {
    const { deps } = rig.connecting;
    const { record } = await deps.resolveApp(rig.key.account, "notes");
    const [method] = record.methods;
    expect(
      await Promise.all(
        [false, true].map((isOwn) =>
          rig.connecting.service.isConfigured(rig.key, { record, isOwn }, method!),
        ),
      ),
    ).toEqual([true, false]);
    await expect(
      resolveClient(deps, { record, isOwn: true }, rig.key.account, method!, { entered: {} }),
    ).rejects.toMatchObject({ code: "app_not_configured" });
  });

  it("never give what was given to the catalog's app to one that an account has added under the same name", async () => {
    const { body } = await rig.api("POST", "/apps/notes/connect", {
      auth_method: "api_key",
      label: "theirs",
    });
    const browser = rig.openBrowser();
    await browser.submit(await browser.open(body.url), { f_key: "sk_verysecret1" });
    const { record } = await rig.connecting.deps.resolveApp(rig.key.account, "notes");
    const { use } = rig.connecting.service;
    await expect(
      use(rig.key, { ...record, isOwn: true, base: "https://evil.example" }, body.connection.id),
    ).rejects.toMatchObject({ code: "connection_inactive" });
    expect((await use(rig.key, record, body.connection.id)).secrets["key"]).toBe("sk_verysecret1");
  });

  it("are opened for no other app, address or server than they were sealed for", async () => {
    const { deps } = rig.connecting;
    const stored = (await deps.store.list(rig.key.account, { app: "notes" })).find(
      ({ sealed }) => sealed !== undefined,
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

  it("leave no secret in the database, in the log or in an answer", () => {
    expect(rig.logLines.join("\n")).not.toMatch(/cl_s1|code_|state=|jf_connect=/);
    expect(
      findLeaks(rig, ["at_secret_", "rt_secret_", "client_secret_1", "sk_verysecret1"]),
    ).toEqual([]);
  });
});
