import { type Contestant, cellsOf, compare, type Row, TITLES } from "./compare.ts";
import type { Options } from "./options.ts";
import { profileServers } from "./profile.ts";
import { LEGACY_CALL, MODERN_CALL } from "./requests.ts";
import type { RuntimeName } from "./runtimes.ts";
import { tableOf } from "./table.ts";
import { type Target, target, targetLines } from "./targets.ts";

const legacy = { request: LEGACY_CALL };
const modern = { request: MODERN_CALL };

const JACKFIELD: readonly Contestant[] = [
  { name: "Jackfield, 2025-11-25", server: "jackfield", variant: "bare", ...legacy },
  { name: "Jackfield, 2026-07-28", server: "jackfield", variant: "bare", ...modern },
  {
    name: "Jackfield, 2025-11-25, as npm start",
    server: "jackfield",
    variant: "default",
    ...legacy,
  },
  {
    name: "Jackfield, 2026-07-28, as npm start",
    server: "jackfield",
    variant: "default",
    ...modern,
  },
];
const PEERS: readonly Contestant[] = [
  {
    name: "bare server, 2025-11-25",
    server: "bare",
    variant: "reading",
    ...legacy,
    repeats: "Jackfield, 2025-11-25",
  },
  {
    name: "bare server, 2026-07-28",
    server: "bare",
    variant: "reading",
    ...modern,
    repeats: "Jackfield, 2026-07-28",
  },
  { name: "SDK, Server per request, 2025-11-25", server: "sdk", variant: "low-level", ...legacy },
  {
    name: "SDK, McpServer per request, 2025-11-25",
    server: "sdk",
    variant: "high-level",
    ...legacy,
  },
];

/** tools/call search_pages beside a bare server that reads the body and gives the same bytes, and beside the official SDK. */
export async function benchMcp(options: Options): Promise<object> {
  if (options.profile) return profileServers("mcp", JACKFIELD.slice(0, 2), options);
  const rows: Row[] = [];
  for (const runtime of options.runtimes) {
    rows.push(
      ...(await compare(runtime, {
        ...options,
        contestants: [...JACKFIELD, ...PEERS],
        essence: resultIn,
      })),
    );
  }
  const find = (runtime: RuntimeName, name: string) =>
    rows.find((row) => row.runtime === runtime && row.name === name);
  const floorOf = ({ runtime, name }: Row) =>
    find(runtime, `bare server, ${/20\d\d-\d\d-\d\d/.exec(name)![0]}`);
  const targets = options.runtimes.flatMap((runtime) =>
    targetsOf(runtime, (name) => find(runtime, name)),
  );
  console.log(
    tableOf(
      TITLES,
      rows.map((row) => cellsOf(row, floorOf(row))),
    ),
  );
  console.log(`\n${targetLines(targets)}`);
  return { rows, targets };
}

/** What a tool gave: the two eras wrap it differently. */
function resultIn(body: string): string {
  const { result } = JSON.parse(body) as {
    result: { content: unknown; structuredContent: unknown };
  };
  return JSON.stringify([result.content, result.structuredContent]);
}

function targetsOf(runtime: RuntimeName, row: (name: string) => Row | undefined): Target[] {
  const targets: Target[] = [];
  for (const { name } of JACKFIELD) {
    const era = /20\d\d-\d\d-\d\d/.exec(name)![0];
    targets.push(
      ...target(
        `${runtime}: ${name}, of the bare server`,
        row(name),
        row(`bare server, ${era}`),
        3,
      ),
    );
    targets.push(
      ...target(
        `${runtime}: ${name}, of the SDK's Server per request`,
        row(name),
        row(PEERS[2]!.name),
        0.2,
      ),
    );
  }
  return targets;
}
