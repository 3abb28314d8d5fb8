import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { askOnce } from "./connection.ts";
import { type Loader, startLoader } from "./loader.ts";
import { median } from "./median.ts";
import type { Options } from "./options.ts";
import { residentMegabytes } from "./process-figures.ts";
import { hottest, profileFlags } from "./profile.ts";
import { REPORT_FOLDER } from "./report.ts";
import { getRequest, LEGACY_CALL } from "./requests.ts";
import { environment, ROOT, RUNTIMES, type RuntimeName } from "./runtimes.ts";
import { stopProcess } from "./server-process.ts";
import { showProgress, tableOf } from "./table.ts";
import { targetLines } from "./targets.ts";

/** What was measured of one start: milliseconds, and megabytes resident. */
interface Started {
  readonly firstAnswer: number;
  readonly firstCall: number;
  readonly memory: number;
  readonly memoryAfterCall: number;
  readonly memoryAfterMany: number;
}

const rangeOf = (figures: readonly number[]) =>
  `${Math.min(...figures).toFixed(0)}-${Math.max(...figures).toFixed(0)}`;

const HEALTH = getRequest("/healthz");
const CALLS = 2_000;

/** `npm start` from the command to the first answer, and the memory it has then, after its first tool call, and after 2,000. */
export async function benchStart({ rounds, runtimes, profile }: Options): Promise<object> {
  await mkdir(REPORT_FOLDER, { recursive: true });
  const loader = startLoader();
  try {
    if (profile) return await profileStart(loader);
    const starts = new Map<RuntimeName, Started[]>(runtimes.map((runtime) => [runtime, []]));
    for (let round = 1; round <= rounds; round++) {
      for (const [runtime, all] of starts) {
        showProgress(`${runtime}: start ${round} of ${rounds}`);
        all.push(await start(runtime, loader));
      }
    }
    showProgress("");
    const rows = [...starts].map(([runtime, all]) => ({ runtime, ...medians(all), all }));
    const cells = rows.map((row) => [
      row.runtime,
      `${row.firstAnswer.toFixed(0)} (${rangeOf(row.all.map(({ firstAnswer }) => firstAnswer))})`,
      ...[row.firstCall, row.memory, row.memoryAfterCall, row.memoryAfterMany].map((figure) =>
        figure.toFixed(0),
      ),
    ]);
    const titles = [
      "runtime",
      "first answer, ms",
      "first /mcp call, ms",
      "MB then",
      "MB after /mcp",
      `MB after ${CALLS} calls`,
    ];
    const targets = rows.flatMap(
      ({ runtime, firstAnswer, memory, memoryAfterCall, memoryAfterMany }) => [
        {
          claim: `${runtime}: milliseconds to the first answer`,
          figure: firstAnswer,
          atMost: 1000,
        },
        {
          claim: `${runtime}: megabytes resident at the first answer`,
          figure: memory,
          atMost: 150,
        },
        {
          claim: `${runtime}: megabytes resident after the first /mcp call`,
          figure: memoryAfterCall,
          atMost: 150,
        },
        {
          claim: `${runtime}: megabytes resident after ${CALLS} calls`,
          figure: memoryAfterMany,
          atMost: 150,
        },
      ],
    );
    console.log(`${tableOf(titles, cells)}\n\n${targetLines(targets)}`);
    return { rows, targets };
  } finally {
    await loader.stop();
  }
}

async function start(
  runtime: RuntimeName,
  loader: Loader,
  flags: readonly string[] = [],
): Promise<Started> {
  const port = await freePort();
  const [command, ...words] = RUNTIMES[runtime];
  const began = performance.now();
  const child = spawn(command, [...words, ...flags, `${ROOT}adapters/start.ts`], {
    cwd: ROOT,
    env: { ...environment, SITE_PORT: String(port), PLATFORM: "off", LOG: "json" },
    stdio: "ignore",
  });
  try {
    await answered(port, began + 20_000);
    const firstAnswer = performance.now() - began;
    const memory = residentMegabytes(child.pid!);
    const called = performance.now();
    await askOnce(port, LEGACY_CALL);
    const firstCall = performance.now() - called;
    const memoryAfterCall = residentMegabytes(child.pid!);
    await loader.run({ port, request: LEGACY_CALL, seconds: 30, most: CALLS });
    return {
      firstAnswer,
      firstCall,
      memory,
      memoryAfterCall,
      memoryAfterMany: residentMegabytes(child.pid!),
    };
  } finally {
    await stopProcess(child);
  }
}

async function answered(port: number, deadline: number): Promise<void> {
  while (performance.now() < deadline) {
    const answer = await askOnce(port, HEALTH).catch(() => undefined);
    if (answer?.status === 200) return;
    await wait(4);
  }
  throw new Error(`Nothing answered on port ${port} within 20 s.`);
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function medians(all: readonly Started[]): Started {
  const of = (name: keyof Started) => median(all.map((each) => each[name]));
  const [firstAnswer, firstCall, memory] = [of("firstAnswer"), of("firstCall"), of("memory")];
  return {
    firstAnswer,
    firstCall,
    memory,
    memoryAfterCall: of("memoryAfterCall"),
    memoryAfterMany: of("memoryAfterMany"),
  };
}

async function profileStart(loader: Loader): Promise<object> {
  const file = `${REPORT_FOLDER}/bench-start.cpuprofile`;
  await start("node", loader, profileFlags(file));
  console.log(await hottest(file, 60, 1));
  return {};
}
