import { expect, it } from "vitest";
import { respondJson } from "../fixtures/platform/tool-runner.ts";
import { confirming, createDelivery, subscribe } from "./mcp-events-client.ts";
import { createTriggerFixture, type TriggerFixture } from "./trigger-fixture.ts";

const NOTE = { kind: "run", tool: "notes.create_note", arguments: { text: "x" } };
const WEATHER = { kind: "run", tool: "open.get_weather", arguments: { city: "x" } };
const deliverTo = ({ upstream }: TriggerFixture) => ({
  kind: "deliver",
  url: `${upstream.origin}/receive`,
});

/** Limits a key to apps or to an end user after it was made. */
async function narrow({ parts }: TriggerFixture, id: string, limits: object): Promise<void> {
  const [row] = await parts.sql.query("select document from api_keys where id = $1", [id]);
  const document = JSON.stringify({ ...JSON.parse(row!["document"]), ...limits });
  await parts.sql.query("update api_keys set document = $2 where id = $1", [id, document]);
}

it.each([
  ["apps", { apps: ["open"] }],
  ["an end user", { user: "42" }],
])("pauses a trigger whose key was limited to %s later, and sends nothing", async (_, limits) => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    actions: [NOTE, deliverTo(fixture)],
  });
  const pings = fixture.requestsTo("/receive").length;
  await narrow(fixture, "key_whole", limits);
  await fixture.callAs("second", "POST", `/triggers/${trigger.id}/fire`, { data: {} });
  await fixture.work();
  expect(fixture.requestsTo("/notes")).toEqual([]);
  expect(fixture.requestsTo("/receive")).toHaveLength(pings);
  const { body } = await fixture.callAs("second", "GET", `/triggers/${trigger.id}`);
  expect(body).toMatchObject({ status: "paused", status_reason: { code: "key_limited" } });
  await fixture.callAs("second", "POST", `/triggers/${trigger.id}/resume`);
  fixture.advance(120_000);
  await fixture.work();
  expect(fixture.requestsTo("/notes")).toHaveLength(1);
  expect(fixture.requestsTo("/receive")).toHaveLength(pings + 1);
});

it("delivers nothing for a key that was revoked", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    actions: [deliverTo(fixture)],
  });
  const pings = fixture.requestsTo("/receive").length;
  await fixture.parts.options.keyStore.revokeKey(
    "acc_default",
    "key_whole",
    new Date(fixture.now()).toISOString(),
  );
  await fixture.callAs("second", "POST", `/triggers/${trigger.id}/fire`, { data: {} });
  await fixture.work();
  expect(fixture.requestsTo("/receive")).toHaveLength(pings);
});

it("keeps the apps of a platform trigger when another key resumes it", async () => {
  const fixture = await createTriggerFixture();
  const { body } = await fixture.callAs("limited", "POST", "/triggers", {
    name: "Watch",
    watch: { kind: "platform", types: ["run.succeeded"] },
    actions: [deliverTo(fixture)],
  });
  await fixture.call("POST", `/triggers/${body.trigger.id}/pause`);
  await fixture.call("POST", `/triggers/${body.trigger.id}/resume`);
  const run = async (action: object) => {
    const { trigger } = await fixture.create({ watch: { kind: "event" }, actions: [action] });
    await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: {} });
    await fixture.work();
  };
  await run(NOTE);
  expect(await fixture.readEvents(body.trigger.id)).toEqual([]);
  await run(WEATHER);
  expect(await fixture.readEvents(body.trigger.id)).toHaveLength(1);
});

it("hides a trigger that runs a tool of another app", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({ watch: { kind: "event" }, actions: [WEATHER, NOTE] });
  const { status } = await fixture.callAs("limited", "GET", `/triggers/${trigger.id}`);
  expect(status).toBe(404);
  const { body } = await fixture.callAs("limited", "GET", "/triggers");
  expect(body.data).toEqual([]);
});

it("repeats no event of an app that the trigger watched before", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({ watch: { kind: "event" }, actions: [NOTE] });
  await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: { secret: "of notes" } });
  await fixture.work();
  await fixture.call("PATCH", `/triggers/${trigger.id}`, { version: 1, actions: [WEATHER] });
  const fired = await fixture.callAs("limited", "POST", `/triggers/${trigger.id}/fire`, {});
  expect([fired.status, fired.body.code]).toEqual([400, "invalid_input"]);
});

it("refuses an idempotency key of a trigger that the caller may not see", async () => {
  const fixture = await createTriggerFixture();
  const request = {
    name: "Watch",
    watch: { kind: "platform", types: ["run.succeeded"] },
    actions: [WEATHER],
    idempotency_key: "one",
  };
  const { trigger } = await fixture.create(request);
  const again = await fixture.callAs("limited", "POST", "/triggers", request);
  expect(again.status).toBe(422);
  expect(JSON.stringify(again.body)).not.toContain(trigger.id);
});

it("ends the deliveries of a subscription whose key was limited later", async () => {
  const fixture = await createTriggerFixture({ handler: confirming() });
  const { trigger } = await fixture.create({ watch: { kind: "event" }, actions: [NOTE] });
  const name = `trigger.${trigger.id}`;
  await subscribe(fixture, { name, arguments: {}, delivery: createDelivery(fixture) }, "second");
  const confirmations = fixture.requestsTo("/receive").length;
  await narrow(fixture, "key_second", { apps: ["open"] });
  fixture.respondWith(respondJson({}));
  await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: {} });
  await fixture.work();
  expect(fixture.requestsTo("/notes")).toHaveLength(1);
  expect(fixture.requestsTo("/receive")).toHaveLength(confirmations);
});
