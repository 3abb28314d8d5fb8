import { signed } from "../signatures/sign.ts";
import { type Contestant, cellsOf, compare, type Row, TITLES } from "./compare.ts";
import { median } from "./median.ts";
import type { Options } from "./options.ts";
import { profileServers } from "./profile.ts";
import { SEARCH } from "./requests.ts";
import type { RuntimeName } from "./runtimes.ts";
import { tableOf } from "./table.ts";
import { targetLines } from "./targets.ts";

/** The same search, with a signature that lasts as long as the bench. */
function signedSearch(): string {
  const headers = signed("http://127.0.0.1:4100/agent/search", { expires: 86_000 });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return SEARCH.replace(/\r\n\r\n$/, `\r\n${lines.join("")}\r\n`);
}

/** GET /agent/search unsigned, and signed by an agent whose key is known: what verifying costs. */
export async function benchSignatures(options: Options): Promise<object> {
  const contestants: readonly Contestant[] = [
    { name: "unsigned, not looked at", server: "jackfield", variant: "bare", request: SEARCH },
    { name: "unsigned", server: "jackfield", variant: "signatures", request: SEARCH },
    { name: "verified", server: "jackfield", variant: "signatures", request: signedSearch() },
  ];
  if (options.profile) return profileServers("signatures", contestants.slice(2), options);
  const rows: Row[] = [];
  for (const runtime of options.runtimes)
    rows.push(...(await compare(runtime, { ...options, contestants, essence: (body) => body })));
  const find = (runtime: RuntimeName, name: string) =>
    rows.find((row) => row.runtime === runtime && row.name === name)!;
  const more = (runtime: RuntimeName, name: string, than: string) =>
    median(
      find(runtime, name).rounds.map((cpu, round) => cpu - find(runtime, than).rounds[round]!),
    );
  const targets = options.runtimes.flatMap((runtime) => [
    {
      claim: `${runtime}: µs of CPU for verifying a request whose key is known`,
      figure: more(runtime, "verified", "unsigned"),
      atMost: 300,
    },
    {
      claim: `${runtime}: µs of CPU for an unsigned request more than where none is looked at`,
      figure: more(runtime, "unsigned", "unsigned, not looked at"),
      atMost: 5,
    },
  ]);
  console.log(
    tableOf(
      TITLES,
      rows.map((row) => cellsOf(row, find(row.runtime, "unsigned, not looked at"))),
    ),
  );
  console.log(`\n${targetLines(targets)}`);
  return { rows, targets };
}
