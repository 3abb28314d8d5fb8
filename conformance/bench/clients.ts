import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { benchClientImports } from "./client-imports.ts";
import { processEnvironment, ROOT, RUNTIMES } from "./load/runtimes.ts";
import type { BenchOptions } from "./options.ts";
import { median } from "./report/median.ts";
import { formatTable, showProgress } from "./report/table.ts";
import { formatTargets, type PerformanceTarget } from "./report/targets.ts";

const CALLS = 1_000;
const BODY = JSON.stringify({
  tools: Array.from({ length: 5 }, (_, index) => ({
    name: `github.issues_${index}`,
    title: "Create an issue",
    inputs: ["owner (string, required)", "repo (string, required)", "title (string, required)"],
  })),
});

const JS_CLIENTS = ["fetch with a timeout", "@jackfield/client", "openai"];
const PYTHON_CLIENTS = [
  ...["urllib", "http.client, kept", "jackfield"],
  ...["jackfield, asyncio", "jackfield in asyncio.to_thread", "requests", "httpx"],
];
/** The most that a client may cost compared with the first one of its platform. */
const JS_LIMITS: Readonly<Record<string, number>> = { node: 1.25, bun: 1.5, deno: 1.5 };

/** The CPU time of each call in microseconds, by round. */
interface ClientRow {
  readonly platform: string;
  readonly client: string;
  readonly rounds: number[];
}

/**
 * Measures what a call costs the program that makes it: the clients, beside the HTTP client of the
 * platform and other libraries. All of them call the same server.
 */
export async function benchClients(options: BenchOptions): Promise<object> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "application/json" }).end(BODY);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rows: ClientRow[] = [
    ...options.runtimes.flatMap((platform) =>
      JS_CLIENTS.map((client) => ({ platform, client, rounds: [] })),
    ),
    ...PYTHON_CLIENTS.map((client) => ({ platform: "python3", client, rounds: [] })),
  ];
  const missing = new Set<ClientRow>();
  try {
    for (let round = 0; round < options.rounds; round++) {
      showProgress(`Round ${round + 1} of ${options.rounds}`);
      // Alternating, so that noise of the machine meets all of them.
      for (const row of rows) {
        if (missing.has(row)) continue;
        const cpu = await measure(row, url);
        if (cpu === undefined) missing.add(row);
        else row.rounds.push(cpu);
      }
    }
  } finally {
    server.close();
    showProgress("");
  }
  const imports = await benchClientImports(options.rounds);
  return report(
    rows.filter((row) => !missing.has(row)),
    imports,
  );
}

/** Resolves with undefined if the client isn't installed. */
function measure({ platform, client }: ClientRow, url: string): Promise<number | undefined> {
  const isPython = platform === "python3";
  const [executable, ...args] = isPython
    ? ["python3", join(ROOT, "conformance/bench/sdk/python-calls.py")]
    : [
        ...RUNTIMES[platform as keyof typeof RUNTIMES],
        join(ROOT, "conformance/bench/sdk/js-calls.ts"),
      ];
  const packageFolder = join(ROOT, "generated/clients/python");
  return new Promise((resolve, reject) => {
    execFile(
      executable!,
      [...args, client, url, String(CALLS), ...(isPython ? [packageFolder] : [])],
      { env: { ...processEnvironment, PYTHONDONTWRITEBYTECODE: "1" }, timeout: 120_000 },
      (error, stdout) => {
        if (error && "code" in error && (error.code === 3 || error.code === "ENOENT"))
          resolve(undefined);
        else if (error) reject(error);
        else resolve(Number(stdout));
      },
    );
  });
}

function report(
  rows: readonly ClientRow[],
  imports: Awaited<ReturnType<typeof benchClientImports>>,
): object {
  const find = (platform: string, client: string) =>
    rows.find((row) => row.platform === platform && row.client === client);
  const ratio = (row: ClientRow, other: ClientRow) =>
    median(row.rounds.map((cpu, round) => cpu / other.rounds[round]!));
  const target = (platform: string, client: string, other: string, max: number) => {
    const [row, peer] = [find(platform, client), find(platform, other)];
    if (!row || !peer) return [];
    return [{ description: `${platform}: ${client} ÷ ${other}`, measured: ratio(row, peer), max }];
  };
  const targets: PerformanceTarget[] = [
    ...Object.entries(JS_LIMITS).flatMap(([platform, max]) =>
      target(platform, JS_CLIENTS[1]!, JS_CLIENTS[0]!, max),
    ),
    ...target("python3", "jackfield", "urllib", 0.75),
    ...target("python3", "jackfield", "http.client, kept", 1.5),
    ...target("python3", "jackfield, asyncio", "jackfield in asyncio.to_thread", 0.6),
    ...imports.targets,
  ];
  const cells = rows.map((row) => {
    const baseline = rows.find(({ platform }) => platform === row.platform)!;
    return [
      row.platform,
      row.client,
      median(row.rounds).toFixed(0),
      ratio(row, baseline).toFixed(2),
    ];
  });
  console.log(`\n${formatTable(["platform", "client", "CPU µs/call", "× first"], cells)}`);
  console.log(`\n${formatTargets(targets)}`);
  return { rows, imports: imports.rows, targets };
}
