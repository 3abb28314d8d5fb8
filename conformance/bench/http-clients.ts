import { getRequest } from "./load/requests.ts";
import { processEnvironment } from "./load/runtimes.ts";
import { startServer } from "./load/server-process.ts";
import type { BenchOptions } from "./options.ts";
import { compare, formatOverhead, type Row } from "./report/compare.ts";
import { median } from "./report/median.ts";
import { formatTable } from "./report/table.ts";
import { HTTP_CLIENTS } from "./servers/http-clients.ts";

/** Compares HTTP clients by the CPU time that a GET of 1 kB adds to a request of a bare server. */
export async function benchHttpClients(options: BenchOptions): Promise<object> {
  const upstream = await startServer({ runtime: "node", server: "site-upstream", variant: "" });
  Object.assign(processEnvironment, { BENCH_UPSTREAM: `http://127.0.0.1:${upstream.port}` });
  const contestants = ["", ...Object.keys(HTTP_CLIENTS)].map((variant) => ({
    name: variant || "no client",
    server: "client-proxy",
    variant,
    request: getRequest("/"),
  }));
  const rows: Row[] = [];
  try {
    for (const runtime of options.runtimes)
      rows.push(
        ...(await compare(runtime, { ...options, contestants, normalizeResponse: (body) => body })),
      );
  } finally {
    await upstream.stop();
  }
  const titles = ["runtime", "client", "CPU µs/request", "× no client", "µs of the client"];
  const cells = rows.map((row) => {
    const server = rows.find(({ runtime }) => runtime === row.runtime)!;
    const ratios = row.rounds.map((cpu, round) => cpu / server.rounds[round]!);
    return [
      row.runtime,
      row.name,
      median(row.rounds).toFixed(1),
      median(ratios).toFixed(2),
      formatOverhead(row, server),
    ];
  });
  console.log(`\n${formatTable(titles, cells)}`);
  return { rows };
}
