import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { median } from "./median.ts";
import type { BenchOptions } from "./options.ts";
import { processEnvironment, ROOT, RUNTIMES, type RuntimeName } from "./runtimes.ts";
import { formatTable, showProgress } from "./table.ts";
import { formatTargets } from "./targets.ts";

/** What one reading took: milliseconds of CPU but `elapsed`; microseconds a query, the median and the slowest twentieth; megabytes. */
interface Measurement {
  readonly megabytes: number;
  readonly pages: number;
  readonly hits: number;
  readonly parse: number;
  readonly index: number;
  readonly cpu: number;
  readonly elapsed: number;
  readonly query: number;
  readonly slowQuery: number;
  readonly memory: number;
}

const PARSERS = ["Jackfield", "regular expression", "htmlparser2"];

/** A sitemap of 50,000 addresses, read and indexed in a process that has done nothing before, as at the start of the service. */
export async function benchSitemap({ rounds, runtimes }: BenchOptions): Promise<object> {
  const all = new Map<string, Measurement[]>();
  for (let round = 1; round <= rounds; round++) {
    for (const runtime of runtimes) {
      for (const parser of PARSERS) {
        showProgress(`${runtime}: round ${round} of ${rounds}, ${parser}`);
        const key = `${runtime} ${parser}`;
        all.set(key, [...(all.get(key) ?? []), await measureParser(runtime, parser)]);
      }
    }
  }
  showProgress("");
  const rows = runtimes.flatMap((runtime) =>
    PARSERS.map((parser) => ({
      runtime,
      way: parser,
      ...computeMedians(all.get(`${runtime} ${parser}`)!),
    })),
  );
  for (const { runtime, way, pages, hits } of rows) {
    if (pages !== rows[0]!.pages || hits !== rows[0]!.hits)
      throw new Error(
        `${way} on ${runtime} finds ${pages} pages and ${hits} hits, the first ${rows[0]!.pages} and ${rows[0]!.hits}.`,
      );
  }
  const titles = [
    "runtime",
    "parser",
    "parse, ms CPU",
    "MB/s",
    "index, ms CPU",
    "all, ms CPU",
    "elapsed, ms",
    "query, µs",
    "slowest 5 %, µs",
    "+MB resident",
  ];
  const cells = rows.map(
    ({ runtime, way, parse, index, cpu, elapsed, query, slowQuery, memory, megabytes }) => [
      runtime,
      way,
      ...[parse, (megabytes / parse) * 1000, index, cpu, elapsed].map((figure) =>
        figure.toFixed(0),
      ),
      query.toFixed(1),
      slowQuery.toFixed(0),
      memory.toFixed(0),
    ],
  );
  const targets = rows
    .filter(({ way }) => way === PARSERS[0])
    .flatMap(({ runtime, cpu, query }) => [
      {
        description: `${runtime}: milliseconds of CPU to parse and index 50,000 addresses`,
        measured: cpu,
        max: 500,
      },
      { description: `${runtime}: microseconds for a query`, measured: query, max: 50 },
    ]);
  console.log(`${formatTable(titles, cells)}\n\n${formatTargets(targets)}`);
  return { rows, targets };
}

async function measureParser(runtime: RuntimeName, parser: string): Promise<Measurement> {
  const [command, ...commandArgs] = RUNTIMES[runtime];
  const { stdout } = await promisify(execFile)(
    command,
    [...commandArgs, `${ROOT}conformance/bench/sitemap-reader.ts`, parser],
    { cwd: ROOT, env: processEnvironment, timeout: 60_000 },
  );
  return JSON.parse(stdout) as Measurement;
}

function computeMedians(all: readonly Measurement[]): Measurement {
  const names = Object.keys(all[0]!) as (keyof Measurement)[];
  return Object.fromEntries(
    names.map((name) => [name, median(all.map((each) => each[name]))]),
  ) as unknown as Measurement;
}
