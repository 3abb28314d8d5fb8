import { createSecret } from "../../core/platform/auth/key-format.ts";
import { getRequest, postRequest } from "./load/requests.ts";
import { processEnvironment } from "./load/runtimes.ts";
import { startServer } from "./load/server-process.ts";
import type { BenchOptions } from "./options.ts";
import { COLUMN_TITLES, type Contestant, compare, formatRow, type Row } from "./report/compare.ts";
import { median } from "./report/median.ts";
import { profileServers } from "./report/profile.ts";
import { formatTable } from "./report/table.ts";
import { formatTargets, type PerformanceTarget } from "./report/targets.ts";

/** The CPU target of a run, in microseconds. */
const MAX_MICROSECONDS = 1_500;

/**
 * Compares running a tool with calling its app directly, and through a bare proxy on the same
 * runtime.
 */
export async function benchRunTool(options: BenchOptions): Promise<object> {
  const upstream = await startServer({ runtime: "node", server: "app-upstream", variant: "" });
  const key = createSecret();
  Object.assign(processEnvironment, {
    BENCH_UPSTREAM: `http://127.0.0.1:${upstream.port}`,
    BENCH_KEY: key,
  });
  const run = (tool: string, input: object) =>
    postRequest(
      `/api/v1/tools/${tool}/run`,
      { arguments: input },
      { authorization: `Bearer ${key}` },
    );
  const jackfield: readonly Contestant[] = [
    {
      name: "Jackfield, a tool that reads",
      server: "platform",
      variant: "",
      request: run("desk.things_get", { id: "7" }),
    },
    {
      name: "Jackfield, a tool that writes",
      server: "platform",
      variant: "",
      request: run("desk.things_update", { id: "7", title: "It hums" }),
    },
    {
      name: "Jackfield, a tool that reads, app stubbed",
      server: "platform",
      variant: "stubbed",
      request: run("desk.things_get", { id: "7" }),
    },
  ];
  const rows: Row[] = [];
  const targets: PerformanceTarget[] = [];
  try {
    if (options.profiles) return await profileServers("run", jackfield, options);
    for (const runtime of options.runtimes) {
      const contestants: Contestant[] = [
        {
          name: "app",
          server: "app-upstream",
          variant: "",
          request: getRequest("/things/7"),
          start: async () => ({ ...upstream, stop: async () => {} }),
        },
        { name: "bare proxy", server: "bare-proxy", variant: "", request: getRequest("/things/7") },
        ...jackfield,
      ];
      // The responses differ, so compare only whether they succeeded.
      const measured = await compare(runtime, {
        ...options,
        contestants,
        normalizeResponse: (body) =>
          /"status":"(?:failed|outcome_unknown)"/.test(body) ? body : "",
      });
      rows.push(...measured);
      const [, bare, reads, writes] = measured;
      for (const [action, row] of [
        ["reads", reads],
        ["writes", writes],
      ] as const)
        targets.push({
          description: `${runtime}: CPU µs per run, a tool that ${action}`,
          measured: median([...row!.rounds]),
          max: MAX_MICROSECONDS,
        });
      targets.push({
        description: `${runtime}: bare proxy ÷ Jackfield, a tool that reads, best throughput`,
        measured: Math.max(...bare!.rates) / Math.max(...reads!.rates),
        max: 2,
      });
    }
  } finally {
    await upstream.stop();
  }
  console.log(
    `\n${formatTable(
      COLUMN_TITLES,
      rows.map((row) =>
        formatRow(
          row,
          rows.find(({ runtime, name }) => runtime === row.runtime && name === "bare proxy"),
        ),
      ),
    )}`,
  );
  console.log(`\n${formatTargets(targets)}`);
  return { rows, targets };
}
