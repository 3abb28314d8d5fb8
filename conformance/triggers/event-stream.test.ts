import { expect, it, vi } from "vitest";
import { deriveSecret } from "../fixtures/platform/keys.ts";
import { createTriggerFixture, type TriggerFixture } from "./trigger-fixture.ts";

const actions = [{ kind: "run", tool: "open.get_weather", arguments: { city: "x" } }];

/** Opens a stream, and returns a function that waits for its next event. */
async function open(
  fixture: TriggerFixture,
  {
    key = "whole",
    query = "",
    lastEventId,
  }: { key?: string; query?: string; lastEventId?: string } = {},
) {
  const response = await fixture.request("GET", `/api/v1/events/stream${query}`, {
    headers: {
      authorization: `Bearer ${deriveSecret(key)}`,
      ...(lastEventId && { "last-event-id": lastEventId }),
    },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async (): Promise<any> => {
    for (;;) {
      const match = /event: event\nid: (\S+)\ndata: (.*)\n\n/.exec(text);
      if (match) {
        text = text.slice(match.index + match[0].length);
        const event = JSON.parse(match[2]!);
        expect(event.id).toBe(match[1]);
        return event;
      }
      const { done, value } = await reader!.read();
      if (done) return undefined;
      text += value;
    }
  };
  return { response, next, close: () => reader!.cancel() };
}

const fire = async (fixture: TriggerFixture, trigger: string, id: string) => {
  const { body } = await fixture.call("POST", `/triggers/${trigger}/fire`, { data: { id }, id });
  return body.events[0].id as string;
};

it("streams events as they are accepted, and resumes after the last one", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({ watch: { kind: "event" }, actions });
  await fire(fixture, trigger.id, "before");
  const first = await open(fixture);
  expect(first.response.headers.get("content-type")).toBe("text/event-stream");
  // The stream has begun when its first look has ended.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const id = await fire(fixture, trigger.id, "1");
  const event = await first.next();
  expect([event.id, event.key, "data" in event]).toEqual([id, "1", false]);
  await first.close();
  const missed = [await fire(fixture, trigger.id, "2"), await fire(fixture, trigger.id, "3")];
  const second = await open(fixture, { lastEventId: id });
  const received = new Set<string>();
  while (!missed.every((each) => received.has(each))) received.add((await second.next()).id);
  expect(received.has(id)).toBe(false);
  await second.close();
});

it("sends what came while the client was away for longer than a look goes back", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({ watch: { kind: "event" }, actions });
  const last = await fire(fixture, trigger.id, "1");
  const missed = await fire(fixture, trigger.id, "2");
  fixture.advance(60_000);
  const stream = await open(fixture, { lastEventId: last });
  await new Promise((resolve) => setTimeout(resolve, 100));
  const later = await fire(fixture, trigger.id, "3");
  const received = new Set<string>();
  while (!received.has(later)) received.add((await stream.next()).id);
  expect(received.has(missed)).toBe(true);
  await stream.close();
});

it("leaves nothing out of many events that are accepted at once", async () => {
  const count = 1_100;
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({ watch: { kind: "event" }, actions });
  const stream = await open(fixture);
  // Events that are accepted before the first look aren't sent.
  let hasBegun = false;
  void stream.next().then(() => {
    hasBegun = true;
  });
  while (!hasBegun) {
    await fire(fixture, trigger.id, crypto.randomUUID());
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  fixture.advance(1_000);
  const stored = (await fixture.parts.triggerStore.find(trigger.id))!.trigger;
  const at = fixture.now();
  const time = new Date(at).toISOString();
  const events = Array.from({ length: count }, (_, index) => {
    const id = `evt_${at.toString(16).padStart(12, "0")}${String(index).padStart(20, "0")}`;
    const event = {
      ...{ id, account: stored.account, trigger: stored.id, type: "event", key: id },
      ...{ time, received: time, isVerified: true, isTest: false, depth: 0, size: 2 },
      status: "done" as const,
      actions: [],
    };
    return { event, encryptedData: "" };
  });
  await fixture.parts.eventStore.accept({ trigger: stored, events, keepData: at, now: at });
  const received = new Set<string>();
  const ids = new Set(events.map(({ event }) => event.id));
  const readTo = async ({ next }: typeof stream, end: number) => {
    for (let event = await next(); event; event = received.size < end && (await next()))
      if (ids.has(event.id)) received.add(event.id);
  };
  // A client that is so far behind is disconnected, and resumes.
  await readTo(stream, count);
  expect(received.size).toBeGreaterThanOrEqual(1_000);
  const resumed = await open(fixture, { lastEventId: [...received].at(-1) });
  await readTo(resumed, count);
  expect(received.size).toBe(count);
  await resumed.close();
});

it("resumes without a gap if the connection was lost before the first event", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({ watch: { kind: "event" }, actions });
  const response = await fixture.request("GET", "/api/v1/events/stream", {
    headers: { authorization: `Bearer ${deriveSecret("whole")}` },
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const { value } = await reader.read();
  const lastEventId = /^retry: 2000\nid: (evt_[0-9a-f]{32})\n\n$/.exec(value!)?.[1];
  await reader.cancel();
  const missed = await fire(fixture, trigger.id, "1");
  const resumed = await open(fixture, { lastEventId });
  expect((await resumed.next()).id).toBe(missed);
  await resumed.close();
});

it("sends only what the key may see, and what the filter selects", async () => {
  const fixture = await createTriggerFixture();
  const own = await fixture.create({ watch: { kind: "event" }, actions, user: "42" });
  const other = await fixture.create({ watch: { kind: "event" }, actions });
  const byUser = await open(fixture, { key: "user" });
  const byTrigger = await open(fixture, { query: `?trigger=${other.trigger.id}` });
  await new Promise((resolve) => setTimeout(resolve, 50));
  const otherEvent = await fire(fixture, other.trigger.id, "1");
  const ownEvent = await fire(fixture, own.trigger.id, "2");
  expect((await byUser.next()).id).toBe(ownEvent);
  expect((await byTrigger.next()).id).toBe(otherEvent);
  await byUser.close();
  await byTrigger.close();
});

it("requires a key, and allows five streams of one", async () => {
  const fixture = await createTriggerFixture();
  const { status } = await fixture.request("GET", "/api/v1/events/stream");
  expect(status).toBe(401);
  const streams = [];
  for (let count = 0; count < 5; count++) streams.push(await open(fixture));
  expect((await open(fixture)).response.status).toBe(429);
  for (const stream of streams) await stream.close();
});

/** Waits until a stream has ended. Fails after a while. */
const waitForEnd = async ({ next }: Awaited<ReturnType<typeof open>>): Promise<number> => {
  const startedAt = performance.now();
  expect(await next()).toBeUndefined();
  return performance.now() - startedAt;
};
const END_MILLISECONDS = 2_000;

it("ends within two seconds after its key was revoked", async () => {
  const fixture = await createTriggerFixture();
  const stream = await open(fixture);
  const time = new Date(fixture.now()).toISOString();
  await fixture.parts.options.keyStore.revokeKey("acc_default", "key_whole", time);
  const end = Promise.race([waitForEnd(stream), failAfter(END_MILLISECONDS)]);
  expect(await end).toBeLessThan(END_MILLISECONDS);
});

it.each([
  ["expired", { expires: "2026-01-01T00:00:00.000Z" }],
  ["was limited to an app", { apps: ["open"] }],
  ["was bound to an end user", { user: "42" }],
  ["lost a permission", { permissions: ["connect"] }],
])("ends within two seconds after its key %s", async (_, change) => {
  const fixture = await createTriggerFixture();
  const stream = await open(fixture, { key: "second" });
  const other = await open(fixture);
  const { sql } = fixture.parts;
  const [row] = await sql.query("select document from api_keys where id = 'key_second'");
  const document = { ...JSON.parse(row!["document"]), ...change };
  await sql.query("update api_keys set document = $1 where id = 'key_second'", [
    JSON.stringify(document),
  ]);
  await Promise.race([waitForEnd(stream), failAfter(END_MILLISECONDS)]);
  const { trigger } = await fixture.create({ watch: { kind: "event" }, actions });
  const id = await fire(fixture, trigger.id, "1");
  expect((await other.next()).id).toBe(id);
  await other.close();
});

it("looks for the keys of all streams at the same time", async () => {
  const fixture = await createTriggerFixture();
  const { keyStore } = fixture.parts.options;
  const findKeys = vi.spyOn(keyStore, "findKeys");
  const listKeys = vi.spyOn(keyStore, "listKeys");
  const streams = [];
  for (const key of ["whole", "second", "reader"])
    for (let index = 0; index < 5; index++) streams.push(await open(fixture, { key }));
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(findKeys.mock.calls.length).toBeLessThanOrEqual(3);
  expect(findKeys.mock.calls.at(-1)?.[1]).toHaveLength(3);
  expect(listKeys).not.toHaveBeenCalled();
  for (const stream of streams) await stream.close();
});

it("sends at most 10,000 missed events, and continues after them", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({ watch: { kind: "event" }, actions });
  await fire(fixture, trigger.id, "1");
  await fixture.parts.sql.query(`insert into events
    (id, account, owner, trigger_id, dedupe, type, app, connection, status, revision, document, apps)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 10100)
    select 'evt_' || printf('%032x', n), account, owner, trigger_id, 'n' || n, type, app, connection, status, 1,
      json_set(document, '$.id', 'evt_' || printf('%032x', n)), apps
    from numbers, (select * from events limit 1) as one`);
  const listed = vi.spyOn(fixture.parts.eventStore, "listOldest");
  const stream = await open(fixture, { lastEventId: `evt_${"0".repeat(32)}` });
  let last: any;
  let count = 0;
  for (let event = await stream.next(); event; event = await stream.next()) {
    count++;
    last = event;
  }
  expect(count).toBe(10_000);
  const resumed = await open(fixture, { lastEventId: last.id });
  // The events of the last seconds come again.
  for (let event = last; event.id <= last.id; ) event = await resumed.next();
  await resumed.close();
  for (const [filter] of listed.mock.calls) expect(filter.account).toBe("acc_default");
});

const failAfter = (milliseconds: number) =>
  new Promise<never>((_, reject) =>
    setTimeout(
      () => reject(new Error(`It is open after ${milliseconds} ms.`)),
      milliseconds,
    ).unref(),
  );
