import type { Chart, ChartSeries } from "./line-chart.ts";
import type { ThroughputRow } from "./throughput.ts";

/** Creates the chart of requests a second and of the slowest responses by number of processes. */
export function createPlot(
  rows: readonly ThroughputRow[],
  { notes }: { readonly notes: readonly string[] },
): Chart {
  const toSeries = (read: (row: ThroughputRow) => number): ChartSeries[] =>
    SERIES.map(({ name, database, limiter }) => ({
      name,
      points: rows
        .filter((row) => row.database === database && row.limiter === limiter)
        .map((row) => ({ x: row.processes, y: read(row) })),
    }));
  return {
    title: "Mixed load by number of processes",
    notes,
    axis: "Jackfield processes",
    ticks: [...new Set(rows.map(({ processes }) => processes))].sort((a, b) => a - b),
    panels: [
      { title: "Requests a second", series: toSeries(({ rate }) => rate) },
      { title: "99th percentile of the latency, ms", series: toSeries(({ p99 }) => p99) },
    ],
  };
}

const SERIES = [
  { name: "PostgreSQL", database: "PostgreSQL", limiter: "on" },
  { name: "PostgreSQL, rate limits off", database: "PostgreSQL", limiter: "off" },
  { name: "SQLite", database: "SQLite", limiter: "on" },
] as const;
