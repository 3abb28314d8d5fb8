import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openKeyStore } from "../../adapters/storage/open.ts";
import { createAuthenticator, readBearerSecret } from "../../core/platform/auth/authenticator.ts";
import { createKey } from "../../core/platform/auth/create-key.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import { findFreePort } from "../targets/http-client.ts";
import { sendOnce } from "./load/connection.ts";
import { type LoadGenerator, startLoadGenerator } from "./load/load-generator.ts";
import { cpuMicroseconds, residentMegabytes } from "./load/process-usage.ts";
import { getRequest, postRequest } from "./load/requests.ts";
import { processEnvironment, ROOT, RUNTIMES, type RuntimeName } from "./load/runtimes.ts";
import { stopProcess } from "./load/server-process.ts";
import type { BenchOptions } from "./options.ts";
import { median } from "./report/median.ts";
import { formatTable, showProgress } from "./report/table.ts";
import { formatTargets } from "./report/targets.ts";

const CATALOG = process.env["CATALOG_DIR"] ?? join(ROOT, "catalog");

const TASKS = [
  "create an issue in my GitHub repository",
  "send an email to a customer with an attachment",
  "list the unpaid invoices of last month, then remind each customer",
  "add a row to a spreadsheet",
  "find the next free slot in my calendar and book a meeting with Anna",
];

/**
 * The measurements of one start. Memory is in megabytes; `search`, `find` and `get` are CPU
 * microseconds per request.
 */
interface Measurement {
  readonly firstResultMilliseconds: number;
  readonly memory: number;
  readonly memoryAfter: number;
  readonly search: number;
  readonly find: number;
  readonly get: number;
}

/**
 * Measures the platform with the whole catalog: start, memory and requests. Also measures API key
 * authentication.
 */
export async function benchPlatform({ rounds, seconds, runtimes }: BenchOptions): Promise<object> {
  if (!existsSync(join(CATALOG, "catalog.json")))
    throw new Error(`No catalog in "${CATALOG}". Compile it with npm run catalog.`);
  const folder = mkdtempSync(join(tmpdir(), "jackfield-bench-"));
  const loader = startLoadGenerator();
  try {
    const { key, secret } = await createKey({
      account: DEFAULT_ACCOUNT,
      name: "bench",
      permissions: ["read"],
    });
    const keyStore = await openKeyStore({ folder });
    await keyStore.addKey(key);
    const keyCheck = await measureKeyCheck(keyStore, secret);
    await keyStore.close();

    const all = new Map<RuntimeName, Measurement[]>(runtimes.map((runtime) => [runtime, []]));
    for (let round = 1; round <= Math.min(rounds, 5); round++) {
      for (const [runtime, measured] of all) {
        showProgress(`${runtime}: start ${round}`);
        measured.push(await measureStart(runtime, { folder, secret, loader, seconds }));
      }
    }
    showProgress("");
    const rows = [...all].map(([runtime, measured]) => ({ runtime, ...computeMedians(measured) }));
    const cells = rows.map(
      ({ runtime, firstResultMilliseconds, memory, memoryAfter, search, find, get }) => [
        runtime,
        ...[firstResultMilliseconds, memory, memoryAfter, search, find, get].map((figure) =>
          figure.toFixed(0),
        ),
      ],
    );
    const targets = rows.flatMap(({ runtime, firstResultMilliseconds, memory, memoryAfter }) => [
      {
        description: `${runtime}: ms from start to the first tool found`,
        measured: firstResultMilliseconds,
        max: 1500,
      },
      { description: `${runtime}: MB resident at that time`, measured: memory, max: 250 },
      {
        description: `${runtime}: MB resident after the load`,
        measured: memoryAfter,
        max: 250,
      },
    ]);
    console.log(
      `${formatTable(["runtime", "first tool found, ms", "MB at that time", "MB after load", "searchApps, µs", "findTools, µs", "getTool, µs"], cells)}\n`,
    );
    console.log(
      `Authenticating an API key on Node: ${keyCheck.cached.toFixed(2)} µs if it is cached, ${keyCheck.lookedUp.toFixed(0)} µs if it is read from SQLite.\n`,
    );
    console.log(formatTargets(targets));
    return { rows, keyCheck, targets };
  } finally {
    await loader.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureStart(
  runtime: RuntimeName,
  {
    folder,
    secret,
    loader,
    seconds,
  }: { folder: string; secret: string; loader: LoadGenerator; seconds: number },
): Promise<Measurement> {
  const port = await findFreePort();
  const [command, ...commandArgs] = RUNTIMES[runtime];
  const authorization = `Bearer ${secret}`;
  const find = (task: string) =>
    postRequest("/api/v1/tools/find", { task, limit: 10 }, { authorization });
  const get = (path: string) =>
    getRequest(path).replace("accept:", `authorization: ${authorization}\r\naccept:`);
  const startedAt = performance.now();
  const child = spawn(command, [...commandArgs, `${ROOT}adapters/start.ts`], {
    cwd: ROOT,
    env: {
      ...processEnvironment,
      SITE: "off",
      PLATFORM_PORT: String(port),
      CATALOG_DIR: CATALOG,
      DATA_DIR: folder,
      RATE_LIMIT_KEYS: "off",
      LOG: "json",
    },
    stdio: "ignore",
  });
  try {
    for (const end = startedAt + 20_000; ; await wait(4)) {
      if ((await sendOnce(port, find(TASKS[0]!)).catch(() => undefined))?.status === 200) break;
      if (performance.now() > end) throw new Error(`No response on port ${port} within 20 s.`);
    }
    const firstResultMilliseconds = performance.now() - startedAt;
    const memory = residentMegabytes(child.pid!);
    const measureCost = async (requests: readonly string[]) => {
      let responses = 0;
      for (const request of requests)
        await loader.run({ port, request, seconds: seconds / 4, connections: 4 });
      const before = cpuMicroseconds(child.pid!);
      for (const request of requests) {
        const { completed } = await loader.run({
          port,
          request,
          seconds: seconds / requests.length + 0.2,
          connections: 4,
        });
        responses += completed;
      }
      return (cpuMicroseconds(child.pid!) - before) / responses;
    };
    const search = await measureCost([get("/api/v1/apps?search=google%20calendar&limit=10")]);
    const findCosts = await measureCost(TASKS.map(find));
    const getCosts = await measureCost([get("/api/v1/tools/github.issues_create")]);
    return {
      firstResultMilliseconds,
      memory,
      memoryAfter: residentMegabytes(child.pid!),
      search,
      find: findCosts,
      get: getCosts,
    };
  } finally {
    await stopProcess(child);
  }
}

/** Measures the authentication of an API key. Returns medians in microseconds. */
async function measureKeyCheck(
  keyStore: Parameters<typeof createAuthenticator>[0]["keyStore"],
  secret: string,
): Promise<{ cached: number; lookedUp: number }> {
  let time = Date.now();
  const authenticator = createAuthenticator({ keyStore, now: () => time });
  const header = `Bearer ${secret}`;
  const measureEach = async (count: number, step: number) => {
    const startedAt = performance.now();
    for (let index = 0; index < count; index++) {
      time += step;
      const key = authenticator.authenticate(readBearerSecret(header));
      if (key instanceof Promise) await key;
    }
    return ((performance.now() - startedAt) * 1000) / count;
  };
  const cached: number[] = [];
  const lookedUp: number[] = [];
  for (let round = 0; round < 9; round++) {
    lookedUp.push(await measureEach(300, 1000));
    cached.push(await measureEach(100_000, 0));
  }
  return { cached: median(cached), lookedUp: median(lookedUp) };
}

const computeMedians = (all: readonly Measurement[]): Measurement => {
  const medianOf = (name: keyof Measurement) => median(all.map((each) => each[name]));
  return {
    firstResultMilliseconds: medianOf("firstResultMilliseconds"),
    memory: medianOf("memory"),
    memoryAfter: medianOf("memoryAfter"),
    search: medianOf("search"),
    find: medianOf("find"),
    get: medianOf("get"),
  };
};
