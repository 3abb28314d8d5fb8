import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type NotesPlatform,
  startNotesPlatform,
  type TestPlatform,
} from "../fixtures/connections/test-platform.ts";

const MINUTE = 60_000;
const KEYED = { auth_method: "api_key", idempotency_key: "once" };

describe("connectApp and reconnectConnection with an idempotency key", () => {
  let fixture: NotesPlatform;
  let platform: TestPlatform;
  beforeEach(async () => {
    fixture = await startNotesPlatform();
    platform = fixture.platform;
  });
  afterEach(() => fixture.close());

  const connect = (body: object = {}, secret?: string) =>
    platform.api("POST", "/apps/notes/connect", { ...KEYED, ...body }, secret ? { secret } : {});
  const finish = async (url: string) => {
    const browser = platform.openBrowser();
    const page = await browser.submit(await browser.open(url), { f_key: "sk_one" });
    expect(page.text).toContain("is connected");
  };

  it("create one link for simultaneous requests", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => connect()));
    const created = all.filter(({ status }) => status === 200);
    expect(new Set(created.map(({ body }) => body.url)).size).toBe(1);
    for (const { status, body } of all)
      if (status !== 200) expect([status, body.code]).toEqual([409, "request_in_flight"]);
    expect((await connect()).body.url).toBe(created[0]!.body.url);
  });

  it("return the link with the current state of its connection", async () => {
    const { body } = await connect();
    await finish(body.url);
    const again = (await connect()).body;
    expect([again.url, again.connection.id]).toEqual([body.url, body.connection.id]);
    expect(again.connection.status).toBe("active");
  });

  it("create a new link as soon as the first has expired", async () => {
    const { body } = await connect();
    platform.advance(14 * MINUTE);
    expect((await connect()).body.url).toBe(body.url);
    platform.advance(MINUTE);
    expect((await connect()).body.url).not.toBe(body.url);
  });

  it("never share a link between API keys or operations", async () => {
    const { body } = await connect();
    const { secret } = await platform.createKey({});
    expect((await connect({}, secret)).body.url).not.toBe(body.url);
    const path = `/connections/${body.connection.id}/reconnect`;
    const { status, body: link } = await platform.api("POST", path, KEYED);
    expect([status, link.url === body.url]).toEqual([200, false]);
    expect((await platform.api("POST", path, KEYED)).body.url).toBe(link.url);
  });

  it("accept the key again after a rejected request", async () => {
    const path = "/apps/lonely/connect";
    const body = { idempotency_key: "once" };
    for (let attempt = 0; attempt < 2; attempt++)
      expect((await platform.api("POST", path, body)).body.code).toBe("app_not_configured");
  });

  it("store the link encrypted", async () => {
    const { body } = await connect({ idempotency_key: "planted-key" });
    const token = new URL(body.url).pathname.split("/").at(-1)!;
    const files = readdirSync(platform.folder, { recursive: true, withFileTypes: true });
    const stored = files
      .filter((each) => each.isFile())
      .map((each) => readFileSync(join(each.parentPath, each.name), "latin1"))
      .join();
    // Not `toContain`, which would print the database.
    expect(stored.includes(body.connection.id)).toBe(true);
    expect(stored.includes(token)).toBe(false);
    expect(stored.includes("planted-key")).toBe(false);
  });
});
