import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { processEnvironment, ROOT, RUNTIMES } from "../load/runtimes.ts";

/** The cost of one engine with the tools of the catalog. Times are CPU time. */
export interface Speed {
  readonly engine: string;
  readonly tools: number;
  readonly buildSeconds: number;
  /** The size of the index file. */
  readonly megabytes: number;
  readonly loadMilliseconds: number;
  /** The additional resident memory once the index is open, and after all queries. */
  readonly loadedMegabytes: number;
  readonly queriedMegabytes: number;
  /** CPU milliseconds per task: the median and the slowest 1 %. */
  readonly median: number;
  readonly slowest: number;
}

/** Measures an engine in separate Node processes. */
export async function measureSpeed(
  engine: string,
  catalog: string,
  tasks: readonly string[],
): Promise<Speed> {
  const folder = await mkdtemp(`${tmpdir()}/jackfield-find-`);
  try {
    await writeFile(`${folder}/tasks.json`, JSON.stringify(tasks));
    const built = await runReader("build", engine, `${folder}/index`, catalog);
    const queried = await runReader("query", engine, `${folder}/index`, `${folder}/tasks.json`);
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
