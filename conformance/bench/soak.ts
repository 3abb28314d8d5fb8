import { sendOnce } from "./load/connection.ts";
import { type LoadGenerator, startLoadGenerator } from "./load/load-generator.ts";
import { residentMegabytes } from "./load/process-usage.ts";
import { LEGACY_CALL_REQUEST, MODERN_CALL_REQUEST, SEARCH_REQUEST } from "./load/requests.ts";
import type { RuntimeName } from "./load/runtimes.ts";
import { startServer } from "./load/server-process.ts";
import type { BenchOptions } from "./options.ts";
import { formatTable, showProgress } from "./report/table.ts";
import { formatTargets, type PerformanceTarget } from "./report/targets.ts";

const CALLS = 20_000;

/** The memory target after all calls, in megabytes. */
const MAX_MEGABYTES = 200;

interface SoakTarget {
  readonly name: string;
  readonly server: string;
  readonly variant: string;
  readonly request: string;
  /** Whether the runtime starts with `HEAP_LIMIT_FLAGS`. */
  readonly hasHeapLimit?: true;
}

/**
 * Limits V8's heap to 64 MB. Without a limit, it grows with the memory of the machine, not with the
 * live data.
 */
const HEAP_LIMIT_FLAGS: Partial<Record<RuntimeName, readonly string[]>> = {
  node: ["--max-old-space-size=64", "--max-semi-space-size=4"],
  deno: ["--v8-flags=--max-old-space-size=64,--max-semi-space-size=4"],
};

const WITHOUT_SDK = "Jackfield, /agent/search";
const MCP_TARGETS: readonly SoakTarget[] = [
  {
    name: "Jackfield, /mcp 2025-11-25",
    server: "jackfield",
    variant: "default",
    request: LEGACY_CALL_REQUEST,
  },
  {
    name: "Jackfield, /mcp 2026-07-28",
    server: "jackfield",
    variant: "default",
    request: MODERN_CALL_REQUEST,
  },
];
const OTHER_TARGETS: readonly SoakTarget[] = [
  {
    ...MCP_TARGETS[0]!,
    name: `${MCP_TARGETS[0]!.name}, V8's heap limited to 64 MB`,
    hasHeapLimit: true,
  },
  { name: WITHOUT_SDK, server: "jackfield", variant: "default", request: SEARCH_REQUEST },
  {
    name: "SDK, Server per request",
    server: "sdk",
    variant: "low-level",
    request: LEGACY_CALL_REQUEST,
  },
];

/** The resident memory of one server in megabytes. */
interface Row {
  readonly runtime: RuntimeName;
  readonly name: string;
  readonly atFirst: number;
  readonly afterOne: number;
  readonly halfway: number;
  readonly afterAll: number;
}

/**
 * Measures the memory of one process before and after 20,000 tools/call requests, on each runtime.
 * The same search over HTTP, which never loads the SDK, shows the SDK's share. A limited heap shows
 * the live data.
 */
export async function benchSoak({ runtimes }: BenchOptions): Promise<object> {
  const rows: Row[] = [];
  const loader = startLoadGenerator();
  try {
    for (const runtime of runtimes) {
      const soaks = [...MCP_TARGETS, ...OTHER_TARGETS].filter(
        ({ hasHeapLimit }) => !hasHeapLimit || HEAP_LIMIT_FLAGS[runtime],
      );
      for (const target of soaks) rows.push(await runSoak(runtime, target, loader));
    }
  } finally {
    await loader.stop();
  }
  showProgress("");
  const cells = rows.map(({ runtime, name, ...figures }) => [
    runtime,
    name,
    ...[figures.atFirst, figures.afterOne, figures.halfway, figures.afterAll].map((figure) =>
      figure.toFixed(0),
    ),
  ]);
  console.log(
    formatTable(
      ["runtime", "server", "MB at start", "after 1", `after ${CALLS / 2}`, `after ${CALLS}`],
      cells,
    ),
  );

  const mcpRows = rows.filter(({ name }) => MCP_TARGETS.some((each) => each.name === name));
  const targets: PerformanceTarget[] = mcpRows.map(({ runtime, name, afterAll }) => ({
    description: `${runtime}: MB resident after ${CALLS} calls, ${name}`,
    measured: afterAll,
    max: MAX_MEGABYTES,
  }));
  const sdkShares = mcpRows.map((row) => {
    const withoutSdk = rows.find(
      ({ runtime, name }) => runtime === row.runtime && name === WITHOUT_SDK,
    )!;
    return {
      runtime: row.runtime,
      name: row.name,
      loaded: row.afterOne - withoutSdk.afterOne,
      afterAll: row.afterAll - withoutSdk.afterAll,
    };
  });
  const lines = sdkShares.map(({ runtime, name, loaded, afterAll }) => {
    const extra = `${loaded.toFixed(0)} MB more after one call, ${afterAll.toFixed(0)} MB more after all`;
    return `${runtime}: ${name}, compared with the same search over HTTP: ${extra}.`;
  });
  console.log(`\n${formatTargets(targets)}\n\n${lines.join("\n")}`);
  return { rows, targets, sdkShares };
}

async function runSoak(
  runtime: RuntimeName,
  { name, server, variant, request, hasHeapLimit }: SoakTarget,
  loader: LoadGenerator,
): Promise<Row> {
  showProgress(`${runtime}: ${name}, ${CALLS} calls`);
  const { pid, port, stop } = await startServer({
    runtime,
    server,
    variant,
    ...(hasHeapLimit && { flags: HEAP_LIMIT_FLAGS[runtime]! }),
  });
  const runHalf = async () => {
    const { completed, failed } = await loader.run({
      port,
      request,
      seconds: 120,
      maxRequests: CALLS / 2,
    });
    if (failed > 0 || completed < CALLS / 2)
      throw new Error(
        `${runtime}, ${name}: ${completed} of ${CALLS / 2} requests succeeded, ${failed} failed.`,
      );
    return residentMegabytes(pid);
  };
  try {
    const atFirst = residentMegabytes(pid);
    await sendOnce(port, request);
    const afterOne = residentMegabytes(pid);
    const halfway = await runHalf();
    return { runtime, name, atFirst, afterOne, halfway, afterAll: await runHalf() };
  } finally {
    await stop();
  }
}
