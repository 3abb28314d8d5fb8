import { expect, it, vi } from "vitest";
import { respondJson } from "../fixtures/platform/tool-runner.ts";
import { createRunAction } from "./run-action.ts";
import { createTriggerFixture } from "./trigger-fixture.ts";

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
  expect(stranger.status).toBe(404);
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
