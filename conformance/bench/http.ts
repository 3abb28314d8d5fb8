import { type Contestant, cellsOf, compare, type Row, TITLES } from "./compare.ts";
import type { Options } from "./options.ts";
import { profileServers } from "./profile.ts";
import { SEARCH as request } from "./requests.ts";
import type { RuntimeName } from "./runtimes.ts";
import { tableOf } from "./table.ts";
import { type Target, target, targetLines } from "./targets.ts";

const JACKFIELD: readonly Contestant[] = [
  { name: "Jackfield", server: "jackfield", variant: "bare", request },
  { name: "Jackfield, limiter on", server: "jackfield", variant: "limit", request },
  { name: "Jackfield, as npm start", server: "jackfield", variant: "default", request },
];
const PEERS: readonly Contestant[] = [
  { name: "bare server", server: "bare", variant: "plain", request, repeats: "Jackfield" },
  { name: "Hono, zod", server: "hono", variant: "bare", request },
  { name: "Hono, zod, logger", server: "hono", variant: "default", request },
];
const NODE_PEERS: readonly Contestant[] = [
  { name: "Fastify", server: "fastify", variant: "bare", request },
  { name: "Fastify, logger", server: "fastify", variant: "default", request },
];

/** GET /agent/search beside the bare server that gives the same bytes, and beside frameworks that do the same work. */
export async function benchHttp(options: Options): Promise<object> {
  if (options.profile) return profileServers("http", JACKFIELD, options);
  const rows: Row[] = [];
  for (const runtime of options.runtimes) {
    const contestants = [...JACKFIELD, ...PEERS, ...(runtime === "node" ? NODE_PEERS : [])];
    rows.push(...(await compare(runtime, { ...options, contestants, essence: (body) => body })));
  }
  const find = (runtime: RuntimeName, name: string) =>
    rows.find((row) => row.runtime === runtime && row.name === name);
  const targets = options.runtimes.flatMap((runtime) =>
    targetsOf(runtime, (name) => find(runtime, name)),
  );
  console.log(
    tableOf(
      TITLES,
      rows.map((row) => cellsOf(row, find(row.runtime, "bare server"))),
    ),
  );
  console.log(`\n${targetLines(targets)}`);
  return { rows, targets };
}

function targetsOf(runtime: RuntimeName, row: (name: string) => Row | undefined): Target[] {
  const own = row("Jackfield");
  const logged = row("Jackfield, as npm start");
  const limiter = target(
    `${runtime}: Jackfield with the limiter of Jackfield without`,
    row("Jackfield, limiter on"),
    own,
    1.1,
  );
  const hono = [
    ...target(`${runtime}: Jackfield of Hono`, own, row("Hono, zod"), 1),
    ...target(
      `${runtime}: Jackfield of Hono, both with a log`,
      logged,
      row("Hono, zod, logger"),
      1,
    ),
  ];
  if (runtime !== "node") return [...limiter, ...hono];
  return [
    ...target("node: Jackfield of the bare server", own, row("bare server"), 1.6),
    ...target("node: Jackfield as npm start of the bare server", logged, row("bare server"), 2.2),
    ...target("node: Jackfield of Fastify", own, row("Fastify"), 1),
    ...target("node: Jackfield of Fastify, both with a log", logged, row("Fastify, logger"), 1),
    ...limiter,
    ...hono,
  ];
}
