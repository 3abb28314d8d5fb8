import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, it } from "vitest";
import { RUNTIMES } from "../../adapters/runtime/runtimes.ts";
import { isInstalled, startOn } from "../../adapters/runtime/start-on.ts";
import { bearerHeader, KEYS } from "../fixtures/platform/keys.ts";
import { respondJson, startUpstream } from "../fixtures/platform/tool-runner.ts";
import { DATABASE_KINDS } from "../ports/databases.ts";
import { endClaims } from "../ports/job-queue/engine.ts";
import { runsTier } from "../tiers.ts";

const PROGRAM = join(import.meta.dirname, "trigger-process.ts");
const [KILLS, EVENTS] = runsTier("all") ? [50, 5_000] : [3, 300];
const RUNTIME_NAMES = runsTier("all")
  ? Object.keys(RUNTIMES).filter((name) => isInstalled(name))
  : ["node"];
/** How many events are sent at once. */
const SENDERS = 10;
/** Short, because a run of a process that was killed is unknown 15 seconds after it. */
const TIMEOUT_SECONDS = 2;
/** How long nothing may happen. */
const RECOVERY_MILLISECONDS = 60_000;

interface StoredEvent {
  readonly id: string;
  readonly key: string;
  readonly status: string;
  readonly reason?: { readonly code: string; readonly message: string };
}

const headers = { ...bearerHeader(KEYS.whole), "content-type": "application/json" };

/**
 * Sends events while the process is killed again and again. Each has an action that may change
 * something and a delivery.
 */
describe.concurrent.each(DATABASE_KINDS)("triggers in $name", (database) => {
  const { skipReason, createLocation, driver } = database;
  it.for(RUNTIME_NAMES)(
    `lose no event and repeat no unsafe run in ${KILLS} kills on %s`,
    { timeout: 600_000 },
    async (runtime, { expect, onTestFinished, skip }) => {
      if (skipReason) return skip(skipReason);
      const { location, remove } = await createLocation();
      const folder = mkdtempSync(join(tmpdir(), "jackfield-kills-"));
      const runs: string[] = [];
      const deliveries = new Map<string, Set<string>>();
      const app = await startUpstream(async (received, response) => {
        if (received.url === "/notes") runs.push(JSON.parse(received.body).text);
        else if (received.url === "/receive") {
          const { type, data } = JSON.parse(received.body);
          const ids = deliveries.get(data.id) ?? new Set();
          if (type !== "webhook.ping")
            deliveries.set(data.id, ids.add(String(received.headers["webhook-id"])));
        }
        // Long enough for a kill in between.
        await pause(5);
        await respondJson({})(received, response);
      });
      const endAllClaims = async () => {
        const url = URL.canParse(location) ? location : undefined;
        const sql = await driver.open({ url, folder });
        await endClaims(sql).finally(() => sql.close());
      };
      const start = () => startOn(runtime, [PROGRAM, location, folder, app.origin]);
      let service = await start();
      onTestFinished(async () => {
        await service.stop("SIGKILL");
        await app.close();
        await remove();
        rmSync(folder, { recursive: true, force: true });
      });
      const call = async (method: string, path: string, body?: object): Promise<any> => {
        const response = await fetch(`${service.url}/api/v1${path}`, {
          method,
          headers,
          ...(body && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(20_000),
        });
        if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
        return response.json();
      };
      // Several triggers, because each acts on 600 events a minute.
      const triggers: string[] = [];
      for (let index = 0; index < Math.ceil(EVENTS / 500); index++) {
        const { trigger } = await call("POST", "/triggers", {
          name: "Kills",
          watch: { kind: "event" },
          max_per_minute: 600,
          actions: [
            {
              kind: "run",
              tool: "open.create_note",
              arguments: { text: "${event.data.id}" },
              timeout: TIMEOUT_SECONDS,
            },
            { kind: "deliver", url: `${app.origin}/receive` },
          ],
        });
        triggers.push(trigger.id);
      }

      let next = 0;
      const accepted: string[] = [];
      const send = async () => {
        while (next < EVENTS) {
          const id = `event ${next++}`;
          const trigger = triggers[next % triggers.length];
          // A request that fails may have been accepted, so it is sent again with the same key.
          for (let isAccepted = false; !isAccepted; ) {
            isAccepted = await call("POST", `/triggers/${trigger}/fire`, { data: { id }, id }).then(
              () => true,
              async () => {
                await pause(50);
                return false;
              },
            );
          }
          accepted.push(id);
        }
      };
      const sending = Promise.all(Array.from({ length: SENDERS }, send));
      for (let kill = 0; kill < KILLS; kill++) {
        await pause(100 + Math.random() * 700);
        await service.stop("SIGKILL");
        // No process holds a claim now, so the last one needn't wait until they end.
        if (kill === KILLS - 1) await endAllClaims();
        service = await start();
      }
      await sending;

      const readAll = async () => {
        const events: StoredEvent[] = [];
        for (let cursor: string | null = ""; cursor !== null; ) {
          const query: string = cursor && `&cursor=${cursor}`;
          const page = await call("GET", `/events?limit=100${query}`);
          events.push(...page.data);
          cursor = page.next_cursor;
        }
        return events;
      };
      const countActing = (found: readonly StoredEvent[]) =>
        found.filter(({ status }) => status === "acting").length;
      let events = await readAll();
      for (let changed = Date.now(); Date.now() - changed < RECOVERY_MILLISECONDS; ) {
        const before = countActing(events);
        if (before === 0) break;
        await pause(1_000);
        events = await readAll();
        if (countActing(events) < before) changed = Date.now();
      }
      expect(accepted).toHaveLength(EVENTS);
      expect(events.map(({ key }) => key).toSorted()).toEqual(accepted.toSorted());
      expect(countActing(events)).toBe(0);
      expect(runs.length).toBe(new Set(runs).size);
      // A run whose process was killed in between has an unknown outcome, and isn't repeated. An
      // action under which two processes were killed is dead until somebody replays the event.
      const failed = events.filter(({ status }) => status !== "done");
      for (const { reason } of failed)
        if (reason?.code === "action_dead")
          expect(reason.message).toMatch(/^The process of Jackfield ended twice /);
        else expect(reason?.code).toBe("action_unknown");
      expect(runs.length).toBeGreaterThanOrEqual(EVENTS - failed.length);
      const ids = accepted.map((id) => deliveries.get(id)?.size);
      expect(ids.every((size) => size === 1)).toBe(true);
      expect(service.output()).toBe(`${service.url}\n`);
    },
  );
});
