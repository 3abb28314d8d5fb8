import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { type RuntimeProcess, startOn } from "../../adapters/runtime/start-on.ts";
import { openDatabaseLink } from "../fixtures/database-link.ts";
import { bearerHeader, KEYS } from "../fixtures/platform/keys.ts";
import { respondJson, startUpstream } from "../fixtures/platform/tool-runner.ts";
import { postgresSkipReason, startPostgres } from "../fixtures/postgres.ts";

const PROGRAM = join(import.meta.dirname, "trigger-process.ts");
const WAIT = { timeout: 60_000, interval: 200 };
const skipReason = postgresSkipReason();
const title = (text: string) => (skipReason ? `${text} (skipped: ${skipReason})` : text);

/** Calls the API of a process. */
async function call(service: RuntimeProcess, method: string, path: string, body?: object) {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: { ...bearerHeader(KEYS.whole), "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as any;
}

/** Starts an app that counts its deliveries, and processes with one database. */
async function start(location: string, processes: number) {
  const received: string[] = [];
  const app = await startUpstream(async (request, response) => {
    const { type, data } = JSON.parse(request.body);
    if (type !== "webhook.ping") received.push(data.id ?? data.body.id);
    await respondJson({})(request, response);
  });
  const folder = mkdtempSync(join(tmpdir(), "jackfield-triggers-"));
  const services: RuntimeProcess[] = [];
  onTestFinished(async () => {
    for (const service of services) await service.stop("SIGKILL");
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });
  for (let index = 0; index < processes; index++)
    services.push(await startOn("node", [PROGRAM, location, folder, app.origin]));
  return { services, app, received };
}

/** Creates a webhook whose events are delivered to the app, and returns a function that calls it. */
async function createOrders(service: RuntimeProcess, app: string) {
  const { trigger } = await call(service, "POST", "/triggers", {
    name: "Orders",
    watch: { kind: "webhook", signing: "none" },
    max_per_minute: 600,
    actions: [{ kind: "deliver", url: `${app}/receive` }],
  });
  const { pathname } = new URL(trigger.address.url);
  return async (id: string): Promise<Response> => {
    const response = await fetch(service.url + pathname, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ id }),
      signal: AbortSignal.timeout(60_000),
    });
    await response.arrayBuffer();
    return response;
  };
}

describe("a database that is cut off", () => {
  it.skipIf(skipReason)(
    title("refuses webhooks with 503, loses none that was accepted, and goes on by itself"),
    { timeout: 180_000 },
    async () => {
      const { url: databaseUrl, drop } = await (await startPostgres()).database();
      onTestFinished(drop);
      const link = await openDatabaseLink(new URL(databaseUrl));
      onTestFinished(() => link.cut());
      const { services, app, received } = await start(link.url, 1);
      const [service] = services;
      const send = await createOrders(service!, app.origin);
      const accepted: string[] = [];
      const refused = new Set<number>();
      let next = 0;
      let isOver = false;
      const sendAll = async () => {
        while (!isOver && next < 5_000) {
          const id = `order ${next++}`;
          const response = await send(id);
          if (response.ok) accepted.push(id);
          else {
            refused.add(response.status);
            expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
          }
        }
      };
      const sending = Promise.all([sendAll(), sendAll(), sendAll()]);
      await expect.poll(() => accepted.length, WAIT).toBeGreaterThan(20);
      await link.cut();
      await expect.poll(() => refused.size, WAIT).toBeGreaterThan(0);
      expect([...refused]).toEqual([503]);
      await link.restore();
      await expect.poll(async () => (await send("after")).ok, WAIT).toBe(true);
      isOver = true;
      await sending;
      // An event whose response was lost may be delivered too.
      const expected = new Set([...accepted, "after"]);
      await expect
        .poll(() => [...expected].filter((id) => !received.includes(id)).length, WAIT)
        .toBe(0);
    },
  );
});

describe("a database whose disk is slow", () => {
  it.skipIf(skipReason)(
    title("accepts webhooks late or not at all, stays available, and loses none it accepted"),
    { timeout: 180_000 },
    async () => {
      const { url: databaseUrl, drop } = await (await startPostgres()).database();
      onTestFinished(drop);
      const { services, app, received } = await start(databaseUrl, 1);
      const [service] = services;
      const post = await createOrders(service!, app.origin);
      const accepted: string[] = [];
      const refused: number[] = [];
      const send = async (id: string) => {
        const response = await post(id);
        if (response.ok) accepted.push(id);
        else refused.push(response.status);
      };
      const database = new pg.Client({ connectionString: databaseUrl });
      await database.connect();
      onTestFinished(() => database.end());
      // Waits once in each commit that adds an event or changes it.
      await database.query(`
        create function wait() returns trigger language plpgsql as $$
          begin
            if current_setting('jackfield.waited', true) is distinct from txid_current()::text then
              perform set_config('jackfield.waited', txid_current()::text, true);
              perform pg_sleep(2);
            end if;
            return null;
          end $$;
        create constraint trigger slow after insert or update on events
          deferrable initially deferred for each row execute function wait();`);
      const ids = Array.from({ length: 30 }, (_, index) => `order ${index}`);
      const sending = Promise.all(ids.map(send));
      await expect.poll(() => accepted.length, WAIT).toBeGreaterThan(0);
      const live = await fetch(`${service!.url}/healthz`, { signal: AbortSignal.timeout(1_000) });
      expect(live.status).toBe(200);
      await sending;
      expect(accepted.length + refused.length).toBe(ids.length);
      expect(refused.filter((status) => status !== 503)).toEqual([]);
      await database.query("drop trigger slow on events");
      await send("after");
      expect(accepted).toContain("after");
      await expect.poll(() => accepted.filter((id) => !received.includes(id)), WAIT).toEqual([]);
      expect(new Set(received).size).toBe(received.length);
    },
  );
});

describe("several processes with one database", () => {
  it.skipIf(skipReason).each([2, 4])(
    title("share the work, %i of them, and deliver each event once"),
    { timeout: 120_000 },
    async (processes) => {
      const { url: databaseUrl, drop } = await (await startPostgres()).database();
      onTestFinished(drop);
      const { services, app, received } = await start(databaseUrl, processes);
      const triggers: string[] = [];
      for (let index = 0; index < 4; index++) {
        const { trigger } = await call(services[0]!, "POST", "/triggers", {
          name: "Shared",
          watch: { kind: "event" },
          max_per_minute: 600,
          actions: [{ kind: "deliver", url: `${app.origin}/receive` }],
        });
        triggers.push(trigger.id);
      }
      const ids = Array.from({ length: 400 }, (_, index) => `event ${index}`);
      // Each event is sent to two processes at once. Only one of them accepts it.
      for (let from = 0; from < ids.length; from += 20)
        await Promise.all(
          ids
            .slice(from, from + 20)
            .flatMap((id, index) =>
              [0, 1].map((other) =>
                call(
                  services[(index + other) % processes]!,
                  "POST",
                  `/triggers/${triggers[index % triggers.length]}/fire`,
                  { id, data: { id } },
                ),
              ),
            ),
        );
      await expect.poll(() => received.length, WAIT).toBeGreaterThanOrEqual(ids.length);
      expect(received.toSorted()).toEqual(ids.toSorted());
    },
  );
});
