import type { LinearFit } from "./linear-fit.ts";
import type { MemoryResult } from "./memory.ts";
import type { KindRow, ThroughputRow } from "./throughput.ts";

/** Formats the results as the Markdown tables of the page Sizing, in its order. */
export const formatTables = (
  { rows, kinds }: { readonly rows: readonly ThroughputRow[]; readonly kinds: readonly KindRow[] },
  memory: MemoryResult,
): string =>
  [
    formatMarkdownTable(
      ["Processes", "Requests a second", "Median, ms", "99th percentile, ms"],
      rows.map((row) => [
        describeSetup(row),
        formatCount(row.rate),
        row.p50.toFixed(0),
        row.p99.toFixed(0),
      ]),
    ),
    formatMarkdownTable(
      ["Mix of requests", ...CPU_TITLES],
      rows.map((row) => [describeSetup(row), ...formatCpu(row)]),
    ),
    formatMarkdownTable(
      ["Only this request", ...CPU_TITLES],
      kinds.map((row) => [row.kind, ...formatCpu(row)]),
    ),
    formatMarkdownTable(["What", "Memory of a process"], listMemory(rows, memory)),
    `A page has ${(memory.bytesPerPage / 1_000).toFixed(1)} kB. A process has up to ${Math.max(...rows.map((row) => row.connections / row.processes))} connections to PostgreSQL. The load generator and the app take ${describeLoad(rows)} ms of CPU time a request.`,
  ].join("\n\n");

function describeLoad(rows: readonly ThroughputRow[]): string {
  const times = rows.map(({ cpu }) => cpu.load);
  return `${Math.min(...times).toFixed(2)} to ${Math.max(...times).toFixed(2)}`;
}

const CPU_TITLES = [
  "Jackfield, CPU ms",
  "PostgreSQL, CPU ms",
  "Requests a second that a core of Jackfield serves",
];

const describeSetup = ({ processes, database, limiter }: ThroughputRow): string =>
  `${processes} ${database === "PostgreSQL" ? "on PostgreSQL" : "with SQLite"}${limiter === "off" ? ", rate limits off" : ""}`;

const formatCpu = ({ cpu }: Pick<ThroughputRow, "cpu">): string[] => [
  cpu.jackfield.toFixed(2),
  cpu.database > 0 ? cpu.database.toFixed(2) : "",
  formatCount(1_000 / cpu.jackfield),
];

function listMemory(
  rows: readonly ThroughputRow[],
  { start, slopes }: MemoryResult,
): (readonly string[])[] {
  const loaded = rows.map(({ megabytes }) => megabytes);
  return [
    ["After the start, both services with the whole catalog", formatMegabytes(start.both)],
    ["After the start, only the site", formatMegabytes(start.site)],
    ["After the start, only the platform", formatMegabytes(start.platform)],
    [
      "After the load above",
      `${Math.min(...loaded).toFixed(0)} to ${formatMegabytes(Math.max(...loaded))}`,
    ],
    ...slopes.map(({ name, resident }) => {
      const unit = name === "pages" ? 10_000 : 1_000;
      return [`For each ${formatCount(unit)} ${name}`, formatSlope(resident, unit)];
    }),
  ];
}

/** Formats the memory of a number of things, with its standard error. */
function formatSlope({ slope, slopeError = 0 }: LinearFit, unit: number): string {
  // Without a sign if it rounds to 0.
  const megabytes = Math.round(slope * unit * 10) / 10 || 0;
  return `${megabytes.toFixed(1).replace("-", "−")} ± ${(slopeError * unit).toFixed(1)} MB`;
}

const formatMegabytes = (megabytes: number): string => `${megabytes.toFixed(0)} MB`;

const formatCount = (count: number): string => Math.round(count).toLocaleString("en");

const formatMarkdownTable = (
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): string =>
  [titles, titles.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
