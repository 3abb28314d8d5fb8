import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { createSecret } from "../../core/platform/auth/key-format.ts";
import { startLoadGenerator } from "./load/load-generator.ts";
import {
  getRequest,
  LEGACY_CALL_REQUEST,
  MODERN_CALL_REQUEST,
  postRequest,
  SEARCH_REQUEST,
} from "./load/requests.ts";
import { processEnvironment, ROOT, type RuntimeName } from "./load/runtimes.ts";
import { type ServerProcess, startServer } from "./load/server-process.ts";
import type { BenchOptions } from "./options.ts";
import { type Contestant, compare, type Row } from "./report/compare.ts";
import { median, quantile } from "./report/median.ts";
import { formatTable, showProgress } from "./report/table.ts";
import { formatTargets, type PerformanceTarget } from "./report/targets.ts";
import { measureStart, type StartMeasurement } from "./start.ts";

/** A measurement may be worse than in the old version by this factor. */
const MAX_RATIO = 1.05;

/** The values of one measurement in both versions, by round. */
interface VersionRow {
  readonly runtime: RuntimeName;
  readonly name: string;
  readonly old: readonly number[];
  readonly new: readonly number[];
}

/** Compares this checkout with another one. Both take turns in every round. */
export async function benchVersions(options: BenchOptions): Promise<object> {
  if (!options.old) throw new Error("versions needs --old FOLDER, the other checkout.");
  const oldRoot = `${resolve(options.old)}/`;
  if (!existsSync(`${oldRoot}conformance/bench/servers/main.ts`))
    throw new Error(`${oldRoot} is not a checkout of Jackfield.`);
  const app = await startServer({ runtime: "node", server: "app-upstream", variant: "" });
  const pages = await startServer({ runtime: "node", server: "site-upstream", variant: "" });
  const rows: VersionRow[] = [];
  try {
    for (const runtime of options.runtimes) {
      for (const group of createGroups({ app, pages }))
        rows.push(...(await compareVersions(runtime, group, oldRoot, options)));
      rows.push(...(await compareStarts(runtime, oldRoot, options.rounds)));
    }
  } finally {
    await Promise.all([app.stop(), pages.stop()]);
  }
  const titles = ["runtime", "measurement", "old", "new", "new ÷ old", "quartiles"];
  console.log(formatTable(titles, rows.map(formatVersionRow)));
  const targets = rows.map(({ runtime, name, ...row }): PerformanceTarget => {
    return { description: `${runtime}: ${name}`, measured: median(ratios(row)), max: MAX_RATIO };
  });
  console.log(`\n${formatTargets(targets)}`);
  return { rows, targets };
}

/** Servers that are measured together, and the upstream that they call. */
interface Group {
  readonly upstream?: ServerProcess;
  readonly contestants: readonly Contestant[];
}

function createGroups({
  app,
  pages,
}: Readonly<Record<"app" | "pages", ServerProcess>>): readonly Group[] {
  const secret = createSecret();
  Object.assign(processEnvironment, { BENCH_KEY: secret });
  const authorization = { authorization: `Bearer ${secret}` };
  const site = (name: string, variant: string, request: string): Contestant => ({
    name,
    server: "jackfield",
    variant,
    request,
  });
  const run = (name: string, tool: string, input: object): Contestant => ({
    name,
    server: "platform",
    variant: "",
    request: postRequest(`/api/v1/tools/${tool}/run`, { arguments: input }, authorization),
  });
  const proxy = (path: string): Contestant => ({
    name: `proxy ${path}`,
    server: "jackfield-proxy",
    variant: "proxy",
    request: getRequest(path),
  });
  return [
    {
      contestants: [
        site("http", "bare", SEARCH_REQUEST),
        site("http, as npm start", "default", SEARCH_REQUEST),
      ],
    },
    {
      contestants: [
        site("mcp 2025-11-25", "bare", LEGACY_CALL_REQUEST),
        site("mcp 2025-11-25, as npm start", "default", LEGACY_CALL_REQUEST),
        site("mcp 2026-07-28", "bare", MODERN_CALL_REQUEST),
      ],
    },
    {
      upstream: app,
      contestants: [
        run("run, a tool that reads", "desk.things_get", { id: "7" }),
        run("run, a tool that writes", "desk.things_update", { id: "7", title: "It hums" }),
      ],
    },
    { upstream: pages, contestants: ["/1k", "/1m", "/page.html"].map(proxy) },
  ];
}

async function compareVersions(
  runtime: RuntimeName,
  { upstream, contestants }: Group,
  oldRoot: string,
  options: BenchOptions,
): Promise<VersionRow[]> {
  if (upstream)
    Object.assign(processEnvironment, { BENCH_UPSTREAM: `http://127.0.0.1:${upstream.port}` });
  const versions = contestants.flatMap((contestant) => [
    { ...contestant, name: `old: ${contestant.name}`, root: oldRoot },
    { ...contestant, name: `new: ${contestant.name}`, root: ROOT },
  ]);
  // The versions may word their responses differently.
  const measured = await compare(runtime, {
    ...options,
    contestants: versions,
    normalizeResponse: (body) => (/"status":"(?:failed|outcome_unknown)"/.test(body) ? body : ""),
  });
  const find = (name: string): Row => measured.find((row) => row.name === name)!;
  return contestants.map(({ name }) => ({
    runtime,
    name: `${name}, CPU µs`,
    old: find(`old: ${name}`).rounds,
    new: find(`new: ${name}`).rounds,
  }));
}

/** The rows of `start`, and how to read them from a measurement. */
const START_ROWS: Readonly<Record<string, (start: StartMeasurement) => number>> = {
  "start, ms to the first response": ({ firstResponse }) => firstResponse,
  "start, MB at the first response": ({ memory }) => memory,
  "start, MB after 2,000 calls": ({ memoryAfterMany }) => memoryAfterMany,
};

async function compareStarts(
  runtime: RuntimeName,
  oldRoot: string,
  rounds: number,
): Promise<VersionRow[]> {
  const loader = startLoadGenerator();
  const starts: { readonly old: StartMeasurement[]; readonly new: StartMeasurement[] } = {
    old: [],
    new: [],
  };
  try {
    for (let round = 1; round <= rounds; round++) {
      showProgress(`${runtime}: start ${round} of ${rounds}`);
      starts.old.push(await measureStart(runtime, loader, { root: oldRoot }));
      starts.new.push(await measureStart(runtime, loader));
    }
  } finally {
    showProgress("");
    await loader.stop();
  }
  return Object.entries(START_ROWS).map(([name, read]) => ({
    runtime,
    name,
    old: starts.old.map(read),
    new: starts.new.map(read),
  }));
}

const ratios = (row: Pick<VersionRow, "old" | "new">) =>
  row.new.map((value, round) => value / row.old[round]!);

function formatVersionRow(row: VersionRow): string[] {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) =>
    quantile(ratios(row), share).toFixed(2),
  );
  return [
    row.runtime,
    row.name,
    median(row.old).toFixed(1),
    median(row.new).toFixed(1),
    middle!,
    `${low} to ${high}`,
  ];
}
