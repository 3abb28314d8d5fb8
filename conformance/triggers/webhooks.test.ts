import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { createRate } from "../../core/lib/kit/flow/rate.ts";
import { createTriggerFixture, type TriggerFixture } from "./trigger-fixture.ts";

const actions = [
  { kind: "run", tool: "notes.create_note", arguments: { text: "${event.data.body.action}" } },
];
const SECRET = "It's a Secret to Everybody";

const createGithub = async (fixture: TriggerFixture, overrides: object = {}) => {
  const { trigger } = await fixture.create({
    watch: { kind: "webhook", scheme: "github", secret: SECRET },
    actions,
    ...overrides,
  });
  return { id: trigger.id as string, path: new URL(trigger.address.url).pathname };
};

const deliver = (
  fixture: TriggerFixture,
  path: string,
  body: string,
  { secret = SECRET, id = "d-1", ...headers }: Record<string, string> = {},
) =>
  fixture.request("POST", path, {
    headers: {
      "content-type": "application/json",
      "x-github-event": "issues",
      "x-github-delivery": id,
      "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
      ...headers,
    },
    body,
  });

it("accepts a signed webhook once, and acts on it", async () => {
  const fixture = await createTriggerFixture();
  const { id, path } = await createGithub(fixture);
  const body = '{"action": "opened"}';
  const first = await deliver(fixture, path, body);
  expect(first.status).toBe(202);
  const { events } = await first.json();
  const second = await deliver(fixture, path, body);
  expect([second.status, await second.json()]).toEqual([200, { events: [], duplicates: events }]);
  await fixture.work();
  const [event] = await fixture.readEvents(id);
  expect(event).toMatchObject({
    id: events[0],
    type: "github.issues",
    key: "d-1",
    verified: true,
    status: "done",
    data: {
      headers: { "x-github-event": "issues", "x-github-delivery": "d-1" },
      body: { action: "opened" },
    },
  });
  expect(fixture.requestsTo("/notes").map(({ body }) => JSON.parse(body).text)).toEqual(["opened"]);
});

it("refuses wrong signatures, unknown addresses alike, and stores nothing", async () => {
  const fixture = await createTriggerFixture();
  const { id, path } = await createGithub(fixture);
  const forged = await deliver(fixture, path, "{}", { secret: "wrong" });
  expect([forged.status, await forged.json()]).toEqual([401, { error: "signature_mismatch" }]);
  const unsigned = await deliver(fixture, path, "{}", { "x-hub-signature-256": "" });
  expect(unsigned.status).toBe(401);
  const unknown = await deliver(fixture, `/hooks/${"a".repeat(38)}`, "{}");
  const malformed = await deliver(fixture, "/hooks/abc", "{}");
  expect([unknown.status, await unknown.text()]).toEqual([
    malformed.status,
    await malformed.text(),
  ]);
  expect(unknown.status).toBe(404);
  expect(await fixture.readEvents(id)).toEqual([]);
});

it("shows its address only to keys that may run tools, and never logs it", async () => {
  const fixture = await createTriggerFixture();
  const { id, path } = await createGithub(fixture);
  const reader = await fixture.callAs("reader", "GET", `/triggers/${id}`);
  expect(reader.body.address).toBeUndefined();
  expect(JSON.stringify(reader.body)).not.toContain(SECRET);
  const rows = await fixture.parts.sql.query("select * from triggers");
  expect(JSON.stringify(rows)).not.toContain(path.slice("/hooks/".length));
  expect(JSON.stringify(rows)).not.toContain(SECRET);
  await deliver(fixture, path, '{"action": "private words"}');
  const events = await fixture.parts.sql.query("select * from events");
  expect(JSON.stringify(events)).not.toContain("private words");
});

it("creates a secret, and accepts the old one for a day after it is rotated", async () => {
  const fixture = await createTriggerFixture();
  const created = await fixture.create({ watch: { kind: "webhook" }, actions });
  const [{ purpose, secret }] = created.secrets;
  expect([purpose, secret]).toEqual(["address", expect.stringMatching(/^whsec_/)]);
  const path = new URL(created.trigger.address.url).pathname;
  const send = (signer: string, id: string) => {
    const body = `{"type":"a","id":"${id}"}`;
    const timestamp = new Date(fixture.now());
    return fixture.request("POST", path, {
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(timestamp.getTime() / 1000)),
        "webhook-signature": new Webhook(signer).sign(id, timestamp, body),
      },
      body,
    });
  };
  const rotated = await fixture.call("POST", `/triggers/${created.trigger.id}/rotate`);
  const next = rotated.body.secrets[0].secret;
  expect([(await send(secret, "1")).status, (await send(next, "2")).status]).toEqual([202, 202]);
  fixture.advance(86_400_001);
  expect([(await send(secret, "3")).status, (await send(next, "4")).status]).toEqual([401, 202]);
});

it("waits for the secret of senders that create it", async () => {
  const fixture = await createTriggerFixture();
  const { trigger, secrets } = await fixture.create({
    watch: { kind: "webhook", scheme: "stripe" },
    actions,
  });
  expect(secrets).toEqual([]);
  const path = new URL(trigger.address.url).pathname;
  const send = () => {
    const time = String(Math.floor(fixture.now() / 1000));
    const body = '{"id":"evt_9","type":"charge.succeeded"}';
    const v1 = createHmac("sha256", "whsec_from_stripe").update(`${time}.${body}`).digest("hex");
    return fixture.request("POST", path, {
      headers: { "stripe-signature": `t=${time},v1=${v1}` },
      body,
    });
  };
  expect(await (await send()).json()).toEqual({ error: "secret_unusable" });
  await fixture.call("POST", `/triggers/${trigger.id}/rotate`, { secret: "whsec_from_stripe" });
  expect((await send()).status).toBe(202);
});

it("accepts unsigned requests only if asked, and keeps them from destructive tools", async () => {
  const fixture = await createTriggerFixture();
  const remove = { kind: "run", tool: "notes.delete_note", arguments: { id: "1" } };
  const { trigger } = await fixture.create({
    watch: { kind: "webhook", signing: "none" },
    actions: [remove, { ...remove, unverified: "allow" }],
  });
  const path = new URL(trigger.address.url).pathname;
  const response = await fixture.request("POST", path, {
    headers: { "content-type": "application/json" },
    body: '{"a":1}',
  });
  expect(response.status).toBe(202);
  await fixture.work();
  const [event] = await fixture.readEvents(trigger.id);
  expect(event).toMatchObject({ verified: false, type: "webhook" });
  expect(event.actions).toMatchObject([
    { status: "dead", reason: /unverified/ },
    { status: "succeeded" },
  ]);
});

it("keeps the secret of a handshake, and only the first one", async () => {
  const fixture = await createTriggerFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "webhook", scheme: "asana" },
    actions,
  });
  const path = new URL(trigger.address.url).pathname;
  const shake = (secret: string) =>
    fixture.request("POST", path, { headers: { "x-hook-secret": secret } });
  const first = await shake("s3cret-of-asana");
  expect([first.status, first.headers.get("x-hook-secret")]).toEqual([200, "s3cret-of-asana"]);
  expect((await shake("of somebody else")).status).toBe(401);
  const body = '{"events":[{"action":"added"},{"action":"changed"}]}';
  const signature = createHmac("sha256", "s3cret-of-asana").update(body).digest("hex");
  await fixture.request("POST", path, { headers: { "x-hook-signature": signature }, body });
  const events = await fixture.readEvents(trigger.id);
  expect(events.map(({ type }) => type).toSorted()).toEqual(["asana.added", "asana.changed"]);
});

it("refuses bodies over 1 MiB", async () => {
  const fixture = await createTriggerFixture();
  const { path } = await createGithub(fixture);
  expect((await deliver(fixture, path, `"${"a".repeat(1 << 20)}"`)).status).toBe(413);
});

it("keeps the events of a paused trigger without acting on them", async () => {
  const fixture = await createTriggerFixture();
  const { id, path } = await createGithub(fixture);
  await fixture.call("POST", `/triggers/${id}/pause`, {});
  expect((await deliver(fixture, path, '{"action":"opened"}')).status).toBe(202);
  await fixture.work();
  const [event] = await fixture.readEvents(id);
  expect(event).toMatchObject({ status: "canceled", reason: { code: "paused" } });
  await fixture.call("POST", `/events/${event.id}/replay`);
  await fixture.work();
  expect((await fixture.readEvents(id))[0].status).toBe("done");
});

it("accepts at most so many waiting events of an account", async () => {
  const fixture = await createTriggerFixture({ limits: { waitingEvents: 2 } });
  const { path } = await createGithub(fixture);
  const statuses: number[] = [];
  for (const id of ["1", "2", "3"]) {
    statuses.push((await deliver(fixture, path, "{}", { id })).status);
    fixture.advance(6_000);
  }
  const last = await deliver(fixture, path, "{}", { id: "4" });
  expect([statuses, last.status, last.headers.get("retry-after")]).toEqual([
    [202, 202, 429],
    429,
    "60",
  ]);
});

const createList = (count: number) =>
  JSON.stringify({ items: Array.from({ length: count }, () => ({ id: crypto.randomUUID() })) });

const createUnsigned = async (fixture: TriggerFixture, overrides: object = {}) => {
  const { trigger } = await fixture.create({
    watch: { kind: "webhook", signing: "none", each: "/items" },
    filter: "false",
    actions,
    ...overrides,
  });
  const { pathname } = new URL(trigger.address.url);
  const send = (count: number) =>
    fixture.request("POST", pathname, {
      headers: { "content-type": "application/json", "x-request-id": crypto.randomUUID() },
      body: createList(count),
    });
  return { id: trigger.id as string, send };
};

it("refuses a request with more events than the limit, and accepts none of them", async () => {
  const fixture = await createTriggerFixture();
  const { id, send } = await createUnsigned(fixture);
  const refused = await send(1_001);
  expect([refused.status, await refused.json()]).toEqual([
    413,
    { error: "too_many_events", events: 1_001, max_events: 1_000 },
  ]);
  expect(await fixture.readEvents(id)).toEqual([]);
  const accepted = await send(1_000);
  expect(accepted.status).toBe(202);
  expect((await accepted.json()).events).toHaveLength(1_000);
  const fixtureOfFive = await createTriggerFixture({ limits: { eventsPerRequest: 5 } });
  const small = await createUnsigned(fixtureOfFive);
  expect([(await small.send(6)).status, (await small.send(5)).status]).toEqual([413, 202]);
});

it("charges each event to the rates of its trigger and of the account", async () => {
  const fixture = await createTriggerFixture({
    eventRates: { trigger: createRate(1, 3_600, 10), account: createRate(1, 3_600, 15) },
  });
  const first = await createUnsigned(fixture);
  const second = await createUnsigned(fixture);
  expect((await first.send(8)).status).toBe(202);
  // The trigger has 2 left.
  const refused = await first.send(3);
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect((await first.send(2)).status).toBe(202);
  // The account has 5 left, and the trigger gets back what it couldn't use.
  expect((await second.send(6)).status).toBe(429);
  expect((await second.send(5)).status).toBe(202);
});

it("charges replayed events, too", async () => {
  const fixture = await createTriggerFixture({
    eventRates: { trigger: createRate(1, 3_600, 6), account: undefined },
  });
  const { id, send } = await createUnsigned(fixture, { filter: "event.data.missing == 1" });
  expect((await send(4)).status).toBe(202);
  const replay = () => fixture.call("POST", "/events/replay", { trigger: id, max: 3 });
  expect((await replay()).status).toBe(429);
});
