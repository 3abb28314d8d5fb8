import { expect, it, vi } from "vitest";
import { respondJson } from "../fixtures/platform/tool-runner.ts";
import { createRunAction } from "./run-action.ts";
import { createTriggerFixture } from "./trigger-fixture.ts";

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

it("doesn't start an action again under which two processes died, until somebody replays it", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    actions: [{ kind: "deliver", url: `${fixture.upstream.origin}/receive` }],
  });
  await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: 1 });
  for (let process = 0; process < 2; process++) {
    expect(await fixture.parts.jobQueue.claim("action", 10)).toHaveLength(1);
    fixture.advance(30_001);
  }
  await fixture.work();
  const [event] = await fixture.readEvents(trigger.id);
  expect(event).toMatchObject({ status: "failed", actions: [{ status: "dead" }] });
  expect(event.reason.message).toMatch(/ended twice .* Replay the event/);
  const [, ...before] = fixture.requestsTo("/receive");
  expect(before).toEqual([]);
  await fixture.call("POST", `/events/${event.id}/replay`, {});
  await fixture.work();
  expect((await fixture.readEvents(trigger.id))[0].status).toBe("done");
});

it("pauses a trigger under whose checks two processes died, until somebody resumes it", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "schedule", every: 60 },
    actions: [createRunAction()],
  });
  fixture.advance(61_000);
  for (let process = 0; process < 2; process++) {
    expect(await fixture.parts.jobQueue.claim("trigger", 10)).toHaveLength(1);
    fixture.advance(30_001);
  }
  await fixture.work();
  const paused = await fixture.call("GET", `/triggers/${trigger.id}`);
  expect(paused.body).toMatchObject({
    status: "paused",
    status_reason: { code: "process_died", message: expect.stringMatching(/Resume the trigger/) },
  });
  await fixture.call("POST", `/triggers/${trigger.id}/resume`, {});
  fixture.advance(61_000);
  await fixture.work();
  expect(await fixture.readEvents(trigger.id)).not.toEqual([]);
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
