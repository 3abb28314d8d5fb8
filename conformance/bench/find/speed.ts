import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { processEnvironment, ROOT, RUNTIMES } from "../runtimes.ts";

/** What one engine takes with the catalog's tools: CPU to build, load and ask, memory. */
export interface Speed {
  readonly engine: string;
  readonly tools: number;
  readonly buildSeconds: number;
  /** Of the file. */
  readonly megabytes: number;
  readonly loadMilliseconds: number;
  /** Resident more than before: once it is open, and once it was asked everything. */
  readonly loadedMegabytes: number;
  readonly queriedMegabytes: number;
  /** Milliseconds of CPU for a task: the median, and the slowest hundredth. */
  readonly median: number;
  readonly slowest: number;
}

/** Measures each engine in processes of its own, on Node. */
export async function measureSpeed(
  engine: string,
  catalog: string,
  tasks: readonly string[],
): Promise<Speed> {
  const folder = await mkdtemp(`${tmpdir()}/jackfield-find-`);
  try {
    await writeFile(`${folder}/tasks.json`, JSON.stringify(tasks));
    const built = await runReader("build", engine, `${folder}/index`, catalog);
    const queried = await runReader("ask", engine, `${folder}/index`, `${folder}/tasks.json`);
    return { engine, ...built, ...queried } as Speed;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function runReader(...args: readonly string[]): Promise<object> {
  const { stdout } = await promisify(execFile)(
    RUNTIMES.node[0],
    [`${ROOT}conformance/bench/find/speed-reader.ts`, ...args],
    { cwd: ROOT, env: processEnvironment, timeout: 900_000 },
  );
  return JSON.parse(stdout) as object;
}
