import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTool } from "../../core/lib/openapi-tools/call/testing.ts";
import { createAppRecord, keyMethod } from "../fixtures/connections/apps.ts";
import { createCatalog } from "../fixtures/connections/test-platform.ts";
import { respondJson, startUpstream } from "../fixtures/platform/tool-runner.ts";
import { startTestAccount, type TestAccount, type TestBrowser } from "./fixtures/fixture.ts";

/** A user ID that a path must encode. */
const USER = "user/42 ü?";
const PATH = `/users/${encodeURIComponent(USER)}`;

let app: Awaited<ReturnType<typeof startUpstream>>;
let account: TestAccount;
let owner: TestBrowser;
let secret: string;

beforeEach(async () => {
  app = await startUpstream(respondJson({}));
  account = await startTestAccount({
    catalog: createCatalog(
      [createAppRecord("notes", [keyMethod], { base: app.origin })],
      [createTool({ path: "/notes" }, { name: "notes.list", auth: ["api_key"] })],
    ),
    allowedOrigins: [app.origin],
  });
  owner = await account.setUp();
  secret = await createKey({ user: USER });
});
afterEach(async () => {
  await account.close();
  await app.close();
});

async function createKey(input: object): Promise<string> {
  const { body } = await owner.api("POST", "/keys", {
    name: "for a user",
    permissions: ["read", "connect", "run"],
    ...input,
  });
  return body.secret;
}

/** Sends a request to the platform's API with the key of the user. */
const api = (method: string, path: string, body?: object, key = secret) =>
  account.openBrowser().request(method, `/api/v1${path}`, {
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Connects the app for the user and runs its tool. Returns the connect link of another connection. */
async function connectAndRun(): Promise<string> {
  const begun = (await (await api("POST", "/apps/notes/connect", {})).json()) as any;
  const { pathname } = new URL(begun.url);
  const browser = account.openBrowser();
  await browser.request("GET", pathname);
  expect((await browser.form(pathname, { method: "api_key", f_key: "sk_1" })).status).toBe(303);
  expect((await api("POST", "/tools/notes.list/run", {})).status).toBe(200);
  return ((await (await api("POST", "/apps/notes/connect", {})).json()) as any).url;
}

describe("end users", () => {
  it("are listed with their connections and last run", async () => {
    await connectAndRun();
    const { body } = await owner.api("GET", "/users");
    expect(body).toEqual({
      data: [
        {
          id: USER,
          connections: { pending: 1, active: 1, expired: 0, disabled: 0, failed: 0 },
          last_run_at: "2026-11-22T10:00:00.000Z",
        },
      ],
      next: null,
    });
    expect((await owner.api("GET", PATH)).body).toEqual(body.data[0]);
    const page = await (await owner.request("GET", "/users")).text();
    expect(page).toContain(`href="${PATH}"`);
    const found = await owner.request("GET", `/users?${new URLSearchParams({ id: USER })}`);
    expect([found.status, found.headers.get("location")]).toEqual([303, PATH]);
  });

  it("are listed in pages", async () => {
    for (const user of ["a", "b", "c"])
      await api("POST", "/apps/notes/connect", { user }, await createKey({}));
    const first = (await owner.api("GET", "/users?limit=2")).body;
    expect([first.data.map(({ id }: any) => id), first.next]).toEqual([["a", "b"], "b"]);
    const second = (await owner.api("GET", "/users?limit=2&after=b")).body;
    expect([second.data.map(({ id }: any) => id), second.next]).toEqual([["c"], null]);
  });

  it("are disconnected by a member, and keep their runs and keys", async () => {
    await connectAndRun();
    const ben = await account.addMember("Ben");
    expect((await ben.api("POST", `${PATH}/disconnect`)).body).toEqual({ disconnected: 2 });
    const { body } = await ben.api("GET", PATH);
    expect(Object.values(body.connections)).toEqual([0, 0, 0, 0, 0]);
    expect(body.last_run_at).toBeDefined();
    expect((await api("GET", "/runs")).status).toBe(200);
    expect((await api("POST", "/tools/notes.list/run", {})).status).toBe(409);
  });

  it("are deleted by an owner with connections, links, runs and keys", async () => {
    const link = new URL(await connectAndRun());
    const ben = await account.addMember("Ben");
    const refused = await ben.api("DELETE", PATH);
    expect([refused.status, refused.body.code]).toEqual([403, "role_required"]);
    const deleted = await owner.confirm(`${PATH}/delete`, {}, "user/42 ü?");
    expect([deleted.status, deleted.headers.get("location")]).toEqual([303, "/users"]);
    expect((await owner.api("GET", "/users")).body.data).toEqual([]);
    expect((await owner.api("GET", PATH)).status).toBe(404);
    expect((await owner.api("GET", "/keys")).body.data).toEqual([]);
    account.advance(1000);
    expect((await api("GET", "/runs")).status).toBe(401);
    const opened = await account.openBrowser().request("GET", link.pathname);
    expect(opened.status).toBeGreaterThanOrEqual(400);
    expect((await owner.api("DELETE", PATH)).status).toBe(404);
  });

  it("have a page, whose forms work without script", async () => {
    await connectAndRun();
    const page = await (await owner.request("GET", PATH)).text();
    for (const part of ["user/42 ü?", "for a user", "Disconnect all", "Delete everything"])
      expect(page).toContain(part);
    const disconnected = await owner.confirm(`${PATH}/disconnect`);
    expect([disconnected.status, disconnected.headers.get("location")]).toEqual([303, PATH]);
    expect(await (await owner.request("GET", PATH)).text()).toContain("has no connections");
  });
});
