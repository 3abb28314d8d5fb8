import { describe, expect, it } from "vitest";
import { deriveSecret } from "../fixtures/platform/keys.ts";
import { respondJson } from "../fixtures/platform/tool-runner.ts";
import {
  callMethod,
  confirming,
  createDelivery,
  ERRORS,
  HOUR,
  LIST,
  subscribe,
} from "./mcp-events-client.ts";
import { createTriggerFixture } from "./trigger-fixture.ts";

describe("events/list", () => {
  it("has the general types and the triggers of the account, but no trigger of a subscription", async () => {
    const fixture = await createTriggerFixture({ handler: confirming() });
    const { trigger } = await fixture.create({
      name: "Orders",
      watch: { kind: "event" },
      actions: [{ kind: "run", tool: "notes.list_notes" }],
    });
    await subscribe(fixture);
    const { result } = await callMethod(fixture, "events/list", {});
    expect(result.events.map(({ name }: { name: string }) => name)).toEqual([
      "items.new",
      "items.changed",
      "schedule",
      `trigger.${trigger.id}`,
    ]);
    expect(result.events[0]).toMatchObject({
      delivery: ["poll", "webhook"],
      inputSchema: { required: ["tool"], additionalProperties: false },
    });
    expect(result.events[3].description).toContain('"Orders"');
  });

  it("has pages", async () => {
    const fixture = await createTriggerFixture();
    for (let index = 0; index < 51; index++)
      await fixture.create({
        watch: { kind: "event" },
        actions: [{ kind: "run", tool: "notes.list_notes" }],
      });
    const first = (await callMethod(fixture, "events/list", {})).result;
    expect(first.events).toHaveLength(53);
    const second = (await callMethod(fixture, "events/list", { cursor: first.nextCursor })).result;
    expect(second.events).toHaveLength(1);
    expect(second.nextCursor).toBeUndefined();
    const { error } = await callMethod(fixture, "events/list", { cursor: "x" });
    expect(error.code).toBe(ERRORS.invalidParams);
  });

  it("is announced by server/discover and unknown to earlier revisions", async () => {
    const fixture = await createTriggerFixture();
    const { result } = await callMethod(fixture, "server/discover", {});
    expect(result.capabilities).toEqual({
      tools: {},
      events: {},
      extensions: { "io.modelcontextprotocol/events": {} },
    });
    const legacy = await fixture.request("POST", "/mcp", {
      headers: {
        authorization: `Bearer ${deriveSecret("whole")}`,
        "content-type": "application/json",
      },
      body: '{"jsonrpc":"2.0","id":1,"method":"events/list"}',
    });
    expect((await legacy.json()).error.code).toBe(-32601);
  });
});

describe("events/poll", () => {
  it("returns the events after the cursor, page by page", async () => {
    const fixture = await createTriggerFixture();
    const { trigger } = await fixture.create({
      watch: { kind: "event" },
      filter: "event.data.number != 2",
      actions: [{ kind: "run", tool: "notes.list_notes" }],
    });
    const name = `trigger.${trigger.id}`;
    const poll = async (params: object) =>
      (await callMethod(fixture, "events/poll", { name, ...params })).result;
    const start = await poll({ cursor: null });
    expect(start).toMatchObject({ events: [], truncated: false, hasMore: false });
    fixture.advance(1_000);
    for (const number of [1, 2, 3, 4])
      await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: { number } });
    expect((await poll({ cursor: start.cursor })).events).toEqual([]);
    fixture.advance(5_000);
    const first = await poll({ cursor: start.cursor, maxEvents: 2 });
    expect(first.hasMore).toBe(true);
    const second = await poll({ cursor: first.cursor });
    const all = [...first.events, ...second.events];
    expect(all.map(({ data }) => data.number)).toEqual([1, 3, 4]);
    expect(second).toMatchObject({ hasMore: false, nextPollMs: expect.any(Number) });
    expect((await poll({ cursor: second.cursor })).events).toEqual([]);
    expect((await poll({ cursor: start.cursor, maxAgeMs: 0 })).events).toEqual([]);
  });

  it("keeps the trigger of a list for an hour after each poll", async () => {
    const fixture = await createTriggerFixture({ handler: respondJson([{ id: 1 }]) });
    const poll = async (cursor: string | null) =>
      (await callMethod(fixture, "events/poll", { name: "items.new", arguments: LIST, cursor }))
        .result;
    const { cursor, nextPollMs } = await poll(null);
    expect(nextPollMs).toBeLessThanOrEqual(300_000);
    fixture.respondWith(respondJson([{ id: 2 }, { id: 1 }]));
    fixture.advance(600_000);
    await fixture.work();
    fixture.advance(10_000);
    const { events, truncated } = await poll(cursor);
    expect(events).toMatchObject([{ name: "items.new", data: { id: 2 } }]);
    expect(truncated).toBe(false);
    fixture.advance(2 * HOUR);
    await fixture.work();
    expect((await fixture.call("GET", "/triggers")).body.data).toEqual([]);
    const late = await poll(cursor);
    expect(late).toMatchObject({ events: [], truncated: true });
  });

  it("shows a key only what it may see", async () => {
    const fixture = await createTriggerFixture();
    const { trigger } = await fixture.create({
      watch: { kind: "event" },
      actions: [{ kind: "run", tool: "notes.list_notes" }],
    });
    const { error } = await callMethod(
      fixture,
      "events/poll",
      { name: `trigger.${trigger.id}`, cursor: null },
      "user",
    );
    expect(error.code).toBe(ERRORS.notFound);
  });
});

describe("events/unsubscribe", () => {
  it("ends the subscription, and deletes the trigger that exists only for it", async () => {
    const fixture = await createTriggerFixture({ handler: confirming([{ id: 1 }]) });
    await subscribe(fixture);
    const params = {
      name: "items.new",
      arguments: LIST,
      delivery: { url: createDelivery(fixture).url },
    };
    expect((await callMethod(fixture, "events/unsubscribe", params)).error).toBeUndefined();
    expect((await fixture.call("GET", "/triggers")).body.data).toEqual([]);
    const again = await callMethod(fixture, "events/unsubscribe", params);
    expect(again.error.code).toBe(ERRORS.notFound);
  });

  it("leaves the same subscription of another key", async () => {
    const fixture = await createTriggerFixture({ handler: confirming() });
    const { trigger } = await fixture.create({
      watch: { kind: "event" },
      actions: [{ kind: "run", tool: "notes.list_notes" }],
    });
    const request = { name: `trigger.${trigger.id}`, arguments: {} };
    const first = await subscribe(fixture, request);
    const second = await subscribe(fixture, request, "second");
    expect(second.result.id).not.toBe(first.result.id);
    const params = { ...request, delivery: { url: createDelivery(fixture).url } };
    await callMethod(fixture, "events/unsubscribe", params, "second");
    const { body } = await fixture.call("GET", `/triggers/${trigger.id}`);
    expect(body.subscribers).toMatchObject([{ id: first.result.id }]);
  });
});
