import { mkdir, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { relative } from "node:path";
import process from "node:process";
import { ROOT } from "../load/runtimes.ts";
import type { BenchOptions } from "../options.ts";

/** The folder of results and profiles. Git ignores it. */
export const REPORT_FOLDER = `${ROOT}conformance/report`;

/** Writes results as JSON with time, machine and versions. Returns a line for the terminal. */
export async function writeReport(
  options: BenchOptions,
  versions: Record<string, string>,
  results: object,
): Promise<string> {
  const machine = {
    cores: cpus().length,
    model: cpus()[0]?.model.trim(),
    load: loadavg().map((load) => Math.round(load * 10) / 10),
  };
  const report = { measured: new Date().toISOString(), machine, versions, options, ...results };
  await mkdir(REPORT_FOLDER, { recursive: true });
  const file = `${REPORT_FOLDER}/bench-${options.bench}.json`;
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
  return `${machine.cores} cores (${machine.model}), load ${machine.load.join(" ")}. Written to ${relative(process.cwd(), file)}.`;
}
