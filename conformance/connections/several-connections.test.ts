import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTool } from "../../core/lib/openapi-tools/call/testing.ts";
import { markExpired, updateStored } from "../../core/platform/connections/stored-connection.ts";
import { createAppRecord, keyMethod } from "../fixtures/connections/apps.ts";
import {
  type NotesPlatform,
  startNotesPlatform,
  startTestPlatform,
  type TestPlatform,
} from "../fixtures/connections/test-platform.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

const connect = async (platform: TestPlatform, body: object = {}, app = "notes") =>
  (await platform.api("POST", `/apps/${app}/connect`, body)).body;
const list = async (platform: TestPlatform, query = "") =>
  (await platform.api("GET", `/connections${query}`)).body;

/** Connects with an API key. Returns the ID of the connection. */
async function connectKey(platform: TestPlatform, key: string, body: object = {}) {
  const { url, connection } = await connect(platform, { auth_method: "api_key", ...body });
  const browser = platform.openBrowser();
  const page = await browser.submit(await browser.open(url), { f_key: key });
  expect(page.text).toContain("is connected");
  return connection.id as string;
}

describe("repeated calls of connectApp", () => {
  let fixture: NotesPlatform;
  let platform: TestPlatform;
  beforeEach(async () => {
    fixture = await startNotesPlatform();
    platform = fixture.platform;
  });
  afterEach(() => fixture.close());

  it("return the same pending connection, also when they are simultaneous", async () => {
    const all = await Promise.all(Array.from({ length: 16 }, () => connect(platform)));
    expect(new Set(all.map(({ connection }) => connection.id)).size).toBe(1);
    expect(new Set(all.map(({ url }) => url)).size).toBe(16);
    expect((await list(platform, "?status=pending")).total).toBe(1);
  });

  it("return different connections for different apps, users and methods", async () => {
    const all = [
      await connect(platform),
      await connect(platform, {}, "shop"),
      await connect(platform, { user: "42" }),
      await connect(platform, { user: "43" }),
      await connect(platform, { auth_method: "api_key" }),
      await connect(platform, { auth_method: "oauth2" }),
    ];
    expect(new Set(all.map(({ connection }) => connection.id)).size).toBe(6);
  });

  it("update the label and the scopes, and extend the time", async () => {
    const first = await connect(platform, { auth_method: "oauth2", scopes: ["admin"] });
    platform.advance(10 * MINUTE);
    const again = await connect(platform, { auth_method: "oauth2", label: "Work" });
    expect(again.connection).toMatchObject({ id: first.connection.id, label: "Work" });
    expect(again.connection.scopes).toBeUndefined();
    platform.advance(10 * MINUTE);
    await platform.connecting.refreshScheduler.runOnce();
    const browser = platform.openBrowser();
    expect((await browser.open(first.url)).text).toContain("This link has expired");
    const done = await browser.submit(await browser.open(again.url));
    expect(done.text).toContain("Notes is connected");
  });

  it("return the connection whose link has expired, which is pending again", async () => {
    const first = await connect(platform);
    platform.advance(16 * MINUTE);
    await platform.connecting.refreshScheduler.runOnce();
    expect((await list(platform, "?status=failed")).data[0]).toMatchObject({
      id: first.connection.id,
      status_reason: { code: "link_expired" },
    });
    expect((await connect(platform)).connection).toMatchObject({
      id: first.connection.id,
      status: "pending",
    });
  });

  it("return a new connection after the user has finished", async () => {
    const id = await connectKey(platform, "sk_one");
    expect((await connect(platform, { auth_method: "api_key" })).connection.id).not.toBe(id);
  });

  it("create links of which only the first that a user completes works", async () => {
    const first = await connect(platform, { auth_method: "api_key" });
    const second = await connect(platform, { auth_method: "api_key" });
    const [ann, bob] = [platform.openBrowser(), platform.openBrowser()];
    const page = await bob.open(second.url);
    await ann.submit(await ann.open(first.url), { f_key: "sk_ann" });
    expect((await bob.submit(page, { f_key: "sk_bob" })).text).toContain(
      "This link has already been used",
    );
    expect((await bob.open(second.url)).text).toContain("This link has already been used");
    const { record } = await platform.connecting.deps.resolveApp(platform.key.account, "notes");
    expect((await platform.connecting.service.use(platform.key, record)).secrets["key"]).toBe(
      "sk_ann",
    );
  });

  it("create links of which only the first sign-in at the app counts", async () => {
    const body = { auth_method: "oauth2" };
    const [first, second] = [await connect(platform, body), await connect(platform, body)];
    const [ann, bob] = [platform.openBrowser(), platform.openBrowser()];
    bob.stopUrl = "http://127.0.0.1:4200/oauth/callback";
    const { url: callback } = await bob.submit(await bob.open(second.url));
    bob.stopUrl = undefined;
    await ann.submit(await ann.open(first.url));
    const { version } = (await platform.connecting.deps.store.find(first.connection.id))!
      .connection;
    expect((await bob.open(callback)).text).toContain("There is no sign-in to complete");
    expect(
      (await platform.connecting.deps.store.find(first.connection.id))!.connection.version,
    ).toBe(version);
  });
});

describe("connections that no user has finished", () => {
  it("are listed only with their status, and deleted after a day", async () => {
    const { platform, close } = await startNotesPlatform();
    const active = await connectKey(platform, "sk_one");
    const pending = (await connect(platform, { auth_method: "oauth2" })).connection.id;
    const ids = async (query = "") =>
      (await list(platform, query)).data.map(({ id }: { id: string }) => id);
    expect(await ids()).toEqual([active]);
    expect(await ids("?status=pending")).toEqual([pending]);
    platform.advance(16 * MINUTE);
    await platform.connecting.refreshScheduler.runOnce();
    expect(await ids()).toEqual([active]);
    expect(await ids("?status=failed")).toEqual([pending]);
    platform.advance(DAY);
    for (let tick = 0; tick < 40; tick++) await platform.connecting.refreshScheduler.runOnce();
    expect((await platform.api("GET", `/connections/${pending}`)).status).toBe(404);
    expect(await ids()).toEqual([active]);
    await close();
  });
});

describe("a second connection to an app", () => {
  let platform: TestPlatform;
  beforeEach(async () => {
    const { setupUrl: _, ...method } = keyMethod;
    platform = await startTestPlatform([createAppRecord("notes", [method])], {
      allowedOrigins: [],
      tools: [createTool({}, { name: "notes.list", auth: ["api_key"] })],
    });
  });
  afterEach(() => platform.close());

  const use = async (requested?: string) => {
    const { record } = await platform.connecting.deps.resolveApp(platform.key.account, "notes");
    const connected = await platform.connecting.service.use(platform.key, record, requested);
    return connected.secrets["key"];
  };

  it("leaves the first one the default and has another label", async () => {
    await connectKey(platform, "sk_one");
    await connectKey(platform, "sk_two");
    await connectKey(platform, "sk_three");
    expect((await list(platform)).data).toMatchObject([
      { label: "Notes 3", default: false },
      { label: "Notes 2", default: false },
      { label: "Notes", default: true },
    ]);
    expect([await use(), await use("Notes 2"), await use("Notes 3")]).toEqual([
      "sk_one",
      "sk_two",
      "sk_three",
    ]);
  });

  it("belongs to its own end user, who has another default", async () => {
    await connectKey(platform, "sk_one");
    await connectKey(platform, "sk_42", { user: "42" });
    expect((await list(platform)).data).toMatchObject([
      { user: "42", label: "Notes", default: true },
      { user: null, label: "Notes", default: true },
    ]);
  });

  it("makes an earlier one without a default the default", async () => {
    const first = await connectKey(platform, "sk_one");
    const second = await connectKey(platform, "sk_two");
    await platform.api("PATCH", `/connections/${second}`, { default: true });
    await platform.api("DELETE", `/connections/${second}`);
    expect(await use()).toBe("sk_one");
    await connectKey(platform, "sk_three");
    expect((await platform.api("GET", `/connections/${first}`)).body.default).toBe(true);
  });

  it("makes runs ambiguous without a default, and the hint names a request that works", async () => {
    const ids = [
      await connectKey(platform, "sk_one"),
      await connectKey(platform, "sk_two"),
      await connectKey(platform, "sk_three"),
    ];
    await platform.api("DELETE", `/connections/${ids[0]}`);
    const { status, body } = await platform.api("POST", "/tools/notes.list/run", {});
    expect([status, body.code]).toEqual([409, "connection_ambiguous"]);
    expect(body.candidates).toEqual([
      { id: ids[2], label: "Notes 3" },
      { id: ids[1], label: "Notes 2" },
    ]);
    const [, path, change] = /PATCH http:\/\/[^/]+\/api\/v1(\S+) with (\{.*?\})/.exec(body.hint)!;
    expect((await platform.api("PATCH", path!, JSON.parse(change!))).status).toBe(200);
    expect(await use()).toBe("sk_three");
    const [, chosen] = /"connection": "([^"]+)"/.exec(body.hint)!;
    expect(await use(chosen)).toBe("sk_three");
  });
});

describe("a connection that no longer works", () => {
  let platform: TestPlatform;
  beforeEach(async () => {
    const { setupUrl: _, ...method } = keyMethod;
    platform = await startTestPlatform([createAppRecord("notes", [method])], {
      allowedOrigins: [],
    });
  });
  afterEach(() => platform.close());

  const expire = (id: string) =>
    markExpired(platform.connecting.deps, id, { code: "refused_by_app", message: "No." });
  const identify = (id: string, who: string) =>
    updateStored(platform.connecting.deps, id, () => ({ set: { who: { id: who } } }));
  const use = async () => {
    const { record } = await platform.connecting.deps.resolveApp(platform.key.account, "notes");
    const { secrets } = await platform.connecting.service.use(platform.key, record);
    return secrets["key"];
  };
  const defaults = async () =>
    (await list(platform)).data
      .filter((connection: { default: boolean }) => connection.default)
      .map(({ id }: { id: string }) => id);

  it("gives the default to the one that the user connects next", async () => {
    const wrong = await connectKey(platform, "sk_wrong");
    await expire(wrong);
    const right = await connectKey(platform, "sk_right");
    expect(await defaults()).toEqual([right]);
    expect(await use()).toBe("sk_right");
    const [entry] = (await platform.listAudit()).filter(({ details }) => details?.["default"]);
    expect(entry).toMatchObject({ action: "connection.changed", subject: right });
  });

  it("doesn't get the default back when it is restored", async () => {
    const first = await connectKey(platform, "sk_one");
    await expire(first);
    const second = await connectKey(platform, "sk_two");
    const { url } = (await platform.api("POST", `/connections/${first}/reconnect`, {})).body;
    const browser = platform.openBrowser();
    await browser.submit(await browser.open(url), { f_key: "sk_restored" });
    expect(await defaults()).toEqual([second]);
    expect(await use()).toBe("sk_two");
  });

  it("gives way to the only one that works, also if that was connected before", async () => {
    const first = await connectKey(platform, "sk_one");
    await connectKey(platform, "sk_two");
    await expire(first);
    expect(await use()).toBe("sk_two");
    await connectKey(platform, "sk_four");
    expect(await use()).toBe("sk_four");
  });

  it("leaves the choice to the caller if several others work", async () => {
    const ids = [];
    for (const key of ["sk_one", "sk_two", "sk_three"]) ids.push(await connectKey(platform, key));
    await expire(ids[0]!);
    await expect(use()).rejects.toMatchObject({ code: "connection_ambiguous" });
  });

  it("never gives way to one that the app says belongs to another account", async () => {
    const [first, second] = [
      await connectKey(platform, "sk_one"),
      await connectKey(platform, "sk_two"),
    ];
    await identify(first, "ann");
    await identify(second, "bob");
    await expire(first);
    await expect(use()).rejects.toMatchObject({ code: "connection_inactive" });
    await identify(second, "ann");
    expect(await use()).toBe("sk_two");
  });

  it("keeps the default while its owner has turned it off", async () => {
    const first = await connectKey(platform, "sk_one");
    await platform.api("PATCH", `/connections/${first}`, { enabled: false });
    await connectKey(platform, "sk_two");
    expect(await defaults()).toEqual([first]);
    await expect(use()).rejects.toMatchObject({ code: "connection_inactive" });
  });
});
