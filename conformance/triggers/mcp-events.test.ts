import { Webhook } from "standardwebhooks";
import { describe, expect, it, onTestFinished } from "vitest";
import { DEFAULT_ACCOUNT } from "../../core/ports/key-store.ts";
import { deriveSecret } from "../fixtures/platform/keys.ts";
import {
  respondJson,
  startUpstream,
  type UpstreamHandler,
} from "../fixtures/platform/tool-runner.ts";
import { createTriggerFixture, type TriggerFixture } from "./trigger-fixture.ts";

const SECRET = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
const OTHER_SECRET = `whsec_${Buffer.alloc(32, 2).toString("base64")}`;
const HOUR = 3_600_000;
const LIST = { tool: "notes.list_notes" };
const ERRORS = {
  invalidParams: -32602,
  notFound: -32011,
  forbidden: -32012,
  exhausted: -32013,
  unsupported: -32014,
  callback: -32015,
};

/** Confirms verifications, and answers all other requests with the notes. */
const confirming =
  (notes: readonly object[] = [], status = 204): UpstreamHandler =>
  (received, response) => {
    if (!received.url.startsWith("/receive")) return respondJson(notes)(received, response);
    const { challenge } = JSON.parse(received.body);
    return challenge === undefined
      ? respondJson({}, status)(received, response)
      : respondJson({ challenge })(received, response);
  };

/** Calls a method as a client of MCP 2026-07-28. */
async function callMethod(
  fixture: TriggerFixture,
  method: string,
  params: object,
  key = "whole",
): Promise<any> {
  const version = "2026-07-28";
  const response = await fixture.request("POST", "/mcp", {
    headers: {
      authorization: `Bearer ${deriveSecret(key)}`,
      "content-type": "application/json",
      "mcp-protocol-version": version,
      "mcp-method": method,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": version,
          "io.modelcontextprotocol/clientCapabilities": { events: {} },
        },
      },
    }),
  });
  return response.json();
}

const createDelivery = (fixture: TriggerFixture, overrides: object = {}) => ({
  mode: "webhook",
  url: `${fixture.upstream.origin}/receive`,
  secret: SECRET,
  ...overrides,
});

/** Subscribes to the new notes. */
const subscribe = (fixture: TriggerFixture, overrides: object = {}, key?: string) =>
  callMethod(
    fixture,
    "events/subscribe",
    { name: "items.new", arguments: LIST, delivery: createDelivery(fixture), ...overrides },
    key,
  );

const readDeliveries = (fixture: TriggerFixture) =>
  fixture.requestsTo("/receive").filter(({ body }) => JSON.parse(body).eventId !== undefined);

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

describe("events/subscribe", () => {
  it("creates a trigger, confirms the address, and delivers signed events", async () => {
    const fixture = await createTriggerFixture({ handler: confirming([{ id: 1 }]) });
    const { result } = await subscribe(fixture);
    expect(result).toMatchObject({
      id: expect.stringMatching(/^sub_/),
      truncated: false,
      refreshBefore: new Date(fixture.now() + HOUR).toISOString(),
      deliveryStatus: { active: true, lastDeliveryAt: null },
    });
    const [verification] = fixture.requestsTo("/receive");
    expect(JSON.parse(verification!.body)).toEqual({
      type: "verification",
      challenge: expect.stringMatching(/^challenge_/),
    });
    expect(verification!.headers["webhook-id"]).toMatch(/^msg_verification_/);

    fixture.respondWith(confirming([{ id: 2, text: "New" }, { id: 1 }]));
    fixture.advance(2 * 300_000);
    await fixture.work();
    await fixture.work();
    const [delivery] = readDeliveries(fixture);
    const { data } = (await fixture.call("GET", "/events")).body;
    expect(JSON.parse(delivery!.body)).toEqual({
      eventId: data[0].id,
      name: "items.new",
      timestamp: data[0].time,
      data: { id: 2, text: "New" },
    });
    expect(delivery!.headers).toMatchObject({
      "webhook-id": data[0].id,
      "x-mcp-subscription-id": result.id,
      "content-type": "application/json",
    });
    const time = new Date(Number(delivery!.headers["webhook-timestamp"]) * 1_000);
    const expected = new Webhook(SECRET).sign(data[0].id, time, delivery!.body);
    expect(delivery!.headers["webhook-signature"]).toBe(expected);
    expect(data[0]).toMatchObject({ status: "done", actions: [{ id: result.id }] });
    expect(JSON.stringify(await fixture.call("GET", "/triggers"))).not.toContain(SECRET);
    expect(fixture.errors).toEqual([]);
  });

  it("is one subscription however often it is requested, and checks the address once a day", async () => {
    const fixture = await createTriggerFixture({ handler: confirming([{ id: 1 }]) });
    const first = await subscribe(fixture);
    fixture.advance(HOUR / 2);
    const second = await subscribe(fixture, { arguments: { ...LIST } });
    expect(second.result.id).toBe(first.result.id);
    expect(second.result.refreshBefore).toBe(new Date(fixture.now() + HOUR).toISOString());
    expect((await fixture.call("GET", "/triggers")).body.data).toHaveLength(1);
    expect(fixture.requestsTo("/receive")).toHaveLength(1);
    const other = await subscribe(fixture, {}, "limited");
    expect(other.error.code).toBe(ERRORS.forbidden);
    const long = await subscribe(fixture, { ttlMs: null });
    expect(long.result.refreshBefore).toBe(new Date(fixture.now() + 24 * HOUR).toISOString());
  });

  it("signs with a new secret and for five minutes with the old one too", async () => {
    const fixture = await createTriggerFixture({ handler: confirming() });
    const { trigger } = await fixture.create({
      watch: { kind: "event" },
      actions: [{ kind: "run", tool: "notes.list_notes" }],
    });
    const request = { name: `trigger.${trigger.id}`, arguments: {} };
    await subscribe(fixture, request);
    const delivery = createDelivery(fixture, { secret: OTHER_SECRET });
    await subscribe(fixture, { ...request, delivery });
    const countSignatures = async () => {
      await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: { a: 1 } });
      await fixture.work();
      const sent = readDeliveries(fixture).at(-1)!;
      return String(sent.headers["webhook-signature"]).split(" ").length;
    };
    expect(await countSignatures()).toBe(2);
    fixture.advance(301_000);
    expect(await countSignatures()).toBe(1);
  });

  it("ends with its time, and takes its trigger with it", async () => {
    const fixture = await createTriggerFixture({ handler: confirming([{ id: 1 }]) });
    await subscribe(fixture, { ttlMs: 600_000 });
    fixture.respondWith(confirming([{ id: 2 }, { id: 1 }]));
    fixture.advance(700_000);
    await fixture.work();
    expect((await fixture.call("GET", "/triggers")).body.data).toEqual([]);
    expect(readDeliveries(fixture)).toEqual([]);
  });

  it("delivers what was missed after a cursor", async () => {
    const fixture = await createTriggerFixture({ handler: confirming() });
    const { trigger } = await fixture.create({
      watch: { kind: "event" },
      actions: [{ kind: "run", tool: "notes.list_notes" }],
    });
    const name = `trigger.${trigger.id}`;
    const { cursor } = (await callMethod(fixture, "events/poll", { name, cursor: null })).result;
    fixture.advance(1_000);
    for (const number of [1, 2])
      await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: { number } });
    await fixture.work();
    fixture.advance(10_000);
    const { result } = await subscribe(fixture, { name, arguments: {}, cursor });
    expect(result.truncated).toBe(false);
    await fixture.work();
    const numbers = readDeliveries(fixture).map(({ body }) => JSON.parse(body).data.number);
    expect(numbers.toSorted()).toEqual([1, 2]);
    const old = `evt_${"0".repeat(32)}`;
    const again = await subscribe(fixture, {
      name,
      arguments: {},
      cursor: old,
      delivery: createDelivery(fixture, { url: `${fixture.upstream.origin}/receive?2` }),
    });
    expect(again.result.truncated).toBe(true);
  });

  it("stops after 410 until it is refreshed, and leaves the event done", async () => {
    const fixture = await createTriggerFixture({ handler: confirming() });
    const { trigger } = await fixture.create({
      watch: { kind: "event" },
      actions: [{ kind: "run", tool: "notes.list_notes" }],
    });
    const request = { name: `trigger.${trigger.id}`, arguments: {} };
    const fire = async () => {
      await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: { a: 1 } });
      await fixture.work();
    };
    await subscribe(fixture, request);
    fixture.respondWith(confirming([], 410));
    await fire();
    await fire();
    expect(readDeliveries(fixture)).toHaveLength(1);
    const [event] = await fixture.readEvents(trigger.id);
    expect(event).toMatchObject({ status: "done" });
    const shown = (await fixture.call("GET", `/triggers/${trigger.id}`)).body;
    expect(shown.subscribers).toMatchObject([{ status: "paused" }]);
    fixture.respondWith(confirming());
    const { result } = await subscribe(fixture, request);
    expect(result.deliveryStatus.active).toBe(true);
    await fire();
    expect(readDeliveries(fixture)).toHaveLength(2);
  });

  it("delivers nothing for a key that was revoked", async () => {
    const fixture = await createTriggerFixture({ handler: confirming() });
    const { trigger } = await fixture.create({
      watch: { kind: "event" },
      actions: [{ kind: "run", tool: "notes.list_notes" }],
    });
    await subscribe(fixture, { name: `trigger.${trigger.id}`, arguments: {} });
    await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: { a: 1 } });
    await fixture.parts.options.keyStore.revokeKey(
      DEFAULT_ACCOUNT,
      "key_whole",
      new Date(fixture.now()).toISOString(),
    );
    await fixture.work();
    expect(readDeliveries(fixture)).toEqual([]);
  });

  it.each([
    ["an unknown type", { name: "mail.new" }, ERRORS.notFound],
    [
      "an unknown trigger",
      { name: `trigger.trg_${"0".repeat(32)}`, arguments: {} },
      ERRORS.notFound,
    ],
    ["a missing argument", { arguments: {} }, ERRORS.invalidParams],
    ["an unknown argument", { arguments: { ...LIST, on: ["removed"] } }, ERRORS.invalidParams],
    ["an unknown tool", { arguments: { tool: "notes.nothing" } }, ERRORS.invalidParams],
    [
      "a tool that changes something",
      { arguments: { tool: "notes.create_note" } },
      ERRORS.invalidParams,
    ],
    [
      "a wrong schedule",
      { name: "schedule", arguments: { cron: "99 * * * *" } },
      ERRORS.invalidParams,
    ],
    ["a cursor of another service", { cursor: "abc" }, ERRORS.invalidParams],
    ["no delivery", { delivery: undefined }, ERRORS.invalidParams],
    ["an address without TLS", { url: "http://example.com/receive" }, ERRORS.invalidParams],
    ["an address with a password", { url: "https://a:b@example.com/" }, ERRORS.invalidParams],
    ["a short secret", { secret: "whsec_AAAA" }, ERRORS.invalidParams],
    ["a secret without its prefix", { secret: "A".repeat(44) }, ERRORS.invalidParams],
    ["another mode", { mode: "push" }, ERRORS.unsupported],
  ])("rejects %s", async (_, overrides: any, code) => {
    const fixture = await createTriggerFixture({ handler: confirming([{ id: 1 }]) });
    const { url, secret, mode, ...rest } = overrides;
    const delivery = createDelivery(fixture, {
      ...(url && { url }),
      ...(secret && { secret }),
      ...(mode && { mode }),
    });
    const { error } = await subscribe(fixture, { delivery, ...rest });
    expect(error).toMatchObject({ code, message: expect.stringMatching(/.{10}/) });
    expect((await fixture.call("GET", "/triggers")).body.data).toEqual([]);
  });

  it.each([
    ["another challenge", respondJson({ challenge: "guess" }), "challenge_failed"],
    ["no JSON", respondJson("ok"), "challenge_failed"],
    ["a 404", respondJson({}, 404), "http_4xx"],
    ["a 500", respondJson({}, 500), "http_5xx"],
    ["a redirect", respondJson({}, 302), "challenge_failed"],
  ])("rejects an address that answers the challenge with %s", async (_, receive, reason) => {
    const fixture = await createTriggerFixture({
      handler: (received, response) =>
        received.url === "/receive"
          ? receive(received, response)
          : respondJson([{ id: 1 }])(received, response),
    });
    const { error } = await subscribe(fixture);
    expect(error).toMatchObject({ code: ERRORS.callback, data: { reason } });
    expect((await fixture.call("GET", "/triggers")).body.data).toEqual([]);
  });

  it("rejects an address that redirects the challenge to one that confirms it", async () => {
    const fixture = await createTriggerFixture({
      handler: (received, response) =>
        received.url === "/receive"
          ? respondJson({}, 307, { location: "/receive-elsewhere" })(received, response)
          : confirming([{ id: 1 }])(received, response),
    });
    const { error } = await subscribe(fixture);
    expect(error).toMatchObject({
      code: ERRORS.callback,
      data: { reason: "challenge_failed" },
    });
    expect(fixture.requestsTo("/receive-elsewhere")).toEqual([]);
  });

  it.each([
    ["refuses connections", "http://127.0.0.1:1", "connection_refused"],
    ["has no certificate", undefined, "tls_error"],
  ])("rejects an address that %s", async (_, origin, reason) => {
    const plain = await startUpstream(confirming());
    onTestFinished(() => plain.close());
    const target = origin ?? plain.origin.replace("http:", "https:");
    const fixture = await createTriggerFixture({
      handler: respondJson([{ id: 1 }]),
      allowedOrigins: [target],
    });
    const delivery = createDelivery(fixture, { url: `${target}/receive` });
    const { error } = await subscribe(fixture, { delivery });
    expect(error).toMatchObject({ code: ERRORS.callback, data: { reason } });
  });

  it("delivers nothing after its end", async () => {
    const fixture = await createTriggerFixture({ handler: confirming() });
    const { trigger } = await fixture.create({
      watch: { kind: "event" },
      actions: [{ kind: "run", tool: "notes.list_notes" }],
    });
    await subscribe(fixture, {
      name: `trigger.${trigger.id}`,
      arguments: {},
      ttlMs: 600_000,
    });
    fixture.advance(600_001);
    await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: { a: 1 } });
    await fixture.work();
    const [event] = await fixture.readEvents(trigger.id);
    expect(event.actions.map(({ id }: { id: string }) => id)).toEqual(["1"]);
    expect(readDeliveries(fixture)).toEqual([]);
  });

  it("never calls a private address", async () => {
    const fixture = await createTriggerFixture({ handler: respondJson([{ id: 1 }]) });
    const { error } = await subscribe(fixture, {
      delivery: createDelivery(fixture, { url: "https://127.0.0.1:1/receive" }),
    });
    expect(error).toMatchObject({ code: ERRORS.callback, data: { reason: "connection_refused" } });
  });

  it("needs the permission run", async () => {
    const fixture = await createTriggerFixture();
    for (const method of ["events/list", "events/poll", "events/subscribe", "events/unsubscribe"]) {
      const params = { name: "schedule", delivery: createDelivery(fixture) };
      const { error } = await callMethod(fixture, method, params, "reader");
      expect(error.code).toBe(ERRORS.forbidden);
    }
  });

  it("limits the subscriptions of a key to 100", async () => {
    const fixture = await createTriggerFixture({ handler: confirming() });
    const { trigger } = await fixture.create({
      watch: { kind: "event" },
      actions: [{ kind: "run", tool: "notes.list_notes" }],
    });
    const request = (index: number) => ({
      name: `trigger.${trigger.id}`,
      arguments: {},
      delivery: createDelivery(fixture, { url: `${fixture.upstream.origin}/receive?${index}` }),
    });
    for (let index = 0; index < 100; index++) await subscribe(fixture, request(index));
    const { error } = await subscribe(fixture, request(100));
    expect(error).toMatchObject({ code: ERRORS.exhausted, data: { limit: 100 } });
    const refreshed = await subscribe(fixture, request(0));
    expect(refreshed.result.id).toMatch(/^sub_/);
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
