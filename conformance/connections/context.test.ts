import { describe, expect, it, onTestFinished } from "vitest";
import type { AppRecord } from "../../core/lib/openapi-tools/app.ts";
import type { AppContext } from "../../core/lib/openapi-tools/app-context.ts";
import { createTool } from "../../core/lib/openapi-tools/call/testing.ts";
import {
  addOAuthClient,
  createAppRecord,
  createOAuthMethod,
} from "../fixtures/connections/apps.ts";
import { connectApp } from "../fixtures/connections/connect-app.ts";
import { startOAuthProvider } from "../fixtures/connections/oauth-provider.ts";
import { startTestPlatform } from "../fixtures/connections/test-platform.ts";

const ORGANIZATION: AppContext = {
  name: "organization",
  label: "Organization",
  from: "/organizations",
  values: { organization_id: "/id" },
  text: "/name",
};

const FILLED_HEADER = {
  argument: "x_org",
  in: "header",
  name: "x-org",
  style: "simple",
  fill: { value: "{organization_id}" },
} as const;

/** A platform with the app `books`, whose tool `books.list` sends the organization as a header. */
async function createBooks(
  context: readonly AppContext[] = [ORGANIZATION],
  overrides: Partial<AppRecord> = {},
) {
  const provider = await startOAuthProvider();
  const base = `${provider.origin}/api`;
  const method = createOAuthMethod(provider.origin);
  const keyMethod = {
    id: "key",
    type: "bearer",
    fields: [{ name: "token", label: "Token", secret: true, required: true }],
    from: "overlay",
  } as const;
  const platform = await startTestPlatform(
    [createAppRecord("books", [method, keyMethod], { base, context, ...overrides })],
    {
      allowedOrigins: [provider.origin],
      returnOrigins: ["https://app.example"],
      tools: [
        createTool(
          { method: "GET", path: "/invoices", slots: [FILLED_HEADER] },
          { name: "books.list", auth: ["oauth2", "key"] },
        ),
      ],
    },
  );
  onTestFinished(async () => {
    await platform.close();
    await provider.close();
  });
  await addOAuthClient(platform, "books");
  provider.routes["/api/organizations"] = () => ({ body: [{ id: "org_1", name: "Acme" }] });
  provider.routes["/api/invoices"] = ({ headers }) => ({
    body: { organization: headers["x-org"] },
  });
  return {
    provider,
    platform,
    connect: (body: object = { auth_method: "oauth2" }, fields = {}) =>
      connectApp(platform, "books", fields, body),
    async find(id: string) {
      return (await platform.api("GET", `/connections/${id}`)).body;
    },
    run: () => platform.api("POST", "/tools/books.list/run", { arguments: {} }),
    paths: () => provider.requests.map(({ url }) => url.pathname),
  };
}

const TWO = [
  { id: "org_1", name: "Acme" },
  { id: "org_2", name: "Umbrella" },
];

describe("the context of a connection", () => {
  it("is looked up after the sign-in, and tools send it", async () => {
    const { connect, find, run, provider, paths } = await createBooks();
    const { context } = await find(await connect());
    expect(context).toEqual({ organization: { label: "Organization", id: "org_1", name: "Acme" } });
    const lookup = provider.requests.find(({ url }) => url.pathname === "/api/organizations")!;
    expect(lookup.headers.authorization).toBe("Bearer at_secret_1");
    expect((await run()).body.data).toEqual({ organization: "org_1" });
    expect(paths().filter((path) => path === "/api/organizations")).toHaveLength(1);
  });

  it("is looked up with entered credentials", async () => {
    const { connect, run, provider } = await createBooks();
    await connect({ auth_method: "key" }, { f_token: "key_12345678" });
    expect(provider.requests[0]!.headers.authorization).toBe("Bearer key_12345678");
    expect((await run()).body.data).toEqual({ organization: "org_1" });
  });

  it("rejects entered credentials that the app rejects", async () => {
    const { connect, provider } = await createBooks();
    provider.routes["/api/organizations"] = () => ({
      status: 401,
      body: { message: "Invalid token key_12345678." },
    });
    const connecting = connect({ auth_method: "key" }, { f_token: "key_12345678" });
    await expect(connecting).rejects.toThrow(
      "Books rejected the credentials. Books answered 401 to GET /organizations: Invalid token [hidden].",
    );
  });

  it("comes from the token response, the callback and entered values", async () => {
    const { connect, find, provider } = await createBooks([
      {
        name: "site",
        label: "Site",
        methods: ["oauth2"],
        from: "token",
        values: { host: { at: "/instance_url", after: "https://" } },
      },
      {
        name: "company",
        label: "Company",
        methods: ["oauth2"],
        from: "callback",
        values: { company: "/realmId" },
      },
      {
        name: "region",
        label: "Region",
        methods: ["key"],
        from: "credentials",
        values: { region: { at: "/token", after: "-" } },
      },
    ]);
    provider.routes["/token"] = () => ({
      body: { access_token: "at_1", instance_url: "https://acme.books.example" },
    });
    provider.routes["/authorize"] = ({ url }) => {
      const back = new URL(url.searchParams.get("redirect_uri")!);
      const state = url.searchParams.get("state")!;
      back.search = String(new URLSearchParams({ code: "c", realmId: "42", state }));
      return { status: 302, headers: { location: back.href } };
    };
    const { context } = await find(await connect());
    expect(context).toEqual({
      site: { label: "Site", id: "acme.books.example" },
      company: { label: "Company", id: "42" },
    });
    const other = await connect({ auth_method: "key" }, { f_token: "key_12345678-eu" });
    expect((await find(other)).context).toEqual({ region: { label: "Region", id: "eu" } });
  });

  it("fills the base URL, which nobody enters", async () => {
    const { connect, run, provider, platform } = await createBooks(
      [ORGANIZATION, { name: "shard", label: "Shard", from: "token", values: { shard: "/shard" } }],
      {
        baseFields: [
          { name: "shard", label: "Shard", secret: false, required: true, pattern: "s[0-9]" },
        ],
      },
    );
    const { deps } = platform.connecting;
    const { record } = await deps.resolveApp(platform.key.account, "books");
    Object.assign(record, { base: `${provider.origin}/{shard}` });
    provider.routes["/s7/organizations"] = provider.routes["/api/organizations"]!;
    provider.routes["/s7/invoices"] = provider.routes["/api/invoices"]!;
    provider.routes["/token"] = () => ({ body: { access_token: "at_1", shard: "s7" } });
    // The second entry is read first, so that the request has its value.
    Object.assign(record, { context: [record.context![1]!, ORGANIZATION] });
    await connect();
    expect((await run()).body.data).toEqual({ organization: "org_1" });
  });
});

describe("several choices", () => {
  const createTwo = async () => {
    const fixture = await createBooks();
    fixture.provider.routes["/api/organizations"] = () => ({ body: TWO });
    return fixture;
  };
  const choose = (
    { platform }: Awaited<ReturnType<typeof createBooks>>,
    id: string,
    context: object,
  ) => platform.api("PATCH", `/connections/${id}`, { context });

  it("are listed, and the API chooses one", async () => {
    const fixture = await createTwo();
    const id = await fixture.connect();
    expect((await fixture.find(id)).context.organization).toEqual({
      label: "Organization",
      id: "org_1",
      name: "Acme",
      choices: TWO,
    });
    expect((await fixture.run()).body.data).toEqual({ organization: "org_1" });
    const changed = await choose(fixture, id, { organization: "org_2" });
    expect(changed).toMatchObject({
      status: 200,
      body: { context: { organization: { id: "org_2", name: "Umbrella" } } },
    });
    expect((await fixture.run()).body.data).toEqual({ organization: "org_2" });
  });

  it("can only be one that the app lists", async () => {
    const fixture = await createTwo();
    const id = await fixture.connect();
    expect(await choose(fixture, id, { organization: "org_3" })).toMatchObject({
      status: 400,
      body: {
        code: "invalid_input",
        errors: [{ pointer: "/context/organization" }],
        hint: 'Send one of: "org_1", "org_2". To list them again, test the connection.',
      },
    });
    expect(await choose(fixture, id, { site: "org_1" })).toMatchObject({
      status: 400,
      body: { hint: 'Its context has: "organization".' },
    });
    expect((await fixture.find(id)).context.organization.id).toBe("org_1");
  });

  it("are kept when the user signs in again, as long as the app lists them", async () => {
    const fixture = await createTwo();
    const { platform, provider } = fixture;
    const id = await fixture.connect();
    await choose(fixture, id, { organization: "org_2" });
    const reconnect = async () => {
      const { body } = await platform.api("POST", `/connections/${id}/reconnect`, {});
      const browser = platform.openBrowser();
      await browser.submit(await browser.open(body.url));
      return (await fixture.find(id)).context.organization.id;
    };
    expect(await reconnect()).toBe("org_2");
    provider.routes["/api/organizations"] = () => ({ status: 503 });
    expect(await reconnect()).toBeNull();
    expect((await fixture.run()).status).toBe(503);
    provider.routes["/api/organizations"] = () => ({ body: TWO });
    expect((await fixture.run()).body.data).toEqual({ organization: "org_2" });
    provider.routes["/api/organizations"] = () => ({ body: TWO.slice(0, 1) });
    expect(await reconnect()).toBe("org_1");
  });

  it("are listed again by a test, which keeps the choice", async () => {
    const fixture = await createTwo();
    const id = await fixture.connect();
    await choose(fixture, id, { organization: "org_2" });
    const third = { id: "org_3", name: "Initech" };
    fixture.provider.routes["/api/organizations"] = () => ({ body: [third, ...TWO] });
    const { body } = await fixture.platform.api("POST", `/connections/${id}/test`);
    expect(body).toMatchObject({ ok: true });
    expect(body.connection.context.organization).toMatchObject({
      id: "org_2",
      choices: [third, ...TWO],
    });
    fixture.provider.routes["/api/organizations"] = () => ({ status: 500 });
    await fixture.platform.api("POST", `/connections/${id}/test`);
    expect((await fixture.find(id)).context.organization.choices).toHaveLength(3);
  });

  it("are offered on the page after the sign-in, before it returns to the program", async () => {
    const { platform, find, provider } = await createTwo();
    const { body } = await platform.api("POST", "/apps/books/connect", {
      auth_method: "oauth2",
      return_url: "https://app.example/done",
    });
    const browser = platform.openBrowser();
    browser.stopUrl = "https://app.example/";
    const page = await browser.submit(await browser.open(body.url));
    expect(page.text).toContain("Organization The tools of this connection use it. Acme Umbrella");
    const done = await browser.submit(page, { c_organization: "org_2" });
    expect(done.url).toContain("https://app.example/done?connection=conn_");
    expect((await find(body.connection.id)).context.organization.id).toBe("org_2");
    // With a single choice, it returns at once.
    provider.routes["/api/organizations"] = () => ({ body: TWO.slice(0, 1) });
    const other = await platform.api("POST", "/apps/books/connect", {
      auth_method: "oauth2",
      label: "Other",
      return_url: "https://app.example/done",
    });
    const returned = await browser.submit(await browser.open(other.body.url));
    expect(returned.url).toContain("https://app.example/done?connection=conn_");
  });

  it("are named in the audit log apart from the end user", async () => {
    const fixture = await createBooks([{ ...ORGANIZATION, name: "user", label: "User" }]);
    fixture.provider.routes["/api/organizations"] = () => ({ body: TWO });
    const id = await fixture.connect({ auth_method: "oauth2", user: "ada" });
    await choose(fixture, id, { user: "org_2" });
    const [entry] = await fixture.platform.listAudit();
    expect(entry).toMatchObject({
      action: "connection.changed",
      details: { app: "books", user: "ada", "context.user": "org_2" },
    });
  });

  it("are still offered if the form before is submitted twice", async () => {
    const { platform } = await createTwo();
    const { body } = await platform.api("POST", "/apps/books/connect", {
      auth_method: "key",
      return_url: "https://app.example/done",
    });
    const browser = platform.openBrowser();
    const form = await browser.open(body.url);
    await browser.submit(form, { f_token: "key_12345678" });
    const again = await browser.submit(form, { f_token: "key_12345678" });
    expect(again.text).toContain("Acme Umbrella");
    expect(again.headers.get("refresh")).toBeNull();
  });

  it("that the page didn't offer are ignored", async () => {
    const { platform, find } = await createTwo();
    const { body } = await platform.api("POST", "/apps/books/connect", { auth_method: "oauth2" });
    const browser = platform.openBrowser();
    const page = await browser.submit(await browser.open(body.url));
    await browser.submit(page, { c_organization: "org_9" });
    expect((await find(body.connection.id)).context.organization.id).toBe("org_1");
  });

  it("can't be chosen with a link of a revoked key", async () => {
    const { platform, find } = await createTwo();
    const { key, secret } = await platform.createKey({});
    const { body } = await platform.api(
      "POST",
      "/apps/books/connect",
      { auth_method: "oauth2" },
      { secret },
    );
    const browser = platform.openBrowser();
    const page = await browser.submit(await browser.open(body.url));
    await platform.revokeKey(key.id);
    expect((await browser.submit(page, { c_organization: "org_2" })).status).toBe(410);
    expect((await find(body.connection.id)).context.organization.id).toBe("org_1");
  });
});

describe("a lookup that fails", () => {
  it("leaves the connection active, and is repeated by the next run", async () => {
    const { connect, find, run, provider, paths } = await createBooks();
    provider.routes["/api/organizations"] = () => ({ status: 503, body: { message: "Down." } });
    const id = await connect();
    expect(await find(id)).toMatchObject({
      status: "active",
      context: {
        organization: {
          id: null,
          failure: "Books answered 503 to GET /organizations: Down.",
        },
      },
    });
    expect(await run()).toMatchObject({
      status: 503,
      body: {
        code: "provider_unavailable",
        detail: `Books did not return the organization of connection "${id}". Books answered 503 to GET /organizations: Down.`,
      },
    });
    provider.routes["/api/organizations"] = () => ({ body: TWO });
    expect((await run()).body.data).toEqual({ organization: "org_1" });
    const requests = paths().length;
    expect((await run()).body.data).toEqual({ organization: "org_1" });
    expect(paths()).toHaveLength(requests + 1);
    expect((await find(id)).context.organization).toMatchObject({ id: "org_1", choices: TWO });
  });

  it.each([
    [{ status: 403 }, "Books answered 403 to GET /organizations.", /^Grant access/],
    [
      { body: "<html>" },
      "The response of Books to GET /organizations was not usable JSON.",
      /^Grant/,
    ],
    [{ status: 302, headers: { location: "/x" } }, "Books answered 302", /^Grant access/],
    [{ body: [] }, "Books lists no organization for connection", /^Sign in with an account/],
  ])("with %j explains what to do", async (response, message, hint) => {
    const { connect, run, provider } = await createBooks();
    provider.routes["/api/organizations"] = () => response;
    const id = await connect();
    const { status, body } = await run();
    expect({ status, code: body.code }).toEqual({ status: 409, code: "connection_incomplete" });
    expect(body.detail).toContain(message);
    expect(body.hint).toMatch(hint);
    expect(body.hint).toContain(`POST /api/v1/connections/${id}/reconnect`);
  });

  it("is a connection problem if the app doesn't respond", async () => {
    const { connect, run, provider } = await createBooks();
    provider.routes["/api/organizations"] = () => ({ breaksConnection: true });
    await connect();
    expect((await run()).body).toMatchObject({
      code: "provider_unavailable",
      detail: expect.stringContaining("Books sent no usable response to GET /organizations."),
    });
  });

  it("is repeated, but not stored, while a refresh changes the secrets", async () => {
    const { connect, find, run, provider, platform } = await createBooks();
    const { store } = platform.connecting.deps;
    provider.routes["/api/organizations"] = () => ({ status: 500 });
    const id = await connect();
    provider.routes["/api/organizations"] = () => ({ body: TWO });
    const now = Date.now();
    await store.lease(id, { holder: "refresh", now, until: now + 60_000 });
    expect((await run()).body.data).toEqual({ organization: "org_1" });
    expect((await find(id)).context.organization.id).toBeNull();
    await store.release(id, "refresh");
    expect((await run()).body.data).toEqual({ organization: "org_1" });
    expect((await find(id)).context.organization.id).toBe("org_1");
  });

  it("isn't stored if the user signs in again in the meantime", async () => {
    const { connect, find, run, provider, platform } = await createBooks();
    provider.routes["/api/organizations"] = () => ({ status: 500 });
    const id = await connect();
    const other = { id: "org_9", name: "Of another user" };
    let isStarted = false;
    let answer: (response: object) => void = () => {};
    provider.routes["/api/organizations"] = () => {
      if (isStarted) return { body: [other] };
      isStarted = true;
      return new Promise((resolve) => {
        answer = resolve;
      });
    };
    const running = run();
    await expect.poll(() => isStarted).toBe(true);
    const { body } = await platform.api("POST", `/connections/${id}/reconnect`, {});
    const browser = platform.openBrowser();
    await browser.submit(await browser.open(body.url));
    answer({ body: TWO });
    expect((await running).body.data).toEqual({ organization: "org_1" });
    expect((await find(id)).context.organization).toMatchObject({ id: "org_9" });
  });

  it("is repeated with a refreshed token if the app rejects the token", async () => {
    const { connect, find, run, provider } = await createBooks();
    provider.routes["/api/organizations"] = ({ headers }) =>
      headers.authorization === "Bearer at_secret_1" ? { status: 401 } : { body: TWO };
    const id = await connect();
    expect((await run()).body.data).toEqual({ organization: "org_1" });
    expect((await find(id)).context.organization.id).toBe("org_1");
  });

  it("leaves the connection active if the app rejects every token", async () => {
    const { connect, find, run, provider } = await createBooks();
    provider.routes["/api/organizations"] = () => ({ status: 401 });
    const id = await connect();
    expect((await run()).body.code).toBe("connection_incomplete");
    expect((await find(id)).status).toBe("active");
  });

  it("takes no longer than the run, and continues for the next one", async () => {
    const { connect, platform, find, provider } = await createBooks();
    provider.routes["/api/organizations"] = () => ({ status: 500 });
    const id = await connect();
    provider.routes["/api/organizations"] = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      return { body: TWO };
    };
    const { body } = await platform.api("POST", "/tools/books.list/run", {
      arguments: {},
      timeout: 1,
    });
    expect(body).toMatchObject({
      code: "provider_unavailable",
      detail: `Books did not return in time what connection "${id}" belongs to.`,
    });
    await expect
      .poll(async () => (await find(id)).context.organization.id, { timeout: 5_000 })
      .toBe("org_1");
  });

  it.each([
    ["nested too deep", "[".repeat(100_000) + "]".repeat(100_000), 200, "was not usable JSON."],
    [
      "an error nested too deep",
      `${'{"error":'.repeat(50_000)}1${"}".repeat(50_000)}`,
      400,
      "answered 400",
    ],
    ["too large", JSON.stringify([{ id: "x".repeat(600_000) }]), 200, "more than 524288 bytes"],
  ])("because the response is %s doesn't end the sign-in", async (_, text, status, failure) => {
    const { connect, find, run, provider } = await createBooks();
    provider.routes["/api/organizations"] = () => ({ status, body: text });
    const found = await find(await connect());
    expect(found.status).toBe("active");
    expect(found.context.organization.failure).toContain(failure);
    expect((await run()).body.code).toBe("connection_incomplete");
  });

  it("hides credentials, even at the end of a message that is cut", async () => {
    const { connect, find, provider } = await createBooks();
    provider.routes["/api/organizations"] = () => ({
      status: 403,
      body: { message: `${"x".repeat(290)}at_secret_1` },
    });
    const { context } = await find(await connect());
    expect(context.organization.failure).not.toContain("at_secret");
    expect(context.organization.failure).toContain("[hidden]");
  });

  it("leaves out what can't be an ID", async () => {
    const { connect, find, provider } = await createBooks();
    const ids = [null, 1.5, true, {}, "", "a\r\nx-evil: 1", "x".repeat(501)];
    provider.routes["/api/organizations"] = () => ({
      body: [null, [], "text", ...ids.map((each) => ({ id: each })), ...TWO, ...TWO],
    });
    const { context } = await find(await connect());
    expect(context.organization.choices).toEqual(TWO);
  });

  it("is sent once for concurrent runs", async () => {
    const { connect, run, provider, paths } = await createBooks();
    provider.routes["/api/organizations"] = () => ({ status: 500 });
    await connect();
    const before = paths().length;
    provider.routes["/api/organizations"] = async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { body: TWO };
    };
    const all = await Promise.all([run(), run(), run()]);
    expect(all.map(({ body }) => body.data.organization)).toEqual(["org_1", "org_1", "org_1"]);
    expect(
      paths()
        .slice(before)
        .filter((path) => path.endsWith("/organizations")),
    ).toHaveLength(1);
  });
});

it("binds the secrets to the choices, so that an edited row can't redirect them", async () => {
  const { platform, connect, run } = await createBooks();
  const { store } = platform.connecting.deps;
  const { connection } = (await store.find(await connect()))!;
  const choices = [{ id: "org_1", values: { organization_id: "evil" } }];
  await store.save({
    ...connection,
    context: { organization: { label: "Organization", choices } },
    version: connection.version + 1,
  });
  expect((await run()).body.code).toBe("secret_unreadable");
});

it("survives a refresh of the token, and is deleted with the connection", async () => {
  const { platform, connect, run } = await createBooks();
  const id = await connect();
  platform.advance(3_600_000);
  expect((await run()).body.data).toEqual({ organization: "org_1" });
  await platform.api("DELETE", `/connections/${id}`);
  const stored = await platform.connecting.deps.store.find(id);
  expect(stored!.connection.context).toBeUndefined();
});
