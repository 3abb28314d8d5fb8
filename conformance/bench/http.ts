import { SEARCH_REQUEST as request } from "./load/requests.ts";
import type { RuntimeName } from "./load/runtimes.ts";
import type { BenchOptions } from "./options.ts";
import {
  COLUMN_TITLES,
  type Contestant,
  compare,
  formatOverhead,
  formatRow,
  OVERHEAD_TITLE,
  type Row,
} from "./report/compare.ts";
import { profileServers } from "./report/profile.ts";
import { formatTable } from "./report/table.ts";
import {
  createOverheadTarget,
  createTarget,
  formatTargets,
  type PerformanceTarget,
} from "./report/targets.ts";

const JACKFIELD: readonly Contestant[] = [
  { name: "Jackfield", server: "jackfield", variant: "bare", request },
  { name: "Jackfield, limiter on", server: "jackfield", variant: "limit", request },
  { name: "Jackfield, as npm start", server: "jackfield", variant: "default", request },
];
const PEERS: readonly Contestant[] = [
  { name: "bare server", server: "bare", variant: "plain", request, replays: "Jackfield" },
  {
    name: "search only",
    server: "search-only",
    variant: "plain",
    request,
    replays: "Jackfield",
  },
  { name: "Hono, zod", server: "hono", variant: "bare", request },
  { name: "Hono, zod, logger", server: "hono", variant: "default", request },
];
const NODE_PEERS: readonly Contestant[] = [
  { name: "Fastify", server: "fastify", variant: "bare", request },
  { name: "Fastify, logger", server: "fastify", variant: "default", request },
];

/** The maximum cost beyond the search itself, in microseconds. */
const MAX_OVERHEAD: Readonly<Record<RuntimeName, number>> = { node: 30, bun: 20, deno: 20 };

/**
 * Compares GET /agent/search with a bare server that sends the same bytes, with one that also
 * searches, and with frameworks that do the same work.
 */
export async function benchHttp(options: BenchOptions): Promise<object> {
  if (options.profiles) return profileServers("http", JACKFIELD, options);
  const rows: Row[] = [];
  for (const runtime of options.runtimes) {
    const contestants = [...JACKFIELD, ...PEERS, ...(runtime === "node" ? NODE_PEERS : [])];
    rows.push(
      ...(await compare(runtime, { ...options, contestants, normalizeResponse: (body) => body })),
    );
  }
  const find = (runtime: RuntimeName, name: string) =>
    rows.find((row) => row.runtime === runtime && row.name === name);
  const targets = options.runtimes.flatMap((runtime) =>
    createTargets(runtime, (name) => find(runtime, name)),
  );
  console.log(
    formatTable(
      [...COLUMN_TITLES, OVERHEAD_TITLE],
      rows.map((row) => [
        ...formatRow(row, find(row.runtime, "bare server")),
        formatOverhead(row, find(row.runtime, "search only")!),
      ]),
    ),
  );
  console.log(`\n${formatTargets(targets)}`);
  return { rows, targets };
}

function createTargets(
  runtime: RuntimeName,
  row: (name: string) => Row | undefined,
): PerformanceTarget[] {
  const jackfield = row("Jackfield");
  const logged = row("Jackfield, as npm start");
  return [
    ...createOverheadTarget(
      `${runtime}: µs of Jackfield beyond the search`,
      jackfield,
      row("search only"),
      MAX_OVERHEAD[runtime],
    ),
    ...createTarget(
      `${runtime}: Jackfield with limiter ÷ without`,
      row("Jackfield, limiter on"),
      jackfield,
      1.1,
    ),
    ...createTarget(`${runtime}: Jackfield ÷ Hono`, jackfield, row("Hono, zod"), 1),
    ...createTarget(
      `${runtime}: Jackfield ÷ Hono, both with a log`,
      logged,
      row("Hono, zod, logger"),
      1,
    ),
    ...createTarget(`${runtime}: Jackfield ÷ Fastify`, jackfield, row("Fastify"), 1),
    ...createTarget(
      `${runtime}: Jackfield ÷ Fastify, both with a log`,
      logged,
      row("Fastify, logger"),
      1,
    ),
  ];
}
