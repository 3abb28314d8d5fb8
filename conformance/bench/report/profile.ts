import { mkdir, readFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { startLoadGenerator } from "../load/load-generator.ts";
import { ROOT } from "../load/runtimes.ts";
import { startServer } from "../load/server-process.ts";
import type { BenchOptions } from "../options.ts";
import type { Contestant } from "./compare.ts";
import { REPORT_FOLDER } from "./report.ts";
import { formatTable, showProgress } from "./table.ts";

/**
 * Profiles servers on Node, stores the profiles, and prints the functions that took the most time.
 */
export async function profileServers(
  bench: string,
  contestants: readonly Contestant[],
  { seconds, connections = 16 }: Pick<BenchOptions, "seconds"> & { connections?: number },
): Promise<object> {
  await mkdir(REPORT_FOLDER, { recursive: true });
  const loader = startLoadGenerator();
  try {
    for (const { name, server, variant, request } of contestants) {
      showProgress(`profiling ${name}`);
      const file = `${REPORT_FOLDER}/bench-${bench}-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.cpuprofile`;
      const process = await startServer({
        runtime: "node",
        server,
        variant,
        flags: profileFlags(file),
      });
      await loader.run({ port: process.port, request, connections, seconds: 2 });
      const { completed } = await loader
        .run({ port: process.port, request, connections, seconds: Math.max(5, seconds) })
        .finally(process.stop);
      showProgress("");
      console.log(
        `\n${name}: ${completed} requests; ${relative(ROOT, file)}\n\n${await findHotFunctions(file, Math.max(5, seconds), completed)}`,
      );
    }
    return {};
  } finally {
    await loader.stop();
  }
}

/** Returns the flags with which Node writes a CPU profile when the process exits. */
export function profileFlags(file: string): string[] {
  const index = file.lastIndexOf("/");
  return [
    "--cpu-prof",
    "--cpu-prof-interval=250",
    `--cpu-prof-dir=${file.slice(0, index)}`,
    `--cpu-prof-name=${file.slice(index + 1)}`,
  ];
}

interface Profile {
  readonly nodes: readonly {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
  }[];
  readonly samples: readonly number[];
  /** Microseconds between samples. */
  readonly timeDeltas: readonly number[];
}

/** Formats the functions with the most self time in the last seconds of a profile. */
export async function findHotFunctions(
  file: string,
  seconds: number,
  requests: number,
  rows = 32,
): Promise<string> {
  const { nodes, samples, timeDeltas } = JSON.parse(await readFile(file, "utf8")) as Profile;
  const locations = new Map(nodes.map(({ id, callFrame }) => [id, formatLocation(callFrame)]));
  const selfTimes = new Map<string, number>();
  let busy = 0;
  let remaining = seconds * 1e6;
  for (let index = samples.length - 1; index >= 0 && remaining > 0; index--) {
    const time = timeDeltas[index]!;
    remaining -= time;
    const location = locations.get(samples[index]!)!;
    if (location.startsWith("(idle)")) continue;
    busy += time;
    selfTimes.set(location, (selfTimes.get(location) ?? 0) + time);
  }
  const top = [...selfTimes].sort(([, a], [, b]) => b - a).slice(0, rows);
  const lines = top.map(([location, time]) => [
    ...location.split(" @ "),
    ((time / busy) * 100).toFixed(1),
    (time / requests).toFixed(2),
  ]);
  return formatTable(["function", "location", "% busy", "µs/request"], lines);
}

function formatLocation({
  functionName,
  url,
  lineNumber,
}: Profile["nodes"][number]["callFrame"]): string {
  const path = url.startsWith("file:") ? relative(ROOT, fileURLToPath(url)) : url;
  return `${functionName || "(anonymous)"} @ ${path ? `${path}:${lineNumber + 1}` : "native"}`;
}
