import { execFile, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Manifest } from "../../adapters/catalog/format.ts";
import { processEnvironment, ROOT, RUNTIMES, type RuntimeName } from "./load/runtimes.ts";
import type { BenchOptions } from "./options.ts";
import { median } from "./report/median.ts";
import { formatTable, showProgress } from "./report/table.ts";
import { formatTargets } from "./report/targets.ts";

/** Times in milliseconds, memory in megabytes. */
interface Measurement {
  readonly tools: number;
  readonly open: number;
  readonly card: number;
  readonly cold: number;
  readonly slowest: number;
  readonly warm: number;
  readonly memory: number;
}

/** Compiles the catalog once on Node from earlier downloads, and reads it on each runtime. */
export async function benchCatalog({ rounds, runtimes }: BenchOptions): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-catalog-"));
  try {
    const downloads = join(ROOT, "catalog/.downloads");
    if (existsSync(downloads)) cpSync(downloads, join(folder, ".downloads"), { recursive: true });
    showProgress("compiling");
    const compiled = await compileCatalog(folder);
    const rows: (Measurement & { readonly runtime: RuntimeName })[] = [];
    for (const runtime of runtimes) {
      const all: Measurement[] = [];
      for (let round = 1; round <= rounds; round++) {
        showProgress(`${runtime}: round ${round} of ${rounds}`);
        all.push(await measureReader(runtime, folder));
      }
      const names = Object.keys(all[0]!) as (keyof Measurement)[];
      rows.push({
        runtime,
        ...(Object.fromEntries(
          names.map((name) => [name, median(all.map((each) => each[name]))]),
        ) as unknown as Measurement),
      });
    }
    showProgress("");
    const titles = [
      "runtime",
      "open, ms",
      "card, ms",
      "tool, ms",
      "slowest 1 %, ms",
      "tool again, ms",
      "+MB resident",
    ];
    const cells = rows.map(({ runtime, open, card, cold, slowest, warm, memory }) => [
      runtime,
      open.toFixed(0),
      card.toFixed(2),
      cold.toFixed(1),
      slowest.toFixed(0),
      warm.toFixed(2),
      memory.toFixed(0),
    ]);
    const targets = [
      {
        description: "seconds to compile the downloaded catalog",
        measured: compiled.seconds,
        max: 180,
      },
    ];
    console.log(
      `${compiled.apps} apps, ${compiled.tools} tools: compiled in ${compiled.seconds.toFixed(0)} s, peak memory ${compiled.peak.toFixed(0)} MB, ${compiled.megabytes.toFixed(0)} MB on disk\n\n${formatTable(titles, cells)}\n\n${formatTargets(targets)}`,
    );
    return { compiled, rows, targets };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compileCatalog(folder: string) {
  const child = spawn("node", [`${ROOT}adapters/start.ts`, "catalog", "--dir", folder], {
    cwd: ROOT,
    env: processEnvironment,
    stdio: ["ignore", "ignore", "inherit"],
  });
  let peak = 0;
  const timer = setInterval(() => {
    const status = existsSync(`/proc/${child.pid}/status`)
      ? readFileSync(`/proc/${child.pid}/status`, "latin1")
      : "";
    peak = Math.max(peak, (Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024) / 1e6);
  }, 100);
  const code = await new Promise((resolve) => child.once("exit", resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error("Compiling the catalog failed.");
  const manifest = JSON.parse(readFileSync(join(folder, "catalog.json"), "utf8")) as Manifest;
  return {
    apps: manifest.apps,
    tools: manifest.tools,
    seconds: manifest.seconds,
    peak,
    megabytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6,
  };
}

async function measureReader(runtime: RuntimeName, folder: string): Promise<Measurement> {
  const [command, ...commandArgs] = RUNTIMES[runtime];
  const { stdout } = await promisify(execFile)(
    command,
    [...commandArgs, `${ROOT}conformance/bench/catalog-reader.ts`, folder],
    { cwd: ROOT, env: processEnvironment, timeout: 60_000 },
  );
  return JSON.parse(stdout) as Measurement;
}
