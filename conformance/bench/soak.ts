import { sendOnce } from "./connection.ts";
import { type LoadGenerator, startLoadGenerator } from "./load-generator.ts";
import type { BenchOptions } from "./options.ts";
import { residentMegabytes } from "./process-usage.ts";
import { LEGACY_CALL_REQUEST, MODERN_CALL_REQUEST, SEARCH_REQUEST } from "./requests.ts";
import type { RuntimeName } from "./runtimes.ts";
import { startServer } from "./server-process.ts";
import { formatTable, showProgress } from "./table.ts";
import { formatTargets, type PerformanceTarget } from "./targets.ts";

const CALLS = 20_000;

/** The most megabytes resident after all the calls. */
const MAX_MEGABYTES = 200;

interface SoakTarget {
  readonly name: string;
  readonly server: string;
  readonly variant: string;
  readonly request: string;
  /** Whether the runtime is told to keep its heap small. */
  readonly hasHeapLimit?: true;
}

/** Keeps V8's heap at 64 MB: else it grows as long as the machine has memory, whatever is live in it. */
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
    name: `${MCP_TARGETS[0]!.name}, V8's heap held at 64 MB`,
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

/** Megabytes resident of one server: when it listens, after one request, halfway, and at the end. */
interface Row {
  readonly runtime: RuntimeName;
  readonly name: string;
  readonly atFirst: number;
  readonly afterOne: number;
  readonly halfway: number;
  readonly afterAll: number;
}

/**
 * 20,000 tools/call of search_pages on one process, and its memory before and after, once on each runtime. The same
 * search over HTTP, which never loads the SDK, says how much of it is the SDK's; a heap that is held small, how much is
 * live at all.
 */
export async function benchSoak({ runtimes }: BenchOptions): Promise<object> {
  const rows: Row[] = [];
  const loader = startLoadGenerator();
  try {
    for (const runtime of runtimes) {
      const soaks = [...MCP_TARGETS, ...OTHER_TARGETS].filter(
        ({ hasHeapLimit }) => !hasHeapLimit || HEAP_LIMIT_FLAGS[runtime],
      );
      for (const soaked of soaks) rows.push(await runSoak(runtime, soaked, loader));
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
      ["runtime", "server", "MB at first", "after 1", `after ${CALLS / 2}`, `after ${CALLS}`],
      cells,
    ),
  );

  const mine = rows.filter(({ name }) => MCP_TARGETS.some((each) => each.name === name));
  const targets: PerformanceTarget[] = mine.map(({ runtime, name, afterAll }) => ({
    description: `${runtime}: megabytes resident after ${CALLS} calls, ${name}`,
    measured: afterAll,
    max: MAX_MEGABYTES,
  }));
  const ofTheSdk = mine.map((row) => {
    const without = rows.find(
      ({ runtime, name }) => runtime === row.runtime && name === WITHOUT_SDK,
    )!;
    return {
      runtime: row.runtime,
      name: row.name,
      loaded: row.afterOne - without.afterOne,
      afterAll: row.afterAll - without.afterAll,
    };
  });
  const lines = ofTheSdk.map(({ runtime, name, loaded, afterAll }) => {
    const more = `${loaded.toFixed(0)} MB more after one call, ${afterAll.toFixed(0)} MB more after all`;
    return `${runtime}: ${name}, beside the same search over HTTP: ${more}.`;
  });
  console.log(`\n${formatTargets(targets)}\n\n${lines.join("\n")}`);
  return { rows, targets, ofTheSdk };
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
  const half = async () => {
    const { completed, failed } = await loader.run({
      port,
      request,
      seconds: 120,
      maxRequests: CALLS / 2,
    });
    if (failed > 0 || completed < CALLS / 2)
      throw new Error(
        `${runtime}, ${name}: ${completed} of ${CALLS / 2} answered, ${failed} failed.`,
      );
    return residentMegabytes(pid);
  };
  try {
    const atFirst = residentMegabytes(pid);
    await sendOnce(port, request);
    const afterOne = residentMegabytes(pid);
    const halfway = await half();
    return { runtime, name, atFirst, afterOne, halfway, afterAll: await half() };
  } finally {
    await stop();
  }
}
