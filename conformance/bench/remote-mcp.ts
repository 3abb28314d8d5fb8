import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { promisify } from "node:util";
import { processEnvironment, ROOT, RUNTIMES, type RuntimeName } from "./load/runtimes.ts";
import type { BenchOptions } from "./options.ts";
import type { Measured } from "./remote-mcp/client.ts";
import { formatTable, showProgress } from "./report/table.ts";

const FOLDER = `${ROOT}conformance/bench/remote-mcp`;
const ERAS = ["2025-11-25", "2026-07-28"] as const;

/** Measures calls of a remote MCP server's tool, compared with the official client. */
export async function benchRemoteMcp({ runtimes, rounds }: BenchOptions): Promise<object> {
  const results: (Measured & { readonly runtime: RuntimeName; readonly era: string })[] = [];
  for (const era of ERAS) {
    const server = spawn(process.execPath, [`${FOLDER}/server.ts`, era], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [port] = await once(server.stdout, "data");
    try {
      for (const runtime of runtimes) {
        showProgress(`${runtime}, ${era}`);
        const [command, ...args] = RUNTIMES[runtime];
        const { stdout } = await promisify(execFile)(
          command,
          [...args, `${FOLDER}/client.ts`, String(port).trim(), era, String(rounds)],
          { env: processEnvironment },
        );
        results.push({ runtime, era, ...(JSON.parse(stdout) as Measured) });
      }
    } finally {
      server.kill();
    }
  }
  showProgress("");
  const rows = results.map(({ runtime, era, jackfield, official }) => [
    runtime,
    era,
    jackfield.toFixed(0),
    official.toFixed(0),
    `${(official / jackfield).toFixed(1)} ×`,
  ]);
  console.log(formatTable(["runtime", "era", "Jackfield CPU µs", "official", "ratio"], rows));
  return { results };
}
