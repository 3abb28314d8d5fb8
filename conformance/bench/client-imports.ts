import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { processEnvironment, ROOT, RUNTIMES } from "./load/runtimes.ts";
import { median } from "./report/median.ts";
import { formatTable } from "./report/table.ts";
import type { PerformanceTarget } from "./report/targets.ts";

const run = promisify(execFile);
const PYTHON_PACKAGE = join(ROOT, "generated/clients/python");
const OPENAI = pathToFileURL(join(ROOT, "node_modules/openai/index.mjs")).href;

/** Imports a module, and prints the milliseconds that it took. */
const jsProgram = (url: string) =>
  `const started = performance.now(); await import(${JSON.stringify(url)}); console.log(performance.now() - started);`;
const pythonProgram = (module: string) =>
  `import time; started = time.perf_counter(); import ${module}; print((time.perf_counter() - started) * 1e3)`;

/** The most milliseconds that an import of the JavaScript client may take on Node.js. */
const NODE_LIMIT_MS = 60;

/** Measures how long a new process takes to import the clients as they are published. */
export async function benchClientImports(rounds: number) {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-client-"));
  try {
    const build = join(ROOT, "adapters/package/build-client.ts");
    execFileSync(process.execPath, [build, folder]);
    const client = pathToFileURL(join(folder, "dist/platform.js")).href;
    const contestants = [
      { module: "@jackfield/client", command: [...RUNTIMES.node], program: jsProgram(client) },
      { module: "openai", command: [...RUNTIMES.node], program: jsProgram(OPENAI) },
      ...["jackfield", "http.client", "requests", "httpx"].map((module) => ({
        module,
        command: ["python3"],
        program: pythonProgram(module),
      })),
    ].map((contestant) => ({ ...contestant, rounds: [] as number[] }));
    for (let round = 0; round < rounds; round++)
      for (const { command, program, rounds: times } of contestants) {
        const milliseconds = await measure(command, program);
        if (milliseconds !== undefined) times.push(milliseconds);
      }
    const rows = contestants
      .filter(({ rounds: times }) => times.length > 0)
      .map(({ module, rounds: times }) => ({ module, milliseconds: median(times) }));
    const cells = rows.map(({ module, milliseconds }) => [module, milliseconds.toFixed(1)]);
    console.log(`\n${formatTable(["import", "ms"], cells)}`);
    const targets: PerformanceTarget[] = [
      {
        description: "node: ms to import @jackfield/client",
        measured: rows[0]!.milliseconds,
        max: NODE_LIMIT_MS,
      },
    ];
    return { rows, targets };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Resolves with undefined if the module isn't installed. */
async function measure(
  [executable, ...args]: readonly string[],
  program: string,
): Promise<number | undefined> {
  const isPython = executable === "python3";
  const options = isPython ? ["-c"] : ["--input-type=module", "--eval"];
  try {
    const { stdout } = await run(executable!, [...args, ...options, program], {
      env: { ...processEnvironment, ...(isPython && { PYTHONPATH: PYTHON_PACKAGE }) },
    });
    return Number(stdout);
  } catch {
    return undefined;
  }
}
