import { mkdir, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { relative } from "node:path";
import process from "node:process";
import type { BenchOptions } from "./options.ts";
import { ROOT } from "./runtimes.ts";

/** Where results and profiles are kept; ignored by git. */
export const REPORT_FOLDER = `${ROOT}conformance/report`;

/** Writes a bench's results as JSON, with when and on what they were measured; says where. */
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
