import { LEGACY_CALL_REQUEST, MODERN_CALL_REQUEST } from "./load/requests.ts";
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
import { createTarget, formatTargets, type PerformanceTarget } from "./report/targets.ts";

const legacy = { request: LEGACY_CALL_REQUEST };
const modern = { request: MODERN_CALL_REQUEST };

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
const SDK = "SDK, Server per request, 2025-11-25";
const PEERS: readonly Contestant[] = [
  {
    name: "bare server, 2025-11-25",
    server: "bare",
    variant: "reading",
    ...legacy,
    replays: "Jackfield, 2025-11-25",
  },
  {
    name: "bare server, 2026-07-28",
    server: "bare",
    variant: "reading",
    ...modern,
    replays: "Jackfield, 2026-07-28",
  },
  {
    name: "search only, 2025-11-25",
    server: "search-only",
    variant: "mcp",
    ...legacy,
    replays: "Jackfield, 2025-11-25",
  },
  {
    name: "search only, 2026-07-28",
    server: "search-only",
    variant: "mcp",
    ...modern,
    replays: "Jackfield, 2026-07-28",
  },
  { name: SDK, server: "sdk", variant: "low-level", ...legacy },
  {
    name: "SDK, McpServer per request, 2025-11-25",
    server: "sdk",
    variant: "high-level",
    ...legacy,
  },
];

/** The maximum CPU time of a bare server's, without limiter, metrics and log. */
const MAX_RATIO: Readonly<Record<RuntimeName, number>> = { node: 2, bun: 2.9, deno: 2.9 };

/**
 * Compares tools/call search_pages with a bare server that reads the body and sends the same bytes,
 * with one that also searches, and with the official SDK.
 */
export async function benchMcp(options: BenchOptions): Promise<object> {
  if (options.profiles) return profileServers("mcp", JACKFIELD.slice(0, 2), options);
  const rows: Row[] = [];
  for (const runtime of options.runtimes) {
    rows.push(
      ...(await compare(runtime, {
        ...options,
        contestants: [...JACKFIELD, ...PEERS],
        normalizeResponse: extractToolResult,
      })),
    );
  }
  const find = (runtime: RuntimeName, name: string) =>
    rows.find((row) => row.runtime === runtime && row.name === name);
  const findOfEra = (server: string, { runtime, name }: Row) =>
    find(runtime, `${server}, ${revisionIn(name)}`);
  const targets = options.runtimes.flatMap((runtime) =>
    createTargets(runtime, (name) => find(runtime, name)),
  );
  console.log(
    formatTable(
      [...COLUMN_TITLES, OVERHEAD_TITLE],
      rows.map((row) => [
        ...formatRow(row, findOfEra("bare server", row)),
        formatOverhead(row, findOfEra("search only", row)!),
      ]),
    ),
  );
  console.log(`\n${formatTargets(targets)}`);
  return { rows, targets };
}

/** Extracts the tool result, which the two protocol eras wrap differently. */
function extractToolResult(body: string): string {
  const { result } = JSON.parse(body) as {
    result: { content: unknown; structuredContent: unknown };
  };
  return JSON.stringify([result.content, result.structuredContent]);
}

const revisionIn = (name: string) => /20\d\d-\d\d-\d\d/.exec(name)![0];

function createTargets(
  runtime: RuntimeName,
  row: (name: string) => Row | undefined,
): PerformanceTarget[] {
  return JACKFIELD.flatMap(({ name, variant }) => [
    ...createTarget(
      `${runtime}: ${name} ÷ bare server`,
      row(name),
      row(`bare server, ${revisionIn(name)}`),
      variant === "bare" ? MAX_RATIO[runtime] : 3,
    ),
    ...createTarget(`${runtime}: ${name} ÷ ${SDK}`, row(name), row(SDK), 0.2),
  ]);
}
