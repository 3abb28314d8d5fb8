import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { postgresSkipReason, startPostgres } from "../../fixtures/postgres.ts";
import type { BenchOptions } from "../options.ts";
import { median } from "../report/median.ts";
import { formatTable, showProgress } from "../report/table.ts";
import { formatTargets, type PerformanceTarget } from "../report/targets.ts";
import { runDbos, runOpenWorkflow, runPgBoss } from "./job-peers.ts";
import { openTriggerPlatform } from "./trigger-platform.ts";

/** How many jobs each contestant does in a round. */
const COUNT = 1_000;
/** How many are added at once. */
const AT_ONCE = 20;

/** Does `COUNT` empty jobs on a database that it gets, and resolves when they are done. */
export type JobContestant = (options: {
  readonly count: number;
  readonly atOnce: number;
  /** A folder for SQLite. */
  readonly folder: string;
  /** Absent for SQLite. */
  readonly databaseUrl?: string | undefined;
}) => Promise<number | undefined>;

const SQLITE: Readonly<Record<string, JobContestant>> = {
  "Jackfield, SQLite": runActions,
  "OpenWorkflow, SQLite": runOpenWorkflow,
};
const POSTGRES: Readonly<Record<string, JobContestant>> = {
  "Jackfield, PostgreSQL": runActions,
  "pg-boss alone": runPgBoss,
  "OpenWorkflow, PostgreSQL": runOpenWorkflow,
  "DBOS, PostgreSQL": runDbos,
};

/**
 * Measures how many empty actions a process carries out in a second, from the event to the end of the
 * action, beside empty jobs of pg-boss, OpenWorkflow and DBOS. Contestants take turns.
 */
export async function benchActions({ rounds }: BenchOptions): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-actions-"));
  const rates = new Map<string, number[]>();
  const run = async (name: string, contestant: JobContestant, databaseUrl?: string) => {
    showProgress(name);
    const options = { count: COUNT, atOnce: AT_ONCE, folder: mkdtempSync(join(folder, "run-")) };
    const milliseconds = await contestant({ ...options, databaseUrl });
    if (milliseconds === undefined) return;
    rates.set(name, [...(rates.get(name) ?? []), (COUNT / milliseconds) * 1_000]);
  };
  const skipReason = postgresSkipReason();
  const postgres = skipReason === undefined ? await startPostgres() : undefined;
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [name, contestant] of Object.entries(SQLITE)) await run(name, contestant);
      if (!postgres) continue;
      for (const [name, contestant] of Object.entries(POSTGRES)) {
        const { url, drop } = await postgres.database();
        await run(name, contestant, url).finally(drop);
      }
    }
  } finally {
    showProgress("");
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const names = [...Object.keys(SQLITE), ...Object.keys(POSTGRES)];
  console.log(
    formatTable(
      ["empty jobs", "a second"],
      names.map((name) => [name, rates.has(name) ? median(rates.get(name)!).toFixed(0) : "–"]),
    ),
  );
  if (skipReason !== undefined) console.log(`Without PostgreSQL: ${skipReason}`);
  const targets = createTargets(rates);
  console.log(`\n${formatTargets(targets)}`);
  return { rates: Object.fromEntries(rates), targets };
}

/** Compares in each round. The ratio is that of the times, so that smaller is better. */
function createTargets(rates: ReadonlyMap<string, readonly number[]>): PerformanceTarget[] {
  const compare = (ours: string, peer: string, factor: number): PerformanceTarget[] => {
    const [a, b] = [rates.get(ours), rates.get(peer)];
    if (!a || !b) return [];
    return [
      {
        description: `${ours}: time of ${peer} × ${factor}`,
        measured: median(b.map((rate, round) => (rate * factor) / a[round]!)),
        max: 1,
      },
    ];
  };
  return [
    ...compare("Jackfield, SQLite", "OpenWorkflow, SQLite", 5),
    ...compare("Jackfield, PostgreSQL", "pg-boss alone", 0.7),
    ...compare("Jackfield, PostgreSQL", "OpenWorkflow, PostgreSQL", 2),
    ...compare("Jackfield, PostgreSQL", "DBOS, PostgreSQL", 2),
  ];
}

/** Fires events whose actions do nothing, and resolves to the milliseconds until all are done. */
async function runActions(options: Parameters<JobContestant>[0]): Promise<number> {
  const { count, atOnce, folder, databaseUrl } = options;
  const { parts, call } = await openTriggerPlatform(folder, { databaseUrl });
  try {
    const { trigger } = await call("POST", "/triggers", {
      name: "Empty",
      watch: { kind: "event" },
      max_per_minute: 600,
      actions: [{ kind: "run", tool: "open.list_notes", when: "false" }],
    });
    const stored = (await parts.triggerStore.find(trigger.id))!.trigger;
    const revision = stored.revision + 1;
    await parts.triggerStore.save({ ...stored, maxPerMinute: 1e6, revision });
    parts.options.triggers.worker.start();
    const startedAt = performance.now();
    for (let index = 0; index < count; index += atOnce)
      await Promise.all(
        Array.from({ length: atOnce }, () =>
          call("POST", `/triggers/${trigger.id}/fire`, { data: {} }),
        ),
      );
    for (;;) {
      const stats = [...(await parts.jobQueue.stats()).values()];
      if (stats.every(({ waiting, claimed }) => waiting + claimed === 0)) break;
      await pause(5);
    }
    return performance.now() - startedAt;
  } finally {
    await parts.close();
  }
}
