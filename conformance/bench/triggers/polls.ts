import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import type { Trigger } from "../../../core/ports/stores/trigger-store.ts";
import { type ServerProcess, startServer } from "../load/server-process.ts";
import { formatTable, showProgress } from "../report/table.ts";
import { formatTargets, type PerformanceTarget } from "../report/targets.ts";
import { openTriggerPlatform, type TriggerPlatform } from "./trigger-platform.ts";

const DIFFERENT = 1_000;
const EQUAL = 100;
const TIMEOUT_MS = 120_000;

interface UpstreamStats {
  readonly requests: number;
  readonly atOnce: number;
  readonly notModified: number;
}

/**
 * Measures 1,000 polls of one app that takes 50 ms, all due at once, first without an entity tag and then
 * with unchanged ones, and 100 polls of the same list.
 */
export async function benchPolls(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-polls-"));
  const upstream = await startServer({ runtime: "node", server: "list-upstream", variant: "" });
  const base = `http://127.0.0.1:${upstream.port}`;
  const platform = await openTriggerPlatform(folder, { base, allowedOrigins: [base] });
  try {
    showProgress("creating triggers");
    const different = await createTriggers(platform, DIFFERENT, (index) => ({
      folder: `${index}`,
    }));
    const equal = await createTriggers(platform, EQUAL, () => ({ folder: "same" }));
    platform.parts.options.triggers.worker.start();
    showProgress("read lists");
    const first = await measure(platform, upstream, different);
    showProgress("unchanged lists");
    const unchanged = await measure(platform, upstream, different);
    showProgress("equal lists");
    await measure(platform, upstream, equal);
    const shared = await measure(platform, upstream, equal);
    showProgress("");
    const rows = [
      [`${DIFFERENT} lists`, first],
      [`${DIFFERENT} unchanged lists`, unchanged],
      [`${EQUAL} equal lists`, shared],
    ] as const;
    console.log(
      formatTable(
        ["polls", "seconds", "CPU ms each", "requests", "at once", "304"],
        rows.map(([name, { seconds, cpu, stats }]) => [
          name,
          seconds.toFixed(1),
          cpu.toFixed(2),
          String(stats.requests),
          String(stats.atOnce),
          String(stats.notModified),
        ]),
      ),
    );
    const targets: PerformanceTarget[] = [
      { description: "1,000 polls, seconds", measured: unchanged.seconds, max: 60 },
      { description: "requests at once", measured: unchanged.stats.atOnce, max: 5 },
      { description: "an unchanged list, ms of CPU time", measured: unchanged.cpu, max: 2 },
      { description: "requests of 100 equal polls", measured: shared.stats.requests, max: 1 },
    ];
    console.log(`\n${formatTargets(targets)}`);
    return { first, unchanged, shared, targets };
  } finally {
    await platform.parts.close();
    await upstream.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates triggers that are never due. */
async function createTriggers(
  { parts, call }: TriggerPlatform,
  count: number,
  createArguments: (index: number) => object,
): Promise<readonly string[]> {
  const created = await call("POST", "/triggers", {
    name: "Poll",
    watch: {
      kind: "poll",
      tool: "open.list_notes",
      interval: 3_600,
      arguments: createArguments(0),
    },
    actions: [{ kind: "run", tool: "open.list_notes", when: "false" }],
  });
  const ids = [created.trigger.id as string];
  const { triggerStore } = parts;
  const first = (await triggerStore.find(ids[0]!))!.trigger;
  // Nothing in the lists is new.
  const { etag: _, ...seen } = JSON.parse((await triggerStore.findCursor(first.id))!) as {
    etag: string;
  };
  const cursor = JSON.stringify(seen);
  const waiting = { ...first, progress: { ...first.progress, due: undefined } };
  await triggerStore.save({ ...waiting, revision: first.revision + 1 }, { cursor });
  for (let index = 1; index < count; index++) {
    const id = `${first.id.slice(0, -6)}${String(index).padStart(6, "0")}`;
    const watch = { ...first.watch, arguments: createArguments(index) } as Trigger["watch"];
    await triggerStore.add({ ...waiting, id, watch }, { cursor });
    ids.push(id);
  }
  return ids;
}

/** Lets all triggers become due, and waits until they have been checked. */
async function measure(
  { parts }: TriggerPlatform,
  { port }: ServerProcess,
  ids: readonly string[],
) {
  const { triggerStore } = parts;
  // Responses are shared for 10 seconds.
  await pause(11_000);
  const readStats = async (): Promise<UpstreamStats> =>
    (await (await fetch(`http://127.0.0.1:${port}/stats`)).json()) as UpstreamStats;
  const before = await readStats();
  const due = Date.now() + 1_000;
  for (const id of ids) {
    const { trigger } = (await triggerStore.find(id))!;
    await triggerStore.save({
      ...trigger,
      progress: { ...trigger.progress, due },
      revision: trigger.revision + 1,
    });
  }
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  const isChecked = async (id: string) =>
    Date.parse((await triggerStore.find(id))!.trigger.progress.checked ?? "") >= due - 1_000;
  let left = [...ids];
  while (left.length > 0) {
    if (performance.now() - startedAt > TIMEOUT_MS)
      throw new Error(`${left.length} triggers weren't checked in time.`);
    await pause(200);
    // Looking at one of them costs next to nothing.
    while (left.length > 0 && (await isChecked(left[0]!))) left = left.slice(1);
  }
  const { user, system } = process.cpuUsage(cpu);
  const stats = await readStats();
  return {
    seconds: (performance.now() - startedAt) / 1_000,
    cpu: (user + system) / 1_000 / ids.length,
    stats: {
      requests: stats.requests - before.requests,
      atOnce: stats.atOnce,
      notModified: stats.notModified - before.notModified,
    },
  };
}
