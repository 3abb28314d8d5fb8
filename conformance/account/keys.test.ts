import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestAccount, type TestAccount, type TestBrowser } from "./fixtures/fixture.ts";

let account: TestAccount;
let owner: TestBrowser;

beforeEach(async () => {
  account = await startTestAccount();
  owner = await account.setUp();
});
afterEach(() => account.close());

const NEW_KEY = { name: "laptop", permissions: ["read", "run"] };

const create = async (browser: TestBrowser, input: object = {}) => {
  const { status, body } = await browser.api("POST", "/keys", { ...NEW_KEY, ...input });
  expect(status, JSON.stringify(body)).toBe(201);
  return body as { key: { id: string; expires?: string }; secret: string };
};

const listConnections = (secret: string, headers: Readonly<Record<string, string>> = {}) =>
  account.openBrowser().request("GET", "/api/v1/connections", {
    headers: { authorization: `Bearer ${secret}`, ...headers },
  });

const audit = async () => {
  const { body } = await owner.api("GET", "/audit");
  return (body.data as { action: string }[]).map(({ action }) => action);
};

describe("API keys", () => {
  it("work as soon as a person has created them", async () => {
    const { key, secret } = await create(owner);
    expect((await listConnections(secret)).status).toBe(200);
    const { body } = await owner.api("GET", `/keys/${key.id}`);
    expect(body).toMatchObject({
      name: "laptop",
      status: "active",
      permissions: ["read", "run"],
      created_by: { kind: "person", name: "Ada" },
      last_used_by: "api",
    });
    expect(JSON.stringify(body)).not.toContain(secret.slice(12));
    expect(await audit()).toContain("key.created");
  });

  it("are created once per idempotency key, and shown once", async () => {
    const input = { idempotency_key: "0198b7f0-6c1e-7d2a-9f3b" };
    await create(owner, input);
    const again = await owner.api("POST", "/keys", { ...NEW_KEY, ...input });
    expect([again.status, again.body.code]).toEqual([409, "key_shown"]);
    expect((await owner.api("GET", "/keys")).body.data).toHaveLength(1);
  });

  it("are created once by ten requests at the same time", async () => {
    const input = { ...NEW_KEY, idempotency_key: "0198b7f0-6c1e-7d2a-9f3b" };
    const all = await Promise.all(
      Array.from({ length: 10 }, () => owner.api("POST", "/keys", input)),
    );
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
    expect(all.filter(({ body }) => body.secret)).toHaveLength(1);
  });

  it("work until the overlap with their replacement ends", async () => {
    const old = await create(owner, { lifetime_days: 30 });
    const { status, body } = await owner.api("POST", `/keys/${old.key.id}/replace`, {
      overlap_hours: 1,
    });
    expect(status).toBe(201);
    expect(body.key).toMatchObject({ name: "laptop", replaces: old.key.id });
    expect((await listConnections(old.secret)).status).toBe(200);
    account.advance(3_600_001);
    const rejected = await listConnections(old.secret);
    expect([rejected.status, (await rejected.json()).code]).toEqual([401, "key_expired"]);
    expect((await listConnections(body.secret)).status).toBe(200);
    // The replacement has the lifetime of the old key, from now on.
    expect(Date.parse(body.key.expires)).toBeGreaterThan(Date.parse(old.key.expires!) - 1);
    expect(await audit()).toContain("key.replaced");
  });

  it("stop working when they are revoked, also in another process", async () => {
    const { key, secret } = await create(owner);
    const other = await account.startOther();
    const inOther = () =>
      other.openBrowser().request("GET", "/api/v1/connections", {
        headers: { authorization: `Bearer ${secret}` },
      });
    expect((await inOther()).status).toBe(200);
    expect((await owner.api("POST", `/keys/${key.id}/revoke`)).body.status).toBe("revoked");
    account.advance(1000);
    expect((await inOther()).status).toBe(401);
    expect((await listConnections(secret)).status).toBe(401);
    await other.close();
    expect(await audit()).toContain("key.revoked");
  });

  it("can't be replaced after they are revoked", async () => {
    const { key } = await create(owner);
    await owner.api("POST", `/keys/${key.id}/revoke`);
    const { status, body } = await owner.api("POST", `/keys/${key.id}/replace`);
    expect([status, body.code]).toEqual([409, "key_inactive"]);
  });

  it("are visible to owners, and to the member who created them", async () => {
    const ben = await account.addMember("Ben");
    const { key } = await create(owner);
    const own = await create(ben);
    expect((await ben.api("GET", "/keys")).body.data).toHaveLength(1);
    expect((await owner.api("GET", "/keys")).body.data).toHaveLength(2);
    for (const [method, path] of [
      ["GET", ""],
      ["PATCH", ""],
      ["POST", "/replace"],
      ["POST", "/revoke"],
    ] as const) {
      const body = method === "PATCH" ? { name: "stolen" } : undefined;
      const answer = await ben.api(method, `/keys/${key.id}${path}`, body);
      expect([answer.status, answer.body.code]).toEqual([404, "record_not_found"]);
    }
    expect((await ben.api("POST", `/keys/${own.key.id}/revoke`)).status).toBe(200);
  });

  it("name apps that exist", async () => {
    const { status, body } = await owner.api("POST", "/keys", { ...NEW_KEY, apps: ["githbu"] });
    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({ pointer: "/apps/0" });
  });

  it("that are bound to web origins work only in pages of those", async () => {
    const { secret } = await create(owner, { origins: ["https://app.example"] });
    expect((await listConnections(secret, { origin: "https://app.example" })).status).toBe(200);
    const rejected: Record<string, string>[] = [
      {},
      { origin: "https://other.example" },
      { origin: "null" },
    ];
    for (const headers of rejected)
      expect((await listConnections(secret, headers)).status).toBe(403);
  });
});

it("rejected requests name the page that creates keys", async () => {
  const unauthorized = await account.openBrowser().request("GET", "/api/v1/connections");
  expect((await unauthorized.json()).hint).toContain(`${account.origin}/keys`);
  const { secret } = await create(owner, { permissions: ["connect"] });
  const denied = await listConnections(secret);
  expect(denied.status).toBe(403);
  expect((await denied.json()).hint).toContain(`${account.origin}/keys`);
});

describe("the pages of keys", () => {
  const form = { name: "laptop", permissions: "read", lifetime_days: "90" };

  it("show a new key once", async () => {
    const page = await (await owner.request("GET", "/keys/new")).text();
    const id = /name="idempotency_key" value="([^"]+)"/.exec(page)![1]!;
    const created = await owner.form("/keys/new", { ...form, idempotency_key: id });
    expect(created.status).toBe(201);
    expect(created.headers.get("cache-control")).toBe("no-store");
    const text = await created.text();
    const secret = text.replaceAll(/<\/?span>/g, "").match(/jf_live_\w+/)![0];
    expect((await listConnections(secret)).status).toBe(200);
    // Reloading the page sends the form again.
    const reloaded = await owner.form("/keys/new", { ...form, idempotency_key: id });
    expect(reloaded.status).toBe(409);
    expect(await reloaded.text()).toContain("replace the key");
    const list = await (await owner.request("GET", "/keys")).text();
    expect(list).toContain("laptop");
    expect(list).not.toContain(secret.slice(12));
  });

  it("show errors at the fields of the form, and keep what was entered", async () => {
    const response = await owner.form("/keys/new", { name: "laptop", apps: "githbu\nslak" });
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(text).toContain('id="permissions-error"');
    expect(text).toContain('value="laptop"');
    expect(text).toContain("githbu\nslak");
  });

  it("need a recent sign-in to create a key", async () => {
    account.advance(15 * 60_000 + 1);
    const response = await owner.form("/keys/new", form);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain("Confirm that it’s you");
  });

  it("rename, replace and revoke a key without script", async () => {
    const { key } = await create(owner);
    const renamed = await owner.form(`/keys/${key.id}/rename`, { name: "old laptop" });
    expect([renamed.status, renamed.headers.get("location")]).toEqual([303, `/keys/${key.id}`]);
    expect(await (await owner.request("GET", `/keys/${key.id}`)).text()).toContain("old laptop");
    const replaced = await owner.confirm(`/keys/${key.id}/replace`, { overlap_hours: "24" });
    expect(replaced.status).toBe(201);
    const revoked = await owner.confirm(`/keys/${key.id}/revoke`);
    expect([revoked.status, revoked.headers.get("location")]).toEqual([303, "/keys"]);
  });

  it("send people without a session to the page to sign in", async () => {
    const response = await account.openBrowser().request("GET", "/keys/new?x=1");
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      "/sign-in?next=%2Fkeys%2Fnew%3Fx%3D1",
    ]);
  });
});
