import { askOnce } from "./connection.ts";
import { type Loader, startLoader } from "./loader.ts";
import type { Options } from "./options.ts";
import { residentMegabytes } from "./process-figures.ts";
import { LEGACY_CALL, MODERN_CALL, SEARCH } from "./requests.ts";
import type { RuntimeName } from "./runtimes.ts";
import { startServer } from "./server-process.ts";
import { showProgress, tableOf } from "./table.ts";
import { type Target, targetLines } from "./targets.ts";

const CALLS = 20_000;

/** The most megabytes resident after all the calls. */
const LIMIT = 200;

interface Soaked {
  readonly name: string;
  readonly server: string;
  readonly variant: string;
  readonly request: string;
  /** Whether the runtime is told to keep its heap small. */
  readonly isHeld?: true;
}

/** Keeps V8's heap at 64 MB: else it grows as long as the machine has memory, whatever is live in it. */
const HELD: Partial<Record<RuntimeName, readonly string[]>> = {
  node: ["--max-old-space-size=64", "--max-semi-space-size=4"],
  deno: ["--v8-flags=--max-old-space-size=64,--max-semi-space-size=4"],
};

const WITHOUT_SDK = "Jackfield, /agent/search";
const MCP: readonly Soaked[] = [
  {
    name: "Jackfield, /mcp 2025-11-25",
    server: "jackfield",
    variant: "default",
    request: LEGACY_CALL,
  },
  {
    name: "Jackfield, /mcp 2026-07-28",
    server: "jackfield",
    variant: "default",
    request: MODERN_CALL,
  },
];
const OTHERS: readonly Soaked[] = [
  { ...MCP[0]!, name: `${MCP[0]!.name}, V8's heap held at 64 MB`, isHeld: true },
  { name: WITHOUT_SDK, server: "jackfield", variant: "default", request: SEARCH },
  { name: "SDK, Server per request", server: "sdk", variant: "low-level", request: LEGACY_CALL },
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
export async function benchSoak({ runtimes }: Options): Promise<object> {
  const rows: Row[] = [];
  const loader = startLoader();
  try {
    for (const runtime of runtimes) {
      const soaks = [...MCP, ...OTHERS].filter(({ isHeld }) => !isHeld || HELD[runtime]);
      for (const soaked of soaks) rows.push(await soak(runtime, soaked, loader));
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
    tableOf(
      ["runtime", "server", "MB at first", "after 1", `after ${CALLS / 2}`, `after ${CALLS}`],
      cells,
    ),
  );

  const mine = rows.filter(({ name }) => MCP.some((each) => each.name === name));
  const targets: Target[] = mine.map(({ runtime, name, afterAll }) => ({
    claim: `${runtime}: megabytes resident after ${CALLS} calls, ${name}`,
    figure: afterAll,
    atMost: LIMIT,
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
  console.log(`\n${targetLines(targets)}\n\n${lines.join("\n")}`);
  return { rows, targets, ofTheSdk };
}

async function soak(
  runtime: RuntimeName,
  { name, server, variant, request, isHeld }: Soaked,
  loader: Loader,
): Promise<Row> {
  showProgress(`${runtime}: ${name}, ${CALLS} calls`);
  const { pid, port, stop } = await startServer({
    runtime,
    server,
    variant,
    ...(isHeld && { flags: HELD[runtime]! }),
  });
  const half = async () => {
    const { answered, failed } = await loader.run({ port, request, seconds: 120, most: CALLS / 2 });
    if (failed > 0 || answered < CALLS / 2)
      throw new Error(
        `${runtime}, ${name}: ${answered} of ${CALLS / 2} answered, ${failed} failed.`,
      );
    return residentMegabytes(pid);
  };
  try {
    const atFirst = residentMegabytes(pid);
    await askOnce(port, request);
    const afterOne = residentMegabytes(pid);
    const halfway = await half();
    return { runtime, name, atFirst, afterOne, halfway, afterAll: await half() };
  } finally {
    await stop();
  }
}
