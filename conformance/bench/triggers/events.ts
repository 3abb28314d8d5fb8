import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { compileFilter } from "../../../core/lib/expressions/index.ts";
import { nextInstant } from "../../../core/lib/schedule/index.ts";
import { respondJson, startUpstream } from "../../fixtures/platform/tool-runner.ts";
import { UNIQUE_KEY } from "../load/request-template.ts";
import { postRequest } from "../load/requests.ts";
import type { RuntimeName } from "../load/runtimes.ts";
import type { BenchOptions } from "../options.ts";
import { COLUMN_TITLES, type Contestant, compare, formatRow, type Row } from "../report/compare.ts";
import { median, quantile } from "../report/median.ts";
import { profileServers } from "../report/profile.ts";
import { formatTable, showProgress } from "../report/table.ts";
import { formatTargets, type PerformanceTarget } from "../report/targets.ts";
import type { BareHooksVariant } from "../servers/bare-hooks.ts";
import { measureStreams, STREAMS } from "./event-streams.ts";
import { openTriggerPlatform } from "./trigger-platform.ts";

const BODY = {
  action: "opened",
  issue: { number: 1347, title: "It hums", labels: [{ name: "bug" }], body: "x".repeat(1_000) },
};
const SECRET = "a-secret-of-github-webhooks";
const IDLE_TRIGGERS = 10_000;
const IDLE_SECONDS = 10;
const EVENTS_PER_SECOND = 50;
const EVENT_SECONDS = 10;
const NEVER = "2099-01-01T00:00:00Z";

/**
 * Measures webhooks beside servers that only verify and store them, and the parts of a trigger:
 * filters, schedules, idle triggers, and the time from an event to its delivery and to streams.
 */
export async function benchEvents(options: BenchOptions): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-events-"));
  try {
    if (options.profiles) {
      const contestants = await createContestants(folder, "node");
      return await profileServers("events", contestants.slice(0, 3), options);
    }
    const webhooks = await benchWebhooks(folder, options);
    const parts = measureParts();
    showProgress("idle triggers");
    const idle = await measureIdle(join(folder, "idle"));
    showProgress("events on their way");
    const delays = await measureDelays(join(folder, "delays"));
    showProgress("streams");
    const streams = await measureStreams(join(folder, "streams"));
    showProgress("");
    console.log(
      formatTable(
        ["measurement", "value"],
        [
          ["filter, µs", parts.filter.toFixed(1)],
          ["next time of a cron pattern, µs", parts.schedule.toFixed(0)],
          [`${IDLE_TRIGGERS} idle triggers, % of a core`, (idle * 100).toFixed(2)],
          [`event to delivery at ${EVENTS_PER_SECOND} a second, median ms`, delays.p50.toFixed(1)],
          ["event to delivery, slowest 1 %, ms", delays.p99.toFixed(1)],
          [`event to the last of ${STREAMS} streams, slowest 1 %, ms`, streams.p99.toFixed(0)],
          ["database reads a second, for all streams", streams.readsPerSecond.toFixed(1)],
        ],
      ),
    );
    const targets: PerformanceTarget[] = [
      ...webhooks.targets,
      { description: "filter, µs", measured: parts.filter, max: 30 },
      { description: "next time of a cron pattern, µs", measured: parts.schedule, max: 200 },
      { description: `${IDLE_TRIGGERS} idle triggers, share of a core`, measured: idle, max: 0.01 },
      { description: "event to delivery, median ms", measured: delays.p50, max: 50 },
      { description: "event to delivery, slowest 1 %, ms", measured: delays.p99, max: 500 },
      {
        description: `event to ${STREAMS} streams, slowest 1 %, ms`,
        measured: streams.p99,
        max: 1_000,
      },
    ];
    console.log(`\n${formatTargets(targets)}`);
    return { rows: webhooks.rows, parts, idle, delays, streams, targets };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Compares `POST /hooks` with servers that verify the signature and insert a row. */
async function benchWebhooks(
  folder: string,
  options: BenchOptions,
): Promise<{ readonly rows: readonly Row[]; readonly targets: readonly PerformanceTarget[] }> {
  const rows: Row[] = [];
  for (const runtime of options.runtimes) {
    const contestants = await createContestants(folder, runtime);
    const normalizeResponse = (body: string) => body.replaceAll(/evt_\w+/g, "evt");
    rows.push(
      ...(await compare(runtime, { ...options, contestants, normalizeResponse, warmUp: 6 })),
    );
  }
  const baseline = ({ runtime }: Row) =>
    rows.find((row) => row.runtime === runtime && row.name === "bare server")!;
  console.log(
    formatTable(
      COLUMN_TITLES,
      rows.map((row) => formatRow(row, baseline(row))),
    ),
  );
  const ratio = (row: Row, other: Row) =>
    median(row.rounds.map((cost, round) => cost / other.rounds[round]!));
  const targets = rows
    .filter(({ name }) => name === "event stored")
    .map((row) => ({
      description: `${row.runtime}: POST /hooks, × the bare server`,
      measured: ratio(row, baseline(row)),
      max: 2,
    }));
  return { rows, targets };
}

/** Creates the servers, each with its own database, and the request to each. */
async function createContestants(folder: string, runtime: RuntimeName): Promise<Contestant[]> {
  const filtered = await prepareTrigger(join(folder, `${runtime}-filtered`), "false");
  const acting = await prepareTrigger(join(folder, `${runtime}-acting`), undefined);
  const bare = (server: string): BareHooksVariant => ({
    file: join(folder, `${runtime}-${server}.db`),
    secret: SECRET,
  });
  return [
    { name: "event stored", server: "hooks", ...filtered },
    { name: "event stored with its action", server: "hooks", ...acting },
    {
      name: "bare server",
      server: "bare-hooks",
      variant: JSON.stringify(bare("bare")),
      request: filtered.request,
    },
    ...(runtime === "node"
      ? [
          {
            name: "Fastify",
            server: "fastify-hooks",
            variant: JSON.stringify(bare("fastify")),
            request: filtered.request,
          },
        ]
      : []),
  ];
}

/** Creates a platform with a webhook, and returns its folder and a request to the webhook. */
async function prepareTrigger(
  folder: string,
  filter: string | undefined,
): Promise<{ readonly variant: string; readonly request: string }> {
  const platform = await openTriggerPlatform(folder);
  try {
    const created = await platform.call("POST", "/triggers", {
      name: "Webhook",
      watch: { kind: "webhook", scheme: "github", secret: SECRET },
      actions: [{ kind: "run", tool: "open.list_notes", when: "false" }],
      ...(filter !== undefined && { filter }),
    });
    const { triggerStore } = platform.parts;
    const { trigger } = (await triggerStore.find(created.trigger.id))!;
    // At the highest rate of the API, the bench would pause the trigger.
    const fast = { ...trigger, maxPerMinute: 1e9, revision: trigger.revision + 1 };
    await triggerStore.save(fast);
    const signature = createHmac("sha256", SECRET).update(JSON.stringify(BODY)).digest("hex");
    const { pathname } = new URL(created.trigger.address.url);
    const request = postRequest(pathname, BODY, {
      "x-github-event": "issues",
      "x-github-delivery": UNIQUE_KEY,
      "x-hub-signature-256": `sha256=${signature}`,
    });
    return { variant: folder, request };
  } finally {
    await platform.parts.close();
  }
}

/** Microseconds of a filter and of a cron pattern. */
function measureParts(): { readonly filter: number; readonly schedule: number } {
  const filter = compileFilter(
    "event.data.action == 'opened' && event.data.issue.labels.exists(l, l.name == 'bug')",
  ).value!;
  const view = {
    id: "evt_1",
    type: "github.issues",
    source: "/api/v1/triggers/trg_1",
    subject: null,
    time: "2026-11-24T10:00:00Z",
    trigger: "trg_1",
    app: null,
    connection: null,
    user: null,
    verified: true,
    data: BODY,
  };
  const schedule = { cron: "0 9 * * 1-5", timezone: "Europe/Berlin" };
  const start = Date.parse("2026-11-24T10:00:00Z");
  return {
    filter: measure(5_000, () => filter.test(view)),
    schedule: measure(500, (index) => nextInstant(schedule, start + index * 60_000)),
  };
}

/** Returns the median of seven rounds in microseconds, after one to warm up. */
function measure(count: number, run: (index: number) => unknown): number {
  const rounds: number[] = [];
  for (let round = 0; round < 8; round++) {
    const startedAt = performance.now();
    for (let index = 0; index < count; index++) run(index);
    rounds.push(((performance.now() - startedAt) / count) * 1_000);
  }
  return median(rounds.slice(1));
}

/** Returns the share of a core that idle triggers use, beyond a worker without any. */
async function measureIdle(folder: string): Promise<number> {
  const { parts, call } = await openTriggerPlatform(folder);
  try {
    const { worker } = parts.options.triggers;
    worker.start();
    const empty = await measureShare();
    const created = await call("POST", "/triggers", {
      name: "Idle",
      watch: { kind: "schedule", at: NEVER },
      actions: [{ kind: "run", tool: "open.list_notes", when: "false" }],
    });
    const { trigger } = (await parts.triggerStore.find(created.trigger.id))!;
    for (let index = 1; index < IDLE_TRIGGERS; index++)
      await parts.triggerStore.add(
        { ...trigger, id: `trg_${String(index).padStart(32, "0")}` },
        {},
      );
    return Math.max(0, (await measureShare()) - empty);
  } finally {
    await parts.close();
  }
}

async function measureShare(): Promise<number> {
  const before = process.cpuUsage();
  await pause(IDLE_SECONDS * 1_000);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / IDLE_SECONDS;
}

/** Milliseconds from firing an event to the request at its destination. */
async function measureDelays(folder: string) {
  const sent = new Map<number, number>();
  const delays: number[] = [];
  const receiver = await startUpstream(async (received, response) => {
    const { data } = JSON.parse(received.body) as { readonly data: { readonly number?: number } };
    const startedAt = data.number === undefined ? undefined : sent.get(data.number);
    if (startedAt !== undefined) delays.push(performance.now() - startedAt);
    await respondJson({})(received, response);
  });
  const { parts, call } = await openTriggerPlatform(folder, { allowedOrigins: [receiver.origin] });
  try {
    parts.options.triggers.worker.start();
    const { trigger } = await call("POST", "/triggers", {
      name: "Deliveries",
      watch: { kind: "event" },
      max_per_minute: 600,
      actions: [{ kind: "deliver", url: `${receiver.origin}/receive` }],
    });
    const stored = (await parts.triggerStore.find(trigger.id))!.trigger;
    const revision = stored.revision + 1;
    await parts.triggerStore.save({ ...stored, maxPerMinute: 1e6, revision });
    const count = EVENTS_PER_SECOND * EVENT_SECONDS;
    for (let number = 0; number < count; number++) {
      sent.set(number, performance.now());
      void call("POST", `/triggers/${trigger.id}/fire`, { data: { number } });
      await pause(1_000 / EVENTS_PER_SECOND);
    }
    for (let wait = 0; wait < 100 && delays.length < count; wait++) await pause(100);
    if (delays.length < count)
      throw new Error(`${count - delays.length} events weren't delivered.`);
    return { p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) };
  } finally {
    await parts.close();
    await receiver.close();
  }
}
