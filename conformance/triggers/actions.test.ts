import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";
import { expect, it, onTestFinished, vi } from "vitest";
import { createSchemaChecker } from "../callers/spec-validator.ts";
import { respondJson, startUpstream } from "../fixtures/platform/tool-runner.ts";
import { specs } from "../services/service.ts";
import { createTriggerFixture } from "./trigger-fixture.ts";

const createRunAction = (overrides: object = {}) => ({
  kind: "run",
  tool: "notes.create_note",
  arguments: { text: "${event.data.title}", stars: "${event.data.stars}" },
  ...overrides,
});

it("runs a tool with arguments from the event, and links the run to it", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    actions: [createRunAction()],
  });
  const fired = await fixture.call("POST", `/triggers/${trigger.id}/fire`, {
    data: { title: "Hello", stars: 3 },
  });
  expect(fired.body.events).toMatchObject([{ status: "acting", type: "event" }]);
  await fixture.work();
  const [event] = await fixture.readEvents(trigger.id);
  expect(event).toMatchObject({
    status: "done",
    data: { title: "Hello", stars: 3 },
    actions: [{ id: "1", kind: "run", status: "succeeded", run: expect.stringMatching(/^run_/) }],
  });
  const [sent] = fixture.requestsTo("/notes");
  expect(JSON.parse(sent!.body)).toEqual({ text: "Hello", stars: 3 });
  const run = await fixture.call("GET", `/runs/${event.actions[0].run}`);
  expect(run.body).toMatchObject({
    source: "trigger",
    trigger: trigger.id,
    event: event.id,
    action: "1",
  });
  const listed = await fixture.call("GET", `/runs?event=${event.id}`);
  expect(listed.body.data).toHaveLength(1);
  expect((await fixture.call("GET", "/runs?trigger=trg_0")).body.data).toEqual([]);
  expect(fixture.errors).toEqual([]);
});

it("delivers events signed as in Standard Webhooks, after a ping", async () => {
  const fixture = await createTriggerFixture();
  const url = `${fixture.upstream.origin}/receive`;
  const created = await fixture.create({
    watch: { kind: "event" },
    actions: [{ kind: "deliver", url, headers: { "x-team": "secret-team" } }],
  });
  const [{ secret }] = created.secrets;
  expect(JSON.stringify(created.trigger)).not.toContain("secret-team");
  await fixture.call("POST", `/triggers/${created.trigger.id}/fire`, { data: { a: 1 } });
  await fixture.work();
  const [ping, delivery] = fixture.requestsTo("/receive");
  expect(JSON.parse(ping!.body).type).toBe("webhook.ping");
  expect(delivery!.headers["x-team"]).toBe("secret-team");
  const [event] = await fixture.readEvents(created.trigger.id);
  expect(delivery!.headers["webhook-id"]).toBe(`${event.id}.1`);
  const timestamp = Number(delivery!.headers["webhook-timestamp"]) * 1000;
  expect(Math.abs(timestamp - fixture.now())).toBeLessThan(1_000);
  // The library reads the real clock, which the fixture replaces.
  const webhook = new Webhook(secret);
  const signature = webhook.sign(`${event.id}.1`, new Date(timestamp), delivery!.body);
  expect(delivery!.headers["webhook-signature"]).toBe(signature);
  expect(JSON.parse(delivery!.body)).toMatchObject({ type: "event", data: { a: 1 }, id: event.id });
});

it.each(["standard", "cloudevents"] as const)(
  "sends deliveries of the format %s as the OpenAPI document has them",
  async (format) => {
    const fixture = await createTriggerFixture();
    const { trigger } = await fixture.create({
      watch: { kind: "event" },
      actions: [{ kind: "deliver", url: `${fixture.upstream.origin}/receive`, format }],
    });
    await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: { a: 1 } });
    await fixture.work();
    const { webhooks } = JSON.parse(
      readFileSync(new URL("../../generated/platform/openapi.json", import.meta.url), "utf8"),
    );
    const { requestBody } = webhooks[format === "standard" ? "event" : "cloudEvent"].post;
    const [mediaType] = Object.keys(requestBody.content);
    const check = createSchemaChecker(specs.platform);
    const name = format === "standard" ? "EventDelivery" : "CloudEventDelivery";
    const [ping, delivery] = fixture.requestsTo("/receive");
    expect(delivery!.headers["content-type"]).toBe(mediaType);
    expect(check({ $ref: `#/$defs/${name}` }, JSON.parse(delivery!.body))).toEqual([]);
    expect(check({ $ref: "#/$defs/EventDelivery" }, JSON.parse(ping!.body))).toEqual([]);
  },
);

it("pauses an action whose deliveries have all failed for five days, until the trigger is resumed", async () => {
  const fixture = await createTriggerFixture();
  const watcher = await fixture.create({
    watch: { kind: "platform", types: ["destination.failing"] },
    actions: [createRunAction({ arguments: { text: "failing" } })],
  });
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    actions: [{ kind: "deliver", url: `${fixture.upstream.origin}/receive` }],
  });
  fixture.respondWith(respondJson({}, 500));
  const fireUntilDead = async () => {
    await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: 1 });
    for (let hour = 0; hour < 36; hour++) {
      await fixture.work();
      fixture.advance(3_600_000);
    }
  };
  const readStatus = async () =>
    (await fixture.call("GET", `/triggers/${trigger.id}`)).body.actions[0].status;
  for (let event = 0; event < 4; event++) await fireUntilDead();
  expect(await readStatus()).toBe("active");
  await fireUntilDead();
  expect(await readStatus()).toBe("paused");
  expect(await fixture.readEvents(watcher.trigger.id)).toHaveLength(1);
  fixture.respondWith(respondJson({}));
  await fixture.call("POST", `/triggers/${trigger.id}/resume`);
  await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: 2 });
  await fixture.work();
  expect((await fixture.readEvents(trigger.id)).at(-1)).toMatchObject({ status: "done" });
});

it("retries deliveries by the table, with the same ID, until they are dead", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    actions: [{ kind: "deliver", url: `${fixture.upstream.origin}/receive` }],
  });
  fixture.respondWith(respondJson({}, 503));
  await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: 1 });
  for (let hour = 0; hour < 36; hour++) {
    await fixture.work();
    fixture.advance(3_600_000);
  }
  const deliveries = fixture.requestsTo("/receive").slice(1);
  expect(deliveries).toHaveLength(8);
  expect(new Set(deliveries.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  const [event] = await fixture.readEvents(trigger.id);
  expect(event).toMatchObject({ status: "failed", reason: { code: "action_dead" } });
  expect(event.actions[0]).toMatchObject({ status: "dead", reason: /503/ });

  fixture.respondWith(respondJson({}));
  const replayed = await fixture.call("POST", "/events/replay", { trigger: trigger.id });
  expect(replayed.body).toEqual({ count: 1 });
  await fixture.work();
  expect((await fixture.readEvents(trigger.id))[0].status).toBe("done");
  expect(fixture.requestsTo("/receive").at(-1)!.headers).toMatchObject({
    "webhook-id": `${event.id}.1`,
    "webhook-replay": "1",
  });
});

it("doesn't follow redirects, and pauses the action after 410", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    actions: [{ kind: "deliver", url: `${fixture.upstream.origin}/receive` }],
  });
  fixture.respondWith(respondJson({}, 302, { location: `${fixture.upstream.origin}/elsewhere` }));
  await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: 1 });
  await fixture.work();
  expect(fixture.requestsTo("/elsewhere")).toEqual([]);
  const watcher = await fixture.create({
    watch: { kind: "platform", types: ["destination.failing"] },
    actions: [{ kind: "run", tool: "open.get_weather", arguments: { city: "x" } }],
  });
  fixture.respondWith(respondJson({}, 410));
  await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: 2 });
  await fixture.work();
  const { body } = await fixture.call("GET", `/triggers/${trigger.id}`);
  expect(body.actions[0].status).toBe("paused");
  const [told] = await fixture.readEvents(watcher.trigger.id);
  expect(told).toMatchObject({ type: "destination.failing", data: { trigger: trigger.id } });
  await fixture.call("POST", `/triggers/${trigger.id}/resume`);
  const resumed = await fixture.call("GET", `/triggers/${trigger.id}`);
  expect(resumed.body.actions[0].status).toBe("active");
});

it.each(["127.0.0.1", "localhost", "[::ffff:127.0.0.1]"])(
  "never calls a private address: %s",
  async (host) => {
    const neighbor = await startUpstream(respondJson({}));
    onTestFinished(() => neighbor.close());
    const url = `${neighbor.origin.replace("127.0.0.1", host)}/receive`;
    const fixture = await createTriggerFixture();
    const { status, body } = await fixture.call("POST", "/triggers", {
      name: "A",
      watch: { kind: "event" },
      actions: [{ kind: "deliver", url }],
    });
    expect([status, body.code]).toEqual([422, "destination_refused"]);
    expect(neighbor.requests).toEqual([]);
  },
);

it("checks the address of a destination again at each delivery", async () => {
  const receiver = await startUpstream(respondJson({}));
  onTestFinished(() => receiver.close());
  const fixture = await createTriggerFixture({ allowedOrigins: [receiver.origin] });
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    actions: [{ kind: "deliver", url: `${receiver.origin}/receive` }],
  });
  const fire = async () => {
    await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: 1 });
    await fixture.work();
  };
  await fire();
  // From now on the name has a private address, as after DNS rebinding.
  await fixture.restart([fixture.upstream.origin]);
  await fire();
  const [delivered, refused] = await fixture.readEvents(trigger.id);
  expect(delivered.status).toBe("done");
  expect(refused.actions[0]).toMatchObject({ attempts: [{ error: /address/ }] });
  const deliveries = receiver.requests.filter(({ body }) => !body.includes("webhook.ping"));
  expect(deliveries).toHaveLength(1);
});

it("doesn't act if the filter is false or fails", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    filter: "event.data.stars > 2",
    actions: [createRunAction({ when: "event.data.title != 'skip'" })],
  });
  const fire = (data: object) => fixture.call("POST", `/triggers/${trigger.id}/fire`, { data });
  await fire({ title: "a", stars: 1 });
  await fire({ title: "b" });
  await fire({ title: "skip", stars: 5 });
  await fire({ title: "d", stars: 3 });
  await fixture.work();
  const events = await fixture.readEvents(trigger.id);
  expect(events.map(({ status }) => status)).toEqual(["filtered", "failed", "done", "done"]);
  expect(events[1].reason).toMatchObject({ code: "filter_error", message: /event\.data\.stars/ });
  expect(events[2].actions[0].status).toBe("skipped");
  expect(fixture.requestsTo("/notes")).toHaveLength(1);
});

it("never sends an unsafe run twice, also at replay", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    actions: [createRunAction()],
  });
  const fired = await fixture.call("POST", `/triggers/${trigger.id}/fire`, {
    data: { title: "Once", stars: 1 },
  });
  const [{ id }] = fired.body.events;
  await fixture.work();
  await fixture.call("POST", `/events/${id}/replay`);
  await fixture.work();
  await fixture.restart();
  await fixture.call("POST", `/events/${id}/replay`, { actions: ["1"] });
  await fixture.work();
  expect(fixture.requestsTo("/notes")).toHaveLength(1);
  expect((await fixture.readEvents(trigger.id))[0].status).toBe("done");
});

it("repeats an unsafe run only if it failed, or nothing was sent", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    actions: [createRunAction()],
  });
  fixture.respondWith(respondJson({ message: "no" }, 422));
  const fired = await fixture.call("POST", `/triggers/${trigger.id}/fire`, {
    data: { title: "Again", stars: 1 },
  });
  await fixture.work();
  const [failed] = await fixture.readEvents(trigger.id);
  expect(failed.actions[0]).toMatchObject({ status: "dead" });
  fixture.respondWith(respondJson({}));
  await fixture.call("POST", `/events/${fired.body.events[0].id}/replay`);
  await fixture.work();
  expect((await fixture.readEvents(trigger.id))[0].status).toBe("done");
  expect(fixture.requestsTo("/notes")).toHaveLength(2);
});

it("waits while the rate limit of the app is exceeded", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    actions: [createRunAction()],
  });
  fixture.respondWith(respondJson({}, 429, { "retry-after": "600" }));
  await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: { title: "a", stars: 1 } });
  await fixture.work();
  const before = fixture.requestsTo("/notes").length;
  fixture.respondWith(respondJson({}));
  fixture.advance(500_000);
  await fixture.work();
  expect(fixture.requestsTo("/notes")).toHaveLength(before);
  fixture.advance(101_000);
  await fixture.work();
  expect((await fixture.readEvents(trigger.id))[0].status).toBe("done");
});

it("accepts a deduplication key once", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    actions: [createRunAction()],
  });
  const body = { data: { title: "a", stars: 1 }, id: "order-17" };
  const first = await fixture.call("POST", `/triggers/${trigger.id}/fire`, body);
  const second = await fixture.call("POST", `/triggers/${trigger.id}/fire`, body);
  expect(second.body).toMatchObject({ events: [], duplicates: [first.body.events[0].id] });
  await fixture.call("DELETE", `/events/${first.body.events[0].id}`);
  const third = await fixture.call("POST", `/triggers/${trigger.id}/fire`, body);
  expect(third.body.events).toEqual([]);
  await fixture.work();
  expect(fixture.requestsTo("/notes")).toEqual([]);
});

it("acts at the trigger's rate, and loses nothing", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    max_per_minute: 3,
    actions: [createRunAction()],
  });
  for (let index = 0; index < 8; index++)
    await fixture.call("POST", `/triggers/${trigger.id}/fire`, {
      data: { title: String(index), stars: index },
    });
  const counts: number[] = [];
  for (let minute = 0; minute < 3; minute++) {
    await fixture.work();
    counts.push(fixture.requestsTo("/notes").length);
    fixture.advance(60_000);
  }
  expect(counts).toEqual([3, 6, 8]);
});

it("carries out an action once, also if the worker looks twice at once", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    actions: [{ kind: "deliver", url: `${fixture.upstream.origin}/receive` }],
  });
  for (let index = 0; index < 5; index++)
    await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: index });
  await Promise.all([fixture.work(), fixture.work()]);
  const [, ...deliveries] = fixture.requestsTo("/receive");
  expect(deliveries).toHaveLength(5);
});

it("takes up the actions of a process that died", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    actions: [{ kind: "deliver", url: `${fixture.upstream.origin}/receive` }],
  });
  await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: 1 });
  // The dead process had claimed the job.
  expect(await fixture.parts.jobQueue.claim("action", 10)).toHaveLength(1);
  await fixture.work();
  expect((await fixture.readEvents(trigger.id))[0].status).toBe("acting");
  fixture.advance(30_001);
  await fixture.work();
  expect((await fixture.readEvents(trigger.id))[0].status).toBe("done");
});

it("acts on one event at a time in order, if the trigger is serial", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    order: "serial",
    actions: [createRunAction()],
  });
  let active = 0;
  let most = 0;
  fixture.respondWith(async (received, response) => {
    most = Math.max(most, ++active);
    await new Promise((resolve) => setTimeout(resolve, 5));
    active--;
    await respondJson({})(received, response);
  });
  for (let index = 0; index < 5; index++)
    await fixture.call("POST", `/triggers/${trigger.id}/fire`, {
      data: { title: String(index), stars: index },
    });
  await fixture.work();
  const titles = fixture.requestsTo("/notes").map(({ body }) => JSON.parse(body).text);
  expect([most, titles]).toEqual([1, ["0", "1", "2", "3", "4"]]);
});

it("changes nothing in a dry run, and says what would happen", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    filter: "event.data.stars > 2",
    actions: [createRunAction(), createRunAction({ when: "false" })],
  });
  const tables = ["events", "jobs", "runs", "triggers", "audit"];
  const count = async () => {
    const rows = await Promise.all(
      tables.map((table) => fixture.parts.sql.query(`select count(*) as n from ${table}`)),
    );
    return rows.map(([row]) => Number(row!["n"]));
  };
  const before = await count();
  const dryRun = (data: unknown) =>
    fixture.call("POST", `/triggers/${trigger.id}/fire`, { data, dry_run: true });
  expect((await dryRun({ title: "a", stars: 3 })).body).toMatchObject({
    dry_run: true,
    filter: "passes",
    actions: [
      { id: "1", outcome: "act", tool: "notes.create_note", arguments: { text: "a", stars: 3 } },
      { id: "2", outcome: "skip" },
    ],
  });
  expect((await dryRun({ title: "a", stars: "3" })).body).toMatchObject({ filter: "fails" });
  expect((await dryRun({ title: 5, stars: 3 })).body).toMatchObject({
    actions: [{ outcome: "reject", reason: /text/ }, {}],
  });
  expect(await count()).toEqual(before);
  expect(fixture.requestsTo("/notes")).toEqual([]);
});

it("stops at once when the key is revoked, and goes on with another one", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    actions: [createRunAction()],
  });
  await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: { title: "a", stars: 1 } });
  const { keyStore } = fixture.parts.options;
  await keyStore.revokeKey("acc_default", "key_whole", new Date(fixture.now()).toISOString());
  await fixture.work();
  expect(fixture.requestsTo("/notes")).toEqual([]);
  const paused = await fixture.callAs("reader", "GET", `/triggers/${trigger.id}`);
  expect(paused.body).toMatchObject({ status: "paused", status_reason: { code: "key_revoked" } });
  const stranger = await fixture.callAs("limited", "POST", `/triggers/${trigger.id}/resume`);
  expect(stranger.status).toBe(403);
});

it("doesn't act for a key that is revoked while its actions wait for their destination", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    actions: [createRunAction()],
  });
  const { promise: isRevoked, resolve } = Promise.withResolvers<void>();
  const { keyStore } = fixture.parts.options;
  fixture.respondWith(async (received, response) => {
    await isRevoked;
    await respondJson({})(received, response);
  });
  for (let index = 0; index < 8; index++)
    await fixture.call("POST", `/triggers/${trigger.id}/fire`, {
      data: { title: String(index), stars: index },
    });
  const working = fixture.work();
  await vi.waitFor(() => expect(fixture.requestsTo("/notes")).toHaveLength(5));
  await keyStore.revokeKey("acc_default", "key_whole", new Date(fixture.now()).toISOString());
  resolve();
  await working;
  expect(fixture.requestsTo("/notes")).toHaveLength(5);
});

it("doesn't wait for a busy destination to skip an action", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    actions: [createRunAction({ when: "event.data.stars < 5" })],
  });
  const { promise: isSkipped, resolve } = Promise.withResolvers<void>();
  fixture.respondWith(async (received, response) => {
    await isSkipped;
    await respondJson({})(received, response);
  });
  for (let index = 0; index < 6; index++)
    await fixture.call("POST", `/triggers/${trigger.id}/fire`, {
      data: { title: String(index), stars: index },
    });
  const working = fixture.work();
  await vi.waitFor(async () => {
    const events = await fixture.readEvents(trigger.id);
    expect(events.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => "acting"),
      "done",
    ]);
  });
  resolve();
  await working;
  expect(fixture.requestsTo("/notes")).toHaveLength(5);
});

it("tells platform triggers of paused triggers, runs and connections, at most five deep", async () => {
  const fixture = await createTriggerFixture();
  const watcher = await fixture.create({
    watch: {
      kind: "platform",
      types: ["run.succeeded", "run.failed", "trigger.paused", "connection.expired"],
    },
    actions: [{ kind: "run", tool: "open.get_weather", arguments: { city: "${event.type}" } }],
  });
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    actions: [createRunAction()],
  });
  await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: { title: "a", stars: 1 } });
  await fixture.work();
  const events = await fixture.readEvents(watcher.trigger.id);
  expect(events.map(({ type, depth }) => `${type} ${depth}`).toSorted()).toEqual([
    "run.succeeded 1",
    "run.succeeded 2",
    "run.succeeded 3",
    "run.succeeded 4",
    "run.succeeded 5",
    "run.succeeded 6",
  ]);
  expect(events.filter(({ status }) => status === "failed")).toMatchObject([
    { depth: 6, reason: { code: "too_deep" } },
  ]);
  const { keyStore } = fixture.parts.options;
  await keyStore.revokeKey("acc_default", "key_whole", new Date(fixture.now()).toISOString());
  const fired = await fixture.parts.options.triggers.service.fire(
    { id: "key_user", account: "acc_default", name: "a", permissions: ["run"] },
    trigger.id,
    { data: { value: { title: "b", stars: 1 } }, isDryRun: false },
  );
  expect(fired.isDryRun).toBe(false);
  await fixture.work();
  const { body } = await fixture.callAs("reader", "GET", "/events?type=trigger.paused");
  expect(body.data[0]).toMatchObject({ subject: trigger.id, trigger: watcher.trigger.id });
});
