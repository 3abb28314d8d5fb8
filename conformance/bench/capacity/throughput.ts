import process from "node:process";
import { startPostgres } from "../../fixtures/postgres.ts";
import { loadMix, type MixedRequest } from "../load/mixed-load.ts";
import { cpuMicroseconds, residentMegabytes } from "../load/process-usage.ts";
import { type ServerProcess, startServer } from "../load/server-process.ts";
import { median } from "../report/median.ts";
import { showProgress } from "../report/table.ts";
import { countConnections, databaseMicroseconds } from "./database-usage.ts";
import { addConnections, createInstallation } from "./installation.ts";
import { type Program, startProgram } from "./program.ts";
import { createMix, createRequests, KINDS, type RequestKind } from "./requests.ts";

export interface LoadTimes {
  readonly rounds: number;
  /** The length of a round. */
  readonly seconds: number;
}

/** CPU time of each part, in milliseconds a request. */
export interface CpuTimes {
  /** All Jackfield processes together. */
  readonly jackfield: number;
  /** PostgreSQL, or 0 with SQLite, whose work Jackfield's processes do. */
  readonly database: number;
  /** The load generator and the app that tools call. */
  readonly load: number;
}

/** The medians of one setup under the mixed load. */
export interface ThroughputRow {
  readonly database: "PostgreSQL" | "SQLite";
  readonly limiter: "on" | "off";
  readonly processes: number;
  /** Requests a second of all processes, while they share the machine with everything else. */
  readonly rate: number;
  /** Latencies in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly cpu: CpuTimes;
  /** The memory of the first process afterwards, in megabytes. */
  readonly megabytes: number;
  /** The connections of all processes to PostgreSQL afterwards. */
  readonly connections: number;
}

/** The CPU time of one kind of request, with one process and PostgreSQL. */
export interface KindRow {
  readonly kind: RequestKind;
  readonly cpu: CpuTimes;
}

/** How many requests are in flight. */
export const IN_FLIGHT = 16;
const PROCESSES = { PostgreSQL: [1, 2, 4], SQLite: [1] } as const;
/** So high that no request is refused, because the limiter's cost is measured. */
const HIGH_RATE = "9000000/60";
const RATES = ["RATE_LIMIT", "RATE_LIMIT_KEYS", "RATE_LIMIT_UNAUTHENTICATED"];
const WARM_UP_SECONDS = 3;

/**
 * Sends a mixed load to 1, 2 and 4 processes on one PostgreSQL, and to one process with SQLite,
 * with the rate limiter and without it.
 */
export async function measureThroughput(
  times: LoadTimes,
): Promise<{ readonly rows: readonly ThroughputRow[]; readonly kinds: readonly KindRow[] }> {
  await using stack = new AsyncDisposableStack();
  const app = await startServer({ runtime: "node", server: "app-upstream", variant: "" });
  stack.defer(() => app.stop());
  const postgres = await startPostgres();
  stack.defer(() => postgres.stop());
  const rows: ThroughputRow[] = [];
  const kinds: KindRow[] = [];
  for (const database of ["PostgreSQL", "SQLite"] as const)
    for (const limiter of ["off", "on"] as const) {
      const { url, drop } =
        database === "PostgreSQL"
          ? await postgres.database()
          : { url: undefined, drop: async () => {} };
      try {
        const fleet = { app, database, limiter, databaseUrl: url };
        const measured = await measureFleet(fleet, times);
        rows.push(...measured.rows);
        kinds.push(...measured.kinds);
      } finally {
        await drop();
      }
    }
  return { rows, kinds };
}

interface Fleet extends Pick<ThroughputRow, "database" | "limiter"> {
  readonly app: ServerProcess;
  readonly databaseUrl: string | undefined;
}

async function measureFleet({ app, database, limiter, databaseUrl }: Fleet, times: LoadTimes) {
  await using stack = new AsyncDisposableStack();
  const installation = createInstallation(`http://127.0.0.1:${app.port}`, databaseUrl);
  stack.defer(() => installation.remove());
  const parts = await installation.open();
  await addConnections(parts, { from: 0, to: 1 }).finally(() => parts.close());
  const rates = RATES.map((name) => [name, limiter === "off" ? "off" : HIGH_RATE] as const);
  const settings = { ...installation.settings, ...Object.fromEntries(rates) };
  // With SQLite, the PostgreSQL that runs beside it does nothing for the requests.
  const readDatabaseCpu = database === "PostgreSQL" ? databaseMicroseconds : () => 0;
  const programs: Program[] = [];
  stack.defer(async () => void (await Promise.all(programs.map((each) => each.stop()))));
  const rows: ThroughputRow[] = [];
  for (const processes of PROCESSES[database]) {
    const label = `${database}, limiter ${limiter}, processes ${processes}`;
    showProgress(label);
    while (programs.length < processes) programs.push(await startProgram(settings));
    const requests = createMix(programs, installation.key);
    await loadMix(requests, { seconds: WARM_UP_SECONDS, connections: IN_FLIGHT });
    const loads = await measureLoads(requests, { app, programs, times, readDatabaseCpu });
    const megabytes = residentMegabytes(programs[0]!.pid);
    const connections = databaseUrl === undefined ? 0 : await countConnections(databaseUrl);
    rows.push({ database, limiter, processes, ...loads, megabytes, connections });
    showProgress(`${label}: ${loads.rate.toFixed(0)} requests a second`);
  }
  const needsKinds = database === "PostgreSQL" && limiter === "off";
  const kinds = needsKinds ? await measureKinds(programs[0]!, installation.key, app) : [];
  return { rows, kinds };
}

async function measureKinds(
  program: Program,
  key: string,
  app: ServerProcess,
): Promise<readonly KindRow[]> {
  const requests = createRequests(program, key);
  const kinds: KindRow[] = [];
  for (const kind of Object.keys(KINDS) as RequestKind[]) {
    showProgress(`one kind only: ${kind}`);
    const times = { rounds: 1, seconds: 3 };
    const { cpu } = await measureLoads([requests[kind]], {
      app,
      programs: [program],
      times,
      readDatabaseCpu: databaseMicroseconds,
    });
    kinds.push({ kind, cpu });
  }
  return kinds;
}

async function measureLoads(
  requests: readonly MixedRequest[],
  {
    app,
    programs,
    times,
    readDatabaseCpu,
  }: {
    readonly app: ServerProcess;
    readonly programs: readonly Program[];
    readonly times: LoadTimes;
    readonly readDatabaseCpu: () => number;
  },
): Promise<Pick<ThroughputRow, "rate" | "p50" | "p99" | "cpu">> {
  const readCpu = (): CpuTimes => ({
    jackfield: programs.reduce((total, { pid }) => total + cpuMicroseconds(pid), 0),
    database: readDatabaseCpu(),
    load: cpuMicroseconds(process.pid) + cpuMicroseconds(app.pid),
  });
  const samples: Pick<ThroughputRow, "rate" | "p50" | "p99" | "cpu">[] = [];
  for (let round = 0; round < times.rounds; round++) {
    const before = readCpu();
    const load = await loadMix(requests, { seconds: times.seconds, connections: IN_FLIGHT });
    const after = readCpu();
    const each = (part: keyof CpuTimes) => (after[part] - before[part]) / load.completed / 1_000;
    samples.push({
      rate: load.completed / load.seconds,
      p50: load.quantile(0.5),
      p99: load.quantile(0.99),
      cpu: { jackfield: each("jackfield"), database: each("database"), load: each("load") },
    });
  }
  const medianOf = (read: (sample: (typeof samples)[number]) => number) =>
    median(samples.map(read));
  return {
    rate: medianOf(({ rate }) => rate),
    p50: medianOf(({ p50 }) => p50),
    p99: medianOf(({ p99 }) => p99),
    cpu: {
      jackfield: medianOf(({ cpu }) => cpu.jackfield),
      database: medianOf(({ cpu }) => cpu.database),
      load: medianOf(({ cpu }) => cpu.load),
    },
  };
}
