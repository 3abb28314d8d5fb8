import { signRequest } from "../signatures/keys.ts";
import { SEARCH_REQUEST } from "./load/requests.ts";
import type { RuntimeName } from "./load/runtimes.ts";
import type { BenchOptions } from "./options.ts";
import { COLUMN_TITLES, type Contestant, compare, formatRow, type Row } from "./report/compare.ts";
import { median } from "./report/median.ts";
import { profileServers } from "./report/profile.ts";
import { formatTable } from "./report/table.ts";
import { formatTargets } from "./report/targets.ts";

/** Returns the search with a signature that outlasts the benchmark. */
function createSignedSearch(): string {
  const headers = signRequest("http://127.0.0.1:4100/agent/search", { expires: 86_000 });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return SEARCH_REQUEST.replace(/\r\n\r\n$/, `\r\n${lines.join("")}\r\n`);
}

/**
 * Measures the cost of verifying signatures: GET /agent/search unsigned, and signed with a known
 * key.
 */
export async function benchSignatures(options: BenchOptions): Promise<object> {
  const contestants: readonly Contestant[] = [
    {
      name: "unsigned, verification off",
      server: "jackfield",
      variant: "bare",
      request: SEARCH_REQUEST,
    },
    { name: "unsigned", server: "jackfield", variant: "signatures", request: SEARCH_REQUEST },
    { name: "verified", server: "jackfield", variant: "signatures", request: createSignedSearch() },
  ];
  if (options.profiles) return profileServers("signatures", contestants.slice(2), options);
  const rows: Row[] = [];
  for (const runtime of options.runtimes)
    rows.push(
      ...(await compare(runtime, { ...options, contestants, normalizeResponse: (body) => body })),
    );
  const find = (runtime: RuntimeName, name: string) =>
    rows.find((row) => row.runtime === runtime && row.name === name)!;
  const extraCost = (runtime: RuntimeName, name: string, baseline: string) =>
    median(
      find(runtime, name).rounds.map((cpu, round) => cpu - find(runtime, baseline).rounds[round]!),
    );
  const targets = options.runtimes.flatMap((runtime) => [
    {
      description: `${runtime}: CPU µs to verify a request with a known key`,
      measured: extraCost(runtime, "verified", "unsigned"),
      max: 300,
    },
    {
      description: `${runtime}: extra CPU µs of an unsigned request with verification on`,
      measured: extraCost(runtime, "unsigned", "unsigned, verification off"),
      max: 5,
    },
  ]);
  console.log(
    formatTable(
      COLUMN_TITLES,
      rows.map((row) => formatRow(row, find(row.runtime, "unsigned, verification off"))),
    ),
  );
  console.log(`\n${formatTargets(targets)}`);
  return { rows, targets };
}
