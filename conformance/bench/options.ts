import { parseArgs } from "node:util";
import { RUNTIMES, type RuntimeName } from "./load/runtimes.ts";
import type { Latency } from "./servers/shop.ts";

export interface BenchOptions {
  readonly bench: string;
  readonly rounds: number;
  /** Seconds of load on each server in each round. */
  readonly seconds: number;
  readonly runtimes: readonly RuntimeName[];
  /** Whether `start` measures the first start of a fresh clone. */
  readonly fresh: boolean;
  /** The folder of the other version in `versions` and in `start` of fresh clones. */
  readonly old?: string | undefined;
  /** Whether to profile Jackfield instead of comparing it. */
  readonly profiles: boolean;
  /** The latency of the payment provider in `checkouts`. */
  readonly latency: Latency;
  /** The number of checkouts in a full store. 0 skips that measurement. */
  readonly stored: number;
  /** The file to which `capacity` writes its plot. */
  readonly plot?: string | undefined;
  /** Options of `find`: a file of queries instead of the development sets. */
  readonly find: {
    readonly data?: string | undefined;
    readonly withCatalog: boolean;
  };
}

export const HELP = `Compares the speed and memory of Jackfield with other servers and libraries.

Usage: npm run bench -- <benchmark> [options]

Benchmarks:
  http         GET /agent/search, compared with a bare server, Hono and Fastify
  mcp          tools/call search_pages, compared with a bare server and the official SDK
  proxy        the reverse proxy, compared with a bare proxy and nginx, and pages as Markdown
  start        time to the first response, and memory
  soak         memory after 20,000 tools/call requests on each runtime
  sitemap      parsing, indexing and searching 50,000 URLs
  markdown     speed and completeness of the HTML to Markdown conversion
  extraction   main content of labeled pages, compared with Readability and Defuddle
  signatures   the cost of verifying a signed request
  checkouts    creating and reading checkouts, also with a million stored
  catalog      compiling, opening and reading the app catalog
  find         tool search, compared with SQLite FTS5 and MiniSearch
  apps         app search by purpose and misspelled name, compared with the same
  search       page search with questions on documentations, compared with MiniSearch and Orama
  platform     the platform with the whole catalog: start, memory, requests
  pages        the pages of the account: size and CPU time
  capacity     requests a second and memory by number of processes, for sizing
  run          running a tool, compared with a bare proxy
  remote-mcp   calling a remote MCP server, compared with the official client
  clients      the JavaScript and Python clients, compared with other libraries
  http-clients HTTP clients for tool runs and the proxy
  events       webhooks, compared with a bare server and Fastify, and the delay of events
  actions      empty actions, compared with pg-boss, OpenWorkflow and DBOS
  polls        polls that are due at once, and equal ones
  connections  connecting an app, and 10,000 tokens that expire in one minute
  versions     http, mcp, run, proxy and start, compared with another checkout

Options:
  --rounds N      rounds, of which the median counts (default 25, with --fresh 3)
  --seconds N     seconds of load on each server in each round (default 0.2)
  --runtime NAME  node, bun or deno, repeatable (default all)
  --fresh         start: the first start of a fresh clone, set-up included
  --old FOLDER    versions: the other checkout, with its dependencies installed; start --fresh: the
                  other checkout
  --profile       profile Jackfield on Node instead of comparing it
  --open MS       checkouts: time in which the payment provider opens a page (default 20)
  --find MS       checkouts: time in which it looks up a payment (default 5)
  --stored N      checkouts: number in a full store, 0 to skip (default 1000000)
  --plot FILE     capacity: also draw the requests a second as an SVG image
  --data FILE     find: use only the queries of this file
  --with-catalog  find: add the tools of that file to the catalog in CATALOG_DIR
  --help          show this help

Results are written to conformance/report/bench-<benchmark>.json. Requires Linux.
`;

/** Parses the command line. Returns the options, `"help"` or an error message. */
export function parseOptions(args: readonly string[]): BenchOptions | "help" | { wrong: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        rounds: { type: "string" },
        seconds: { type: "string", default: "0.2" },
        runtime: { type: "string", multiple: true, default: Object.keys(RUNTIMES) },
        fresh: { type: "boolean", default: false },
        old: { type: "string" },
        profile: { type: "boolean", default: false },
        open: { type: "string", default: "20" },
        find: { type: "string", default: "5" },
        stored: { type: "string", default: "1000000" },
        plot: { type: "string" },
        data: { type: "string" },
        "with-catalog": { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    if (values.help || positionals.length === 0) return "help";
    if (positionals.length > 1)
      return { wrong: `Run one benchmark at a time, not ${positionals.join(", ")}.` };
    if (values.fresh && positionals[0] !== "start")
      return { wrong: `--fresh works with start only, not with ${positionals[0]}.` };
    if (values.plot !== undefined && positionals[0] !== "capacity")
      return { wrong: `--plot works with capacity only, not with ${positionals[0]}.` };
    const unknown = values.runtime.find((name) => !Object.hasOwn(RUNTIMES, name));
    if (unknown) return { wrong: `--runtime must be node, bun or deno, not "${unknown}".` };
    const rounds = Number(values.rounds ?? (values.fresh ? 3 : 25));
    if (!Number.isInteger(rounds) || rounds < 1 || rounds > 100)
      return { wrong: `--rounds must be an integer from 1 to 100, not "${values.rounds}".` };
    const seconds = Number(values.seconds);
    if (!(seconds >= 0.1 && seconds <= 60))
      return { wrong: `--seconds must be from 0.1 to 60, not "${values.seconds}".` };
    for (const [name, max] of [
      ["open", 1000],
      ["find", 1000],
      ["stored", 10_000_000],
    ] as const) {
      const input = values[name];
      if (!/^\d+$/.test(input) || Number(input) > max)
        return { wrong: `--${name} must be an integer from 0 to ${max}, not "${input}".` };
    }
    return {
      bench: positionals[0]!,
      rounds,
      seconds,
      runtimes: values.runtime as RuntimeName[],
      fresh: values.fresh,
      old: values.old,
      profiles: values.profile,
      latency: { open: Number(values.open), find: Number(values.find) },
      stored: Number(values.stored),
      plot: values.plot,
      find: {
        data: values.data,
        withCatalog: values["with-catalog"],
      },
    };
  } catch (error) {
    return { wrong: (error as Error).message };
  }
}
