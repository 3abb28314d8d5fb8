import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";
import { expect, it, onTestFinished } from "vitest";
import { createSchemaChecker } from "../callers/spec-validator.ts";
import { respondJson, startUpstream } from "../fixtures/platform/tool-runner.ts";
import { specs } from "../services/service.ts";
import { createRunAction } from "./run-action.ts";
import { createTriggerFixture } from "./trigger-fixture.ts";

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
    expect(ping!.headers["content-type"]).toBe(mediaType);
    expect(check({ $ref: `#/$defs/${name}` }, JSON.parse(ping!.body))).toEqual([]);
    expect(JSON.parse(ping!.body).type).toBe("webhook.ping");
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
