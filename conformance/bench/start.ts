import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort } from "../targets/http-client.ts";
import { sendOnce } from "./load/connection.ts";
import { type LoadGenerator, startLoadGenerator } from "./load/load-generator.ts";
import { residentMegabytes } from "./load/process-usage.ts";
import { getRequest, LEGACY_CALL_REQUEST } from "./load/requests.ts";
import { environmentFor, ROOT, RUNTIMES, type RuntimeName } from "./load/runtimes.ts";
import { stopProcess } from "./load/server-process.ts";
import type { BenchOptions } from "./options.ts";
import { median } from "./report/median.ts";
import { findHotFunctions, profileFlags } from "./report/profile.ts";
import { REPORT_FOLDER } from "./report/report.ts";
import { formatTable, showProgress } from "./report/table.ts";
import { formatTargets } from "./report/targets.ts";

/** The measurements of one start: times in milliseconds, resident memory in megabytes. */
export interface StartMeasurement {
  readonly firstResponse: number;
  readonly firstCall: number;
  readonly memory: number;
  readonly memoryAfterCall: number;
  readonly memoryAfterMany: number;
}

const formatRange = (figures: readonly number[]) =>
  `${Math.min(...figures).toFixed(0)}-${Math.max(...figures).toFixed(0)}`;

const HEALTH = getRequest("/healthz");
const CALLS = 2_000;

/**
 * Measures `npm start`: time to the first response, and memory then, after one tool call, and after
 * 2,000.
 */
export async function benchStart({ rounds, runtimes, profiles }: BenchOptions): Promise<object> {
  await mkdir(REPORT_FOLDER, { recursive: true });
  const loader = startLoadGenerator();
  try {
    if (profiles) return await profileStart(loader);
    const starts = new Map<RuntimeName, StartMeasurement[]>(
      runtimes.map((runtime) => [runtime, []]),
    );
    for (let round = 1; round <= rounds; round++) {
      for (const [runtime, all] of starts) {
        showProgress(`${runtime}: start ${round} of ${rounds}`);
        all.push(await measureStart(runtime, loader));
      }
    }
    showProgress("");
    const rows = [...starts].map(([runtime, all]) => ({ runtime, ...computeMedians(all), all }));
    const cells = rows.map((row) => [
      row.runtime,
      `${row.firstResponse.toFixed(0)} (${formatRange(row.all.map(({ firstResponse }) => firstResponse))})`,
      ...[row.firstCall, row.memory, row.memoryAfterCall, row.memoryAfterMany].map((figure) =>
        figure.toFixed(0),
      ),
    ]);
    const titles = [
      "runtime",
      "first response, ms",
      "first /mcp call, ms",
      "MB at that time",
      "MB after /mcp",
      `MB after ${CALLS} calls`,
    ];
    const targets = rows.flatMap(
      ({ runtime, firstResponse, memory, memoryAfterCall, memoryAfterMany }) => [
        {
          description: `${runtime}: ms to the first response`,
          measured: firstResponse,
          max: 1000,
        },
        {
          description: `${runtime}: MB resident at the first response`,
          measured: memory,
          max: 150,
        },
        {
          description: `${runtime}: MB resident after the first /mcp call`,
          measured: memoryAfterCall,
          max: 150,
        },
        {
          description: `${runtime}: MB resident after ${CALLS} calls`,
          measured: memoryAfterMany,
          max: 150,
        },
      ],
    );
    console.log(`${formatTable(titles, cells)}\n\n${formatTargets(targets)}`);
    return { rows, targets };
  } finally {
    await loader.stop();
  }
}

/** Starts a checkout once. `root` is its folder with a trailing slash. */
export async function measureStart(
  runtime: RuntimeName,
  loader: LoadGenerator,
  { root = ROOT, flags = [] }: { root?: string; flags?: readonly string[] } = {},
): Promise<StartMeasurement> {
  const port = await findFreePort();
  const [command, ...commandArgs] = RUNTIMES[runtime];
  const startedAt = performance.now();
  const child = spawn(command, [...commandArgs, ...flags, `${root}adapters/start.ts`], {
    cwd: root,
    env: {
      ...environmentFor(root),
      SITE_PORT: String(port),
      PLATFORM: "off",
      // The default rate would reject most calls.
      RATE_LIMIT: "9999999/1",
      LOG: "json",
    },
    stdio: "ignore",
  });
  try {
    await waitForResponse(port, startedAt + 20_000);
    const firstResponse = performance.now() - startedAt;
    const memory = residentMegabytes(child.pid!);
    const calledAt = performance.now();
    await sendOnce(port, LEGACY_CALL_REQUEST);
    const firstCall = performance.now() - calledAt;
    const memoryAfterCall = residentMegabytes(child.pid!);
    await loader.run({ port, request: LEGACY_CALL_REQUEST, seconds: 30, maxRequests: CALLS });
    return {
      firstResponse,
      firstCall,
      memory,
      memoryAfterCall,
      memoryAfterMany: residentMegabytes(child.pid!),
    };
  } finally {
    await stopProcess(child);
  }
}

/** Waits until a server answers. Rejects at `deadline`, a time of `performance.now()`. */
export async function waitForResponse(port: number, deadline: number): Promise<void> {
  while (performance.now() < deadline) {
    const response = await sendOnce(port, HEALTH).catch(() => undefined);
    if (response?.status === 200) return;
    await wait(4);
  }
  throw new Error(`No response on port ${port} in time.`);
}

function computeMedians(all: readonly StartMeasurement[]): StartMeasurement {
  const medianOf = (name: keyof StartMeasurement) => median(all.map((each) => each[name]));
  return {
    firstResponse: medianOf("firstResponse"),
    firstCall: medianOf("firstCall"),
    memory: medianOf("memory"),
    memoryAfterCall: medianOf("memoryAfterCall"),
    memoryAfterMany: medianOf("memoryAfterMany"),
  };
}

async function profileStart(loader: LoadGenerator): Promise<object> {
  const file = `${REPORT_FOLDER}/bench-start.cpuprofile`;
  await measureStart("node", loader, { flags: profileFlags(file) });
  console.log(await findHotFunctions(file, 60, 1));
  return {};
}
