import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { median } from "./median.ts";
import type { Options } from "./options.ts";
import { environment, ROOT, RUNTIMES, type RuntimeName } from "./runtimes.ts";
import { showProgress, tableOf } from "./table.ts";
import { targetLines } from "./targets.ts";

/** What one reading took: milliseconds of CPU but `elapsed`; microseconds a query, the median and the slowest twentieth; megabytes. */
interface Reading {
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

const WAYS = ["Jackfield", "regular expression", "htmlparser2"];

/** A sitemap of 50,000 addresses, read and indexed in a process that has done nothing before, as at the start of the service. */
export async function benchSitemap({ rounds, runtimes }: Options): Promise<object> {
  const all = new Map<string, Reading[]>();
  for (let round = 1; round <= rounds; round++) {
    for (const runtime of runtimes) {
      for (const way of WAYS) {
        showProgress(`${runtime}: round ${round} of ${rounds}, ${way}`);
        const key = `${runtime} ${way}`;
        all.set(key, [...(all.get(key) ?? []), await reading(runtime, way)]);
      }
    }
  }
  showProgress("");
  const rows = runtimes.flatMap((runtime) =>
    WAYS.map((way) => ({ runtime, way, ...medians(all.get(`${runtime} ${way}`)!) })),
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
    .filter(({ way }) => way === WAYS[0])
    .flatMap(({ runtime, cpu, query }) => [
      {
        claim: `${runtime}: milliseconds of CPU to parse and index 50,000 addresses`,
        figure: cpu,
        atMost: 500,
      },
      { claim: `${runtime}: microseconds for a query`, figure: query, atMost: 50 },
    ]);
  console.log(`${tableOf(titles, cells)}\n\n${targetLines(targets)}`);
  return { rows, targets };
}

async function reading(runtime: RuntimeName, way: string): Promise<Reading> {
  const [command, ...words] = RUNTIMES[runtime];
  const { stdout } = await promisify(execFile)(
    command,
    [...words, `${ROOT}conformance/bench/sitemap-reader.ts`, way],
    { cwd: ROOT, env: environment, timeout: 60_000 },
  );
  return JSON.parse(stdout) as Reading;
}

function medians(all: readonly Reading[]): Reading {
  const names = Object.keys(all[0]!) as (keyof Reading)[];
  return Object.fromEntries(
    names.map((name) => [name, median(all.map((each) => each[name]))]),
  ) as unknown as Reading;
}
