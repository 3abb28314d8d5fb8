import { Webhook } from "standardwebhooks";
import { describe, expect, it, onTestFinished } from "vitest";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import {
  respondJson,
  startUpstream,
  type UpstreamHandler,
} from "../fixtures/platform/tool-runner.ts";
import {
  callMethod,
  confirming,
  createDelivery,
  ERRORS,
  HOUR,
  LIST,
  OTHER_SECRET,
  readDeliveries,
  SECRET,
  subscribe,
} from "./mcp-events-client.ts";
import { createTriggerFixture } from "./trigger-fixture.ts";

/** Endpoints that return what they receive, as those for tests do. */
const echo: UpstreamHandler = (received, response) =>
  respondJson(JSON.parse(received.body))(received, response);
const echoInside: UpstreamHandler = (received, response) =>
  respondJson({ json: JSON.parse(received.body), data: received.body })(received, response);
const echoMore: UpstreamHandler = (received, response) =>
  respondJson({ ...JSON.parse(received.body), type: undefined, headers: {} })(received, response);

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
    ["its own request", echo, "challenge_failed"],
    ["its own request in another member", echoInside, "challenge_failed"],
    ["more than the challenge", echoMore, "challenge_failed"],
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

  it("limits them to 100 also if many are requested at the same time", async () => {
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
    for (let index = 0; index < 95; index++) await subscribe(fixture, request(index));
    const schedules = (index: number) => ({
      ...request(index),
      name: "schedule",
      arguments: { cron: `${index} * * * *`, timezone: "UTC" },
    });
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        subscribe(fixture, index % 2 ? request(100 + index) : schedules(index)),
      ),
    );
    expect(results.filter(({ result }) => result).length).toBe(5);
    for (const { error } of results.filter(({ result }) => !result))
      expect(error).toMatchObject({ code: ERRORS.exhausted, data: { limit: 100 } });
    const { data } = (await fixture.call("GET", "/triggers")).body;
    const counts = data.map(
      ({ subscribers = [] }: { subscribers?: object[] }) => subscribers.length,
    );
    expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(100);
    expect(counts).not.toContain(0);
  });
});
