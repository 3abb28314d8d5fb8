import { signRequest } from "../signatures/sign.ts";
import { COLUMN_TITLES, type Contestant, compare, formatRow, type Row } from "./compare.ts";
import { median } from "./median.ts";
import type { BenchOptions } from "./options.ts";
import { profileServers } from "./profile.ts";
import { SEARCH_REQUEST } from "./requests.ts";
import type { RuntimeName } from "./runtimes.ts";
import { formatTable } from "./table.ts";
import { formatTargets } from "./targets.ts";

/** The same search, with a signature that lasts as long as the bench. */
function createSignedSearch(): string {
  const headers = signRequest("http://127.0.0.1:4100/agent/search", { expires: 86_000 });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return SEARCH_REQUEST.replace(/\r\n\r\n$/, `\r\n${lines.join("")}\r\n`);
}

/** GET /agent/search unsigned, and signed by an agent whose key is known: what verifying costs. */
export async function benchSignatures(options: BenchOptions): Promise<object> {
  const contestants: readonly Contestant[] = [
    {
      name: "unsigned, not looked at",
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
  const more = (runtime: RuntimeName, name: string, than: string) =>
    median(
      find(runtime, name).rounds.map((cpu, round) => cpu - find(runtime, than).rounds[round]!),
    );
  const targets = options.runtimes.flatMap((runtime) => [
    {
      description: `${runtime}: µs of CPU for verifying a request whose key is known`,
      measured: more(runtime, "verified", "unsigned"),
      max: 300,
    },
    {
      description: `${runtime}: µs of CPU for an unsigned request more than where none is looked at`,
      measured: more(runtime, "unsigned", "unsigned, not looked at"),
      max: 5,
    },
  ]);
  console.log(
    formatTable(
      COLUMN_TITLES,
      rows.map((row) => formatRow(row, find(row.runtime, "unsigned, not looked at"))),
    ),
  );
  console.log(`\n${formatTargets(targets)}`);
  return { rows, targets };
}
