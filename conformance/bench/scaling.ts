import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresSkipReason, startPostgres } from "../fixtures/postgres.ts";
import { findFreePort, runToEnd, START_FILE } from "../fixtures/program.ts";
import { loadMix, type MixedRequest } from "./mixed-load.ts";
import type { BenchOptions } from "./options.ts";
import { cpuMicroseconds } from "./process-usage.ts";
import { stopProcess } from "./server-process.ts";
import { formatTable, showProgress } from "./table.ts";

const PROCESSES = [1, 2, 4];
const SECRETS_KEY = Buffer.alloc(32, 1).toString("base64");
const HIGH_RATE = "9000000/60";
const RATES = ["RATE_LIMIT", "RATE_LIMIT_KEYS", "RATE_LIMIT_UNAUTHENTICATED"];

interface Row {
  readonly limiter: string;
  readonly processes: number;
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of CPU time a request, of all processes and of PostgreSQL. */
  readonly cpu: number;
  readonly databaseCpu: number;
}

/**
 * Sends a mixed load to 1, 2 and 4 processes on one PostgreSQL, with the shared rate limiter and
 * without it. The load and the database use the same machine.
 */
export async function benchScaling({ rounds, seconds }: BenchOptions): Promise<object> {
  const skipReason = postgresSkipReason();
  if (skipReason !== undefined) throw new Error(skipReason);
  const postgres = await startPostgres();
  const rows: Row[] = [];
  try {
    for (const limiter of ["off", "shared"]) rows.push(...(await measure(limiter)));
  } finally {
    showProgress("");
    await postgres.stop();
  }
  console.log(
    formatTable(
      ["limiter", "processes", "requests/s", "p50 ms", "p99 ms", "CPU ms", "PostgreSQL CPU ms"],
      rows.map(({ limiter, processes, rate, p50, p99, cpu, databaseCpu }) => [
        limiter,
        String(processes),
        rate.toFixed(0),
        ...[p50, p99, cpu, databaseCpu].map((value) => value.toFixed(2)),
      ]),
    ),
  );
  return { rows };

  async function measure(limiter: string): Promise<Row[]> {
    const { url, drop } = await postgres.database();
    const folder = mkdtempSync(join(tmpdir(), "jackfield-scaling-"));
    const env = {
      DATABASE_URL: url,
      DATA_DIR: folder,
      SECRETS_KEY,
      PLATFORM: "on",
      LOG: "json",
      TRIGGERS: "off",
      ...Object.fromEntries(
        RATES.map((name) => [name, limiter === "off" ? "off" : HIGH_RATE] as const),
      ),
    };
    const programs: { site: string; platform: string; child: ChildProcess }[] = [];
    try {
      const created = runToEnd("node", ["keys", "create", "--name", "bench"], env);
      const key = /jf_live_\w+/.exec(created.out)?.[0];
      if (!key) throw new Error(created.error);
      while (programs.length < Math.max(...PROCESSES)) {
        showProgress(`limiter ${limiter}: starting process ${programs.length + 1}`);
        const [site, platform] = [await findFreePort(), await findFreePort()];
        const ports = { SITE_PORT: String(site), PLATFORM_PORT: String(platform) };
        programs.push({
          site: `http://127.0.0.1:${site}`,
          platform: `http://127.0.0.1:${platform}`,
          child: await startProgram({ ...process.env, ...env, ...ports }),
        });
      }
      const results: Row[] = [];
      for (const processes of PROCESSES) {
        showProgress(`limiter ${limiter}: ${processes} processes`);
        const used = programs.slice(0, processes);
        const requests = used.flatMap(({ site, platform }) => createMix(site, platform, key));
        await loadMix(requests, { seconds: 3, connections: 16 });
        const samples: Row[] = [];
        for (let round = 0; round < rounds; round++) {
          const before = readCpu(used);
          const load = await loadMix(requests, { seconds, connections: 16 });
          const after = readCpu(used);
          samples.push({
            limiter,
            processes,
            rate: load.completed / load.seconds,
            p50: load.quantile(0.5),
            p99: load.quantile(0.99),
            cpu: (after.own - before.own) / load.completed / 1_000,
            databaseCpu: (after.database - before.database) / load.completed / 1_000,
          });
        }
        const [row] = samples.sort((a, b) => a.cpu - b.cpu).slice(samples.length >> 1);
        showProgress(JSON.stringify(row));
        results.push(row!);
      }
      return results;
    } finally {
      await Promise.all(programs.map(({ child }) => stopProcess(child)));
      await drop();
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** The programs to kill when this process exits. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts the program, and resolves when it listens. */
async function startProgram(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, [START_FILE], { env, stdio: ["ignore", "ignore", "pipe"] });
  running.add(child);
  const exited = once(child, "exit").then(() => {
    throw new Error("The program ended before it listened.");
  });
  exited.catch(() => {});
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  while (!output.includes("press Ctrl+C")) await Promise.race([once(child.stderr, "data"), exited]);
  return child;
}

/** Ten requests: searches and pages of the site, and lists and a search of the platform. */
function createMix(site: string, platform: string, key: string): MixedRequest[] {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const search = { url: `${site}/agent/search?q=loudness+targets&limit=5` };
  const page = { url: `${site}/docs/loudness-targets.md` };
  const apps = { url: `${platform}/api/v1/apps?limit=5`, headers };
  const connections = { url: `${platform}/api/v1/connections`, headers };
  const find = {
    url: `${platform}/api/v1/tools/find`,
    headers,
    body: '{"task":"create an issue","limit":5}',
  };
  return [search, page, apps, search, page, connections, search, page, apps, find];
}

function readCpu(programs: readonly { readonly child: ChildProcess }[]) {
  const sum = (pids: readonly number[]) =>
    pids.reduce((total, pid) => total + cpuMicroseconds(pid), 0);
  const database = findDatabaseProcesses();
  return {
    own: sum(programs.map(({ child }) => child.pid!)),
    database: sum(database.map(({ pid }) => pid)) + endedMicroseconds(database),
  };
}

const TICK_MICROSECONDS = 10_000;

/** The CPU time of processes that have ended, which their parent counts. */
const endedMicroseconds = (processes: readonly DatabaseProcess[]): number =>
  processes.reduce((total, { endedTicks }) => total + endedTicks * TICK_MICROSECONDS, 0);

interface DatabaseProcess {
  readonly pid: number;
  readonly endedTicks: number;
}

/** The processes of the PostgreSQL that this process started. */
function findDatabaseProcesses(): DatabaseProcess[] {
  const all = readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [, command = "", rest = ""] =
        /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${name}/stat`, "latin1")) ?? [];
      // The fields from the third on (proc_pid_stat(5)): ppid is the 4th, cutime the 16th.
      const fields = rest.split(" ");
      const endedTicks = Number(fields[13]) + Number(fields[14]);
      return [{ pid: Number(name), command, parent: Number(fields[1]), endedTicks }];
    } catch {
      return [];
    }
  });
  const servers = new Set(
    all
      .filter(({ command, parent }) => command === "postgres" && parent === process.pid)
      .map(({ pid }) => pid),
  );
  return all.filter(({ pid, parent }) => servers.has(pid) || servers.has(parent));
}
