import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { processEnvironment, ROOT, RUNTIMES, type RuntimeName } from "../load/runtimes.ts";
import type { BenchOptions } from "../options.ts";
import { median } from "../report/median.ts";
import { formatTable, showProgress } from "../report/table.ts";
import { formatTargets } from "../report/targets.ts";

/**
 * The measurements of one process. `parse`, `index` and `cpu` are CPU milliseconds, `elapsed` is
 * milliseconds, `query` (median) and `slowQuery` (slowest 5 %) are microseconds, and `memory` and
 * `megabytes` are megabytes.
 */
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

/** Measures parsing and indexing 50,000 URLs in a new process, as at the start of the service. */
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
      parser,
      ...computeMedians(all.get(`${runtime} ${parser}`)!),
    })),
  );
  for (const { runtime, parser, pages, hits } of rows) {
    if (pages !== rows[0]!.pages || hits !== rows[0]!.hits)
      throw new Error(
        `${parser} on ${runtime} finds ${pages} pages and ${hits} hits, but the first row has ${rows[0]!.pages} and ${rows[0]!.hits}.`,
      );
  }
  const titles = [
    "runtime",
    "parser",
    "parse, CPU ms",
    "MB/s",
    "index, CPU ms",
    "total, CPU ms",
    "elapsed, ms",
    "query, µs",
    "slowest 5 %, µs",
    "+MB resident",
  ];
  const cells = rows.map(
    ({ runtime, parser, parse, index, cpu, elapsed, query, slowQuery, memory, megabytes }) => [
      runtime,
      parser,
      ...[parse, (megabytes / parse) * 1000, index, cpu, elapsed].map((figure) =>
        figure.toFixed(0),
      ),
      query.toFixed(1),
      slowQuery.toFixed(0),
      memory.toFixed(0),
    ],
  );
  const targets = rows
    .filter(({ parser }) => parser === PARSERS[0])
    .flatMap(({ runtime, cpu, query }) => [
      {
        description: `${runtime}: CPU ms to parse and index 50,000 URLs`,
        measured: cpu,
        max: 500,
      },
      { description: `${runtime}: µs per query`, measured: query, max: 50 },
    ]);
  console.log(`${formatTable(titles, cells)}\n\n${formatTargets(targets)}`);
  return { rows, targets };
}

async function measureParser(runtime: RuntimeName, parser: string): Promise<Measurement> {
  const [command, ...commandArgs] = RUNTIMES[runtime];
  const { stdout } = await promisify(execFile)(
    command,
    [...commandArgs, `${ROOT}conformance/bench/content/sitemap-reader.ts`, parser],
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
