/**
 * `build <engine> <index file> <catalog folder>` builds an index. `query <engine> <index file>
 * <tasks file>` opens it and searches for each task. Both print CPU time and memory as JSON.
 */
import { readFileSync, statSync } from "node:fs";
import process from "node:process";
import { residentMegabytes } from "../load/process-usage.ts";
import { readCatalogTools } from "./catalog.ts";
import { ENGINES } from "./engines.ts";

const [phase, name, file, source] = process.argv.slice(2) as [
  "build" | "query",
  string,
  string,
  string,
];
const engine = ENGINES[name]!;
/** Returns the CPU time of all threads so far, in milliseconds. */
const cpuMilliseconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

if (phase === "build") {
  const tools = await readCatalogTools(source);
  const start = cpuMilliseconds();
  await engine.build(tools, file);
  console.log(
    JSON.stringify({
      tools: tools.length,
      buildSeconds: (cpuMilliseconds() - start) / 1000,
      megabytes: statSync(file).size / 1e6,
    }),
  );
} else {
  const tasks = JSON.parse(readFileSync(source, "utf8")) as string[];
  const before = residentMegabytes(process.pid);
  const cpuBefore = cpuMilliseconds();
  const search = await engine.open(file);
  const loaded = {
    loadMilliseconds: cpuMilliseconds() - cpuBefore,
    loadedMegabytes: residentMegabytes(process.pid) - before,
  };
  for (const task of tasks) search(task, 10);
  const latencies = tasks.map((task) => {
    const begin = cpuMilliseconds();
    search(task, 10);
    return cpuMilliseconds() - begin;
  });
  latencies.sort((a, b) => a - b);
  console.log(
    JSON.stringify({
      ...loaded,
      queriedMegabytes: residentMegabytes(process.pid) - before,
      median: latencies[latencies.length >> 1],
      slowest: latencies[Math.floor(latencies.length * 0.99)],
    }),
  );
}
