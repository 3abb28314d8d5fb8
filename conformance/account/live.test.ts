import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sleep } from "../../core/lib/kit/flow/sleep.ts";
import { createEventStreamReader } from "../../core/platform/app-requests/event-stream.ts";
import { type ActivityApp, startActivityApp } from "./fixtures/activity-app.ts";
import type { TestBrowser } from "./fixtures/fixture.ts";

const PATH = "/account/api/v1/activity/live";

let app: ActivityApp;
let closing: AbortController;

beforeEach(async () => {
  closing = new AbortController();
  app = await startActivityApp({ closing: closing.signal });
});
afterEach(async () => {
  closing.abort();
  await app.close();
});

/** A stream of the changes of runs. */
interface Stream {
  readonly response: Response;
  /** The data of the events until now. */
  readonly events: any[];
  /** The text of the stream until now. */
  text(): string;
  isEnded(): boolean;
  close(): Promise<void>;
}

async function openStream(
  query = "",
  {
    browser = app.owner,
    headers = {},
  }: { readonly browser?: TestBrowser; readonly headers?: Record<string, string> } = {},
): Promise<Stream> {
  const response = await browser.request("GET", PATH + query, { headers });
  expect(response.status).toBe(200);
  const reader = response.body!.getReader();
  const parser = createEventStreamReader();
  const decoder = new TextDecoder();
  const events: any[] = [];
  let text = "";
  let isEnded = false;
  void (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const chunk = decoder.decode(value, { stream: true });
      text += chunk;
      events.push(...parser.read(chunk).map((data) => JSON.parse(data)));
    }
    isEnded = true;
  })();
  return {
    response,
    events,
    text: () => text,
    isEnded: () => isEnded,
    close: () => reader.cancel(),
  };
}

/** Waits until a check passes, for at most `limitMs`. Returns the milliseconds that it took. */
async function waitFor(check: () => boolean, limitMs: number): Promise<number> {
  const start = performance.now();
  while (!check() && performance.now() - start < limitMs) await sleep(10);
  expect(check(), `within ${limitMs} ms`).toBe(true);
  return performance.now() - start;
}

describe("the stream of runs", () => {
  it("sends a new run within 2 seconds, without its arguments", async () => {
    const stream = await openStream();
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream");
    expect(stream.response.headers.get("cache-control")).toBe("no-store");
    const key = await app.addKey({ user: "user_1" });
    const run = await app.run(key, "notes.write", { title: "canary-1" });
    await waitFor(() => stream.events.length > 0, 2_000);
    expect(stream.events.at(-1)).toMatchObject({
      run,
      tool: "notes.write",
      state: "active",
      status: "Succeeded",
      source: "API",
      detail: "laptop for user_1",
    });
    expect(stream.text()).toMatch(/event: run\nid: \d+\ndata: /);
    expect(stream.text()).not.toContain("canary-1");
    await stream.close();
  });

  it("sends a run while it is in progress, and when it ends", async () => {
    let finish = () => {};
    app.respondWith((_, response) => {
      finish = () => void response.writeHead(200).end("{}");
    });
    const stream = await openStream();
    const run = app.run(await app.addKey(), "notes.write");
    await waitFor(() => stream.events.length > 0, 2_000);
    expect(stream.events[0].state).toBe("running");
    finish();
    await waitFor(() => stream.events.length > 1, 2_000);
    expect(stream.events[1]).toMatchObject({ run: await run, state: "active" });
    await stream.close();
  });

  it("sends a run of another process", async () => {
    const other = await app.account.startOther();
    const browser = other.openBrowser();
    for (const [name, value] of app.owner.cookies) browser.cookies.set(name, value);
    const stream = await openStream("", { browser });
    const run = await app.run(await app.addKey(), "notes.write");
    await waitFor(() => stream.events.some((event) => event.run === run), 2_000);
    await stream.close();
    await other.close();
  });

  it("continues after the last event, or after the summary of a page", async () => {
    const key = await app.addKey();
    await app.run(key, "notes.write");
    const { body: summary } = await app.owner.api("GET", "/activity/summary");
    const missed = await app.run(key, "notes.write");
    const stream = await openStream(`?after=${summary.position}`);
    await waitFor(() => stream.events.some(({ run }) => run === missed), 1_000);
    const id = /id: (\d+)/.exec(stream.text())![1]!;
    await stream.close();
    const later = await app.run(key, "notes.write");
    const resumed = await openStream("", { headers: { "last-event-id": id } });
    await waitFor(() => resumed.events.some(({ run }) => run === later), 1_000);
    await resumed.close();
  });

  it("sends the runs that match its filters, and says if one no longer does", async () => {
    let finish = () => {};
    app.respondWith((_, response) => {
      finish = () => void response.writeHead(200).end("{}");
    });
    const running = await openStream("?status=running");
    const others = await openStream("?tool=notes.read");
    const run = app.run(await app.addKey(), "notes.write");
    await waitFor(() => running.events.length > 0, 2_000);
    finish();
    const id = await run;
    await waitFor(() => running.text().includes(`event: gone`), 2_000);
    expect(running.events.at(-1)).toEqual({ run: id });
    expect(others.events).toEqual([]);
    await running.close();
    await others.close();
  });

  it("has no runs of end users for a member who isn't an owner", async () => {
    const member = await app.account.addMember("Ben");
    const stream = await openStream("", { browser: member });
    await app.run(await app.addKey({ user: "user_1" }), "notes.write");
    const own = await app.run(await app.addKey({ name: "canary-2" }), "notes.write");
    await waitFor(() => stream.events.length > 0, 2_000);
    expect(stream.events.map(({ run }) => run)).toEqual([own]);
    expect(stream.text()).not.toContain("canary-2");
    await stream.close();
  });

  it("ends within a second after the session was ended", async () => {
    const stream = await openStream();
    const { body } = await app.owner.api("GET", "/session");
    await sleep(50);
    await app.account.stores.sessionStore.end("acc_default", body.person, body.id);
    expect(await waitFor(stream.isEnded, 1_500)).toBeLessThan(1_200);
    const key = await app.addKey();
    await app.run(key, "notes.write");
    expect(stream.events).toEqual([]);
  });

  it("ends when the service stops", async () => {
    const stream = await openStream();
    closing.abort();
    await waitFor(stream.isEnded, 500);
  });

  it("refuses the 51st page of an account", async () => {
    const streams = await Promise.all(Array.from({ length: 50 }, () => openStream()));
    const refused = await app.owner.request("GET", PATH);
    expect(refused.status).toBe(429);
    expect(((await refused.json()) as { code: string }).code).toBe("rate_limited");
    await streams[0]!.close();
    await (await openStream()).close();
    await Promise.all(streams.map((stream) => stream.close()));
  });

  it("needs a session, and is for pages of the same origin only", async () => {
    const response = await app.account.openBrowser().request("GET", PATH);
    expect(response.status).toBe(401);
    const { secret } = await app.addKey();
    const withKey = await app.account.openBrowser().request("GET", PATH, {
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(withKey.status).toBe(401);
    const head = await app.owner.request("HEAD", PATH);
    expect([head.status, head.headers.get("access-control-allow-origin")]).toEqual([200, null]);
  });
});
