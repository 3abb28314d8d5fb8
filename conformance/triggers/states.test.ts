import { expect, it } from "vitest";
import type { components } from "../../generated/platform/schema.d.ts";
import { respondJson } from "../fixtures/platform/tool-runner.ts";
import { createTriggerFixture, type TriggerFixture } from "./trigger-fixture.ts";

type Schemas = components["schemas"];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const runAction = {
  kind: "run",
  tool: "notes.create_note",
  arguments: { text: "${event.data.title}" },
};

/** Creates a trigger for sent events with one action, and sends it one event. */
async function fire(fixture: TriggerFixture, overrides: object = {}): Promise<string> {
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    actions: [runAction],
    ...overrides,
  });
  await send(fixture, trigger.id);
  return trigger.id;
}

const send = (fixture: TriggerFixture, trigger: string) =>
  fixture.call("POST", `/triggers/${trigger}/fire`, { data: { title: "a" } });

/** Fires, and the app rejects the run. */
async function fireRejected(fixture: TriggerFixture): Promise<string> {
  fixture.respondWith(respondJson({}, 422));
  return fireAndWork(fixture);
}

/** Fires while the receiver of deliveries is down. */
async function fireAtReceiver(fixture: TriggerFixture): Promise<string> {
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    actions: [{ kind: "deliver", url: `${fixture.upstream.origin}/receive` }],
  });
  fixture.respondWith(respondJson({}, 503));
  await send(fixture, trigger.id);
  await fixture.work();
  return trigger.id;
}

/** The app receives the request, and closes the connection without a response. */
async function fireUnanswered(fixture: TriggerFixture): Promise<string> {
  fixture.respondWith(async (_, response) => void response.destroy());
  const trigger = await fire(fixture);
  await fixture.work();
  return trigger;
}

async function fireThenPause(fixture: TriggerFixture): Promise<string> {
  const trigger = await fire(fixture);
  await fixture.call("POST", `/triggers/${trigger}/pause`, { drop: true });
  return trigger;
}

/** A webhook arrives at a paused trigger. Events that are sent by hand act nevertheless. */
async function receivePaused(fixture: TriggerFixture): Promise<string> {
  const { trigger } = await fixture.create({
    watch: { kind: "webhook", signing: "none" },
    actions: [runAction],
  });
  await fixture.call("POST", `/triggers/${trigger.id}/pause`, {});
  await fixture.request("POST", new URL(trigger.address.url).pathname, {
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  return trigger.id;
}

async function fireAndWork(fixture: TriggerFixture, overrides?: object): Promise<string> {
  const trigger = await fire(fixture, overrides);
  await fixture.work();
  return trigger;
}

/** A trigger that starts itself with each run. */
async function fireLoop(fixture: TriggerFixture): Promise<string> {
  const watcher = await fixture.create({
    watch: { kind: "platform", types: ["run.succeeded"] },
    actions: [runAction].map((action) => ({ ...action, arguments: { text: "again" } })),
  });
  await fireAndWork(fixture);
  return watcher.trigger.id;
}

/** Resolves to the ID of a trigger. Its last event, or the first action of it, has the state. */
type Scenario = (fixture: TriggerFixture) => Promise<string>;

const EVENT_STATUSES: Record<Schemas["EventStatus"], Scenario> = {
  acting: fire,
  done: fireAndWork,
  filtered: (fixture) => fire(fixture, { filter: "false" }),
  failed: fireRejected,
  canceled: fireThenPause,
};

const EVENT_REASONS: Record<Schemas["EventReasonCode"], Scenario> = {
  filter_error: (fixture) => fire(fixture, { filter: "event.data.missing > 2" }),
  action_dead: fireRejected,
  action_unknown: fireUnanswered,
  too_deep: fireLoop,
  paused: receivePaused,
  canceled: fireThenPause,
};

const ACTION_STATUSES: Record<Schemas["ActionStatus"], Scenario> = {
  waiting: fire,
  retrying: fireAtReceiver,
  succeeded: fireAndWork,
  dead: fireRejected,
  outcome_unknown: fireUnanswered,
  skipped: (fixture) => fireAndWork(fixture, { actions: [{ ...runAction, when: "false" }] }),
  canceled: fireThenPause,
};

const poll = {
  watch: { kind: "poll", tool: "notes.list_notes", connection: "conn_notes" },
  actions: [{ kind: "run", tool: "open.get_weather", arguments: { city: "x" } }],
};

/** Creates a poll whose app fails afterwards, for some hours. */
async function failFor(fixture: TriggerFixture, hours: number): Promise<string> {
  fixture.respondWith(respondJson([{ id: 1 }, { id: 2 }]));
  const { trigger } = await fixture.create(poll);
  fixture.respondWith(respondJson({}, 500));
  for (let hour = 0; hour < hours; hour += 2) {
    fixture.advance(2 * HOUR);
    await fixture.work();
  }
  return trigger.id;
}

const TRIGGER_STATUSES: Record<Schemas["TriggerStatus"], Scenario> = {
  active: fire,
  failing: (fixture) => failFor(fixture, 24),
  paused: fireThenPause,
};

/** The codes that `TriggerReason` documents. The others are those of errors. */
const TRIGGER_REASONS: Readonly<Record<string, Scenario>> = {
  by_hand: fireThenPause,
  failing: (fixture) => failFor(fixture, 80),
  async connection_inactive(fixture) {
    fixture.respondWith(respondJson([{ id: 1 }, { id: 2 }]));
    const { trigger } = await fixture.create(poll);
    fixture.respondWith(respondJson({}, 401));
    fixture.advance(2 * HOUR);
    await fixture.work();
    return trigger.id;
  },
  async key_revoked(fixture) {
    const trigger = await fire(fixture);
    const at = new Date(fixture.now()).toISOString();
    await fixture.parts.options.keyStore.revokeKey("acc_default", "key_whole", at);
    await fixture.work();
    return trigger;
  },
  async too_many_events(fixture) {
    let last = 0;
    const nextNotes = () => Array.from({ length: 100 }, () => ({ id: ++last })).reverse();
    fixture.respondWith((...exchange) => respondJson(nextNotes())(...exchange));
    const { trigger } = await fixture.create({ ...poll, max_per_minute: 1 });
    for (let check = 0; check < 14; check++) {
      fixture.advance(10 * MINUTE);
      await fixture.work();
    }
    return trigger.id;
  },
  async finished(fixture) {
    const { trigger } = await fixture.create({
      watch: { kind: "schedule", at: "2026-11-23T18:00:00Z" },
      actions: [runAction],
    });
    fixture.setTime("2026-11-23T18:00:02Z");
    await fixture.work();
    return trigger.id;
  },
};

const read = async (fixture: TriggerFixture, path: string) =>
  (await fixture.callAs("second", "GET", path)).body;

it.each(Object.entries(EVENT_STATUSES))("an event can be %s", async (status, reach) => {
  const fixture = await createTriggerFixture();
  const event = (await fixture.readEvents(await reach(fixture))).at(-1);
  expect(event.status).toBe(status);
  const hasReason = status === "failed" || status === "canceled";
  expect(event.reason !== undefined).toBe(hasReason);
});

it.each(Object.entries(EVENT_REASONS))("the reason of an event can be %s", async (code, reach) => {
  const fixture = await createTriggerFixture();
  const events = await fixture.readEvents(await reach(fixture));
  const event = events.find(({ reason }) => reason);
  expect(event.reason).toEqual({ code, message: expect.stringMatching(/^["A-Z].+\.$/) });
});

it.each(Object.entries(ACTION_STATUSES))("an action can be %s", async (status, reach) => {
  const fixture = await createTriggerFixture();
  const [action] = (await fixture.readEvents(await reach(fixture))).at(-1).actions;
  expect(action.status).toBe(status);
  // A state that goes on says when. One that needs a person says why.
  expect(action.next_at !== undefined).toBe(status === "retrying");
  if (status === "dead" || status === "outcome_unknown")
    expect(action.reason).toMatch(/^["A-Z].+\.$/);
});

it.each(Object.entries(TRIGGER_STATUSES))("a trigger can be %s", async (status, reach) => {
  const fixture = await createTriggerFixture();
  const trigger = await read(fixture, `/triggers/${await reach(fixture)}`);
  expect(trigger.status).toBe(status);
  expect(trigger.status_reason !== undefined).toBe(status === "paused");
  expect(trigger.last_error !== undefined).toBe(status === "failing");
});

it.each(Object.entries(TRIGGER_REASONS))(
  "a trigger can be paused because of %s, and be resumed",
  async (code, reach) => {
    const fixture = await createTriggerFixture();
    const id = await reach(fixture);
    expect(await read(fixture, `/triggers/${id}`)).toMatchObject({
      status: "paused",
      status_reason: { code, message: expect.stringMatching(/^["A-Z].+\.$/) },
    });
    fixture.respondWith(respondJson([{ id: 1 }, { id: 2 }]));
    const resumed = await fixture.callAs("second", "POST", `/triggers/${id}/resume`);
    expect(resumed.body).toMatchObject({ status: "active" });
  },
);
