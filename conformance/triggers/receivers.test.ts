import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, onTestFinished } from "vitest";
import { encryptEventData } from "../../core/platform/triggers/trigger-secrets.ts";
import { respondJson, startUpstream } from "../fixtures/platform/tool-runner.ts";
import { runsTier } from "../tiers.ts";
import { createTriggerFixture } from "./trigger-fixture.ts";

const HOUR = 3_600_000;
/** Deliveries are retried for 27 hours and a fifth more at most. */
const HOURS = 40;
const EVENTS = 10;
const WAITING = runsTier("all") ? 100_000 : 5_000;
const BATCH = 1_000;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Returns the memory that is in use after a garbage collection, in bytes. */
function readRetained(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe("a receiver that is down for longer than deliveries are retried", () => {
  it("delays no other receiver, and gets everything by a replay", { timeout: 60_000 }, async () => {
    const delivered = new Set<string>();
    let isDown = true;
    const other = await startUpstream((received, response) => {
      const { type, data } = JSON.parse(received.body);
      if (isDown && type !== "webhook.ping") return respondJson({}, 503)(received, response);
      delivered.add(data.id);
      return respondJson({})(received, response);
    });
    onTestFinished(() => other.close());
    const fixture = await createTriggerFixture({ allowedOrigins: [other.origin] });
    const create = async (origin: string) =>
      (
        await fixture.create({
          watch: { kind: "event" },
          max_per_minute: 600,
          actions: [{ kind: "deliver", url: `${origin}/receive` }],
        })
      ).trigger.id as string;
    const down = await create(other.origin);
    const up = await create(fixture.upstream.origin);
    delivered.clear();
    /** A process calls five destinations of an origin at once, and puts others off for a moment. */
    const workOff = async () => {
      for (let round = 0; round < 4; round++) {
        await fixture.work();
        fixture.advance(1_000);
      }
    };
    const fire = (trigger: string, id: string) =>
      fixture.call("POST", `/triggers/${trigger}/fire`, { id, data: { id } });
    for (let index = 0; index < EVENTS; index++) await fire(down, `down ${index}`);
    for (let hour = 0; hour < HOURS; hour++) {
      await fire(up, `up ${hour}`);
      await workOff();
      // The first one is a ping.
      expect(fixture.requestsTo("/receive")).toHaveLength(hour + 2);
      fixture.advance(HOUR);
    }
    expect(delivered.size).toBe(0);
    isDown = false;
    const { body } = await fixture.call("POST", "/events/replay", { trigger: down });
    expect(body.count).toBe(EVENTS);
    await workOff();
    expect(delivered.size).toBe(EVENTS);
  });
});

it("a receiver that doesn't answer delays no other one", { timeout: 30_000 }, async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const fixture = await createTriggerFixture({
    handler: async (received, response) => {
      if (received.url === "/slow" && received.body.includes("hold")) await released;
      respondJson({})(received, response);
    },
  });
  const create = (path: string) =>
    fixture.create({
      watch: { kind: "event" },
      actions: [{ kind: "deliver", url: `${fixture.upstream.origin}${path}` }],
    });
  const slow = await create("/slow");
  const other = await create("/receive");
  const { worker } = fixture.parts.options.triggers;
  const fire = (id: string, data: object) => fixture.call("POST", `/triggers/${id}/fire`, { data });
  const countTo = (path: string, text: string) =>
    fixture.requestsTo(path).filter(({ body }) => body.includes(text)).length;
  onTestFinished(async () => {
    release();
    await worker.stop();
  });
  worker.start();
  await fire(slow.trigger.id, { note: "hold" });
  await expect.poll(() => countTo("/slow", "hold"), { timeout: 10_000 }).toBe(1);
  await fire(other.trigger.id, { note: "go" });
  await expect.poll(() => countTo("/receive", "go"), { timeout: 10_000 }).toBe(1);
});

describe(`${WAITING} events that wait`, () => {
  it("take little memory, and let other triggers act", { timeout: 300_000 }, async () => {
    const fixture = await createTriggerFixture({
      limits: { waitingEvents: 2 * WAITING },
      // Storing so many events takes longer than a server keeps an idle connection.
      handler: (received, response) => {
        response.setHeader("connection", "close");
        respondJson({})(received, response);
      },
    });
    const { trigger } = await fixture.create({
      watch: { kind: "event" },
      actions: [{ kind: "deliver", url: `${fixture.upstream.origin}/receive` }],
    });
    const other = await fixture.create({
      watch: { kind: "webhook", signing: "none" },
      actions: [{ kind: "deliver", url: `${fixture.upstream.origin}/receive` }],
    });
    const { triggerStore, eventStore } = fixture.parts;
    const { vault } = fixture.parts.options.connections.deps;
    const stored = (await triggerStore.find(trigger.id))!.trigger;
    const at = fixture.now();
    const time = new Date(at).toISOString();
    const before = readRetained();
    for (let from = 0; from < WAITING; from += BATCH) {
      const events = await Promise.all(
        Array.from({ length: BATCH }, async (_, index) => {
          const number = from + index;
          const id = `evt_${at.toString(16).padStart(12, "0")}${String(number).padStart(20, "0")}`;
          const event = {
            ...{ id, account: stored.account, trigger: stored.id, type: "event", key: id },
            ...{ time, received: time, isVerified: true, isTest: false, depth: 0, size: 10 },
            status: "acting" as const,
            actions: [
              { id: "1", kind: "deliver" as const, status: "waiting" as const, attempts: [] },
            ],
          };
          return {
            event,
            encryptedData: await encryptEventData(vault, event, `{"number":${number}}`),
          };
        }),
      );
      await eventStore.accept({ trigger: stored, events, keepData: at + 24 * HOUR, now: at });
    }
    expect(readRetained() - before).toBeLessThan(150_000_000);
    const { pathname } = new URL(other.trigger.address.url);
    const sent = await fixture.request("POST", pathname, {
      headers: { "content-type": "application/json" },
      body: '{"id":"urgent"}',
    });
    expect(sent.status).toBe(202);
    await fixture.work();
    const bodies = fixture.requestsTo("/receive").map(({ body }) => body);
    expect(bodies.some((body) => body.includes("urgent"))).toBe(true);
    // A minute's worth of the others.
    expect(bodies.filter((body) => body.includes('"number"')).length).toBeLessThanOrEqual(61);
  });
});
