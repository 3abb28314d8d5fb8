import { existsSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, resolve } from "node:path";
import { postgresSkipReason } from "../fixtures/postgres.ts";
import { renderChart } from "./capacity/line-chart.ts";
import { measureMemory } from "./capacity/memory.ts";
import { createPlot } from "./capacity/plot.ts";
import { formatTables } from "./capacity/tables.ts";
import { IN_FLIGHT, measureThroughput } from "./capacity/throughput.ts";
import type { BenchOptions } from "./options.ts";
import { showProgress } from "./report/table.ts";

/** More rounds would take longer than anyone waits. */
const MAX_ROUNDS = 3;
/** Shorter rounds have too few responses for their slowest percent. */
const MIN_SECONDS = 4;

/**
 * Measures what sizing needs: requests a second and CPU time by number of processes, and the memory
 * of a process. Takes about six minutes.
 */
export async function benchCapacity({ rounds, seconds, plot }: BenchOptions): Promise<object> {
  const skipReason = postgresSkipReason();
  if (skipReason !== undefined) throw new Error(skipReason);
  // Otherwise, this would fail at the end.
  if (plot !== undefined && !existsSync(dirname(resolve(plot))))
    throw new Error(`--plot is "${plot}", but its folder doesn't exist.`);
  const throughput = await measureThroughput({
    rounds: Math.min(rounds, MAX_ROUNDS),
    seconds: Math.max(seconds, MIN_SECONDS),
  });
  const memory = await measureMemory();
  showProgress("");
  console.log(formatTables(throughput, memory));
  if (plot !== undefined) {
    const notes = [
      `${IN_FLIGHT} requests in flight. Load, database and processes share ${cpus().length} cores (${cpus()[0]?.model.trim()}).`,
      `Measured on ${new Date().toISOString().slice(0, 10)}.`,
    ];
    writeFileSync(plot, renderChart(createPlot(throughput.rows, { notes })));
    console.log(`\nThe plot is in ${plot}.`);
  }
  return { inFlight: IN_FLIGHT, ...throughput, memory };
}
