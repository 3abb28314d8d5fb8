import { COLUMN_TITLES, type Contestant, compare, formatRow, type Row } from "./compare.ts";
import type { BenchOptions } from "./options.ts";
import { profileServers } from "./profile.ts";
import { SEARCH_REQUEST as request } from "./requests.ts";
import type { RuntimeName } from "./runtimes.ts";
import { formatTable } from "./table.ts";
import { createTarget, formatTargets, type PerformanceTarget } from "./targets.ts";

const JACKFIELD: readonly Contestant[] = [
  { name: "Jackfield", server: "jackfield", variant: "bare", request },
  { name: "Jackfield, limiter on", server: "jackfield", variant: "limit", request },
  { name: "Jackfield, as npm start", server: "jackfield", variant: "default", request },
];
const PEERS: readonly Contestant[] = [
  { name: "bare server", server: "bare", variant: "plain", request, replays: "Jackfield" },
  { name: "Hono, zod", server: "hono", variant: "bare", request },
  { name: "Hono, zod, logger", server: "hono", variant: "default", request },
];
const NODE_PEERS: readonly Contestant[] = [
  { name: "Fastify", server: "fastify", variant: "bare", request },
  { name: "Fastify, logger", server: "fastify", variant: "default", request },
];

/**
 * Compares GET /agent/search with a bare server that sends the same bytes, and with frameworks that
 * do the same work.
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
      COLUMN_TITLES,
      rows.map((row) => formatRow(row, find(row.runtime, "bare server"))),
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
  const limiter = createTarget(
    `${runtime}: Jackfield with limiter ÷ without`,
    row("Jackfield, limiter on"),
    jackfield,
    1.1,
  );
  const hono = [
    ...createTarget(`${runtime}: Jackfield ÷ Hono`, jackfield, row("Hono, zod"), 1),
    ...createTarget(
      `${runtime}: Jackfield ÷ Hono, both with a log`,
      logged,
      row("Hono, zod, logger"),
      1,
    ),
  ];
  if (runtime !== "node") return [...limiter, ...hono];
  return [
    ...createTarget("node: Jackfield ÷ bare server", jackfield, row("bare server"), 1.6),
    ...createTarget("node: Jackfield as npm start ÷ bare server", logged, row("bare server"), 2.2),
    ...createTarget("node: Jackfield ÷ Fastify", jackfield, row("Fastify"), 1),
    ...createTarget(
      "node: Jackfield ÷ Fastify, both with a log",
      logged,
      row("Fastify, logger"),
      1,
    ),
    ...limiter,
    ...hono,
  ];
}
