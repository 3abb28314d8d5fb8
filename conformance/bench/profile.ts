import { mkdir, readFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Contestant } from "./compare.ts";
import { startLoader } from "./loader.ts";
import type { Options } from "./options.ts";
import { REPORT_FOLDER } from "./report.ts";
import { ROOT } from "./runtimes.ts";
import { startServer } from "./server-process.ts";
import { showProgress, tableOf } from "./table.ts";

/** Runs servers on Node under its profiler, keeps the profiles, and prints the functions that took most of the time. */
export async function profileServers(
  bench: string,
  contestants: readonly Contestant[],
  { seconds, connections = 16 }: Pick<Options, "seconds"> & { connections?: number },
): Promise<object> {
  await mkdir(REPORT_FOLDER, { recursive: true });
  const loader = startLoader();
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
      const { answered } = await loader
        .run({ port: process.port, request, connections, seconds: Math.max(5, seconds) })
        .finally(process.stop);
      showProgress("");
      console.log(
        `\n${name}: ${answered} requests; ${relative(ROOT, file)}\n\n${await hottest(file, Math.max(5, seconds), answered)}`,
      );
    }
    return {};
  } finally {
    await loader.stop();
  }
}

/** What makes Node keep a profile when the process ends. */
export function profileFlags(file: string): string[] {
  const at = file.lastIndexOf("/");
  return [
    "--cpu-prof",
    "--cpu-prof-interval=250",
    `--cpu-prof-dir=${file.slice(0, at)}`,
    `--cpu-prof-name=${file.slice(at + 1)}`,
  ];
}

interface Profile {
  readonly nodes: readonly {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
  }[];
  readonly samples: readonly number[];
  /** Microseconds from one sample to the next. */
  readonly timeDeltas: readonly number[];
}

/** The functions with most time of their own, as µs a request, in the last seconds of a profile. */
export async function hottest(
  file: string,
  seconds: number,
  requests: number,
  rows = 32,
): Promise<string> {
  const { nodes, samples, timeDeltas } = JSON.parse(await readFile(file, "utf8")) as Profile;
  const places = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
  const own = new Map<string, number>();
  let busy = 0;
  let left = seconds * 1e6;
  for (let at = samples.length - 1; at >= 0 && left > 0; at--) {
    const time = timeDeltas[at]!;
    left -= time;
    const place = places.get(samples[at]!)!;
    if (place.startsWith("(idle)")) continue;
    busy += time;
    own.set(place, (own.get(place) ?? 0) + time);
  }
  const top = [...own].sort(([, a], [, b]) => b - a).slice(0, rows);
  const lines = top.map(([place, time]) => [
    ...place.split(" @ "),
    ((time / busy) * 100).toFixed(1),
    (time / requests).toFixed(2),
  ]);
  return tableOf(["function", "where", "% busy", "µs/request"], lines);
}

function placeOf({ functionName, url, lineNumber }: Profile["nodes"][number]["callFrame"]): string {
  const where = url.startsWith("file:") ? relative(ROOT, fileURLToPath(url)) : url;
  return `${functionName || "(anonymous)"} @ ${where ? `${where}:${lineNumber + 1}` : "native"}`;
}
