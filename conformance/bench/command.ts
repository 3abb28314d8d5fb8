/** `npm run bench`. No figure fails a run. Only a wrong response does. */
import process from "node:process";
import { benchApps } from "./apps.ts";
import { benchCapacity } from "./capacity.ts";
import { benchCatalog } from "./catalog.ts";
import { benchClients } from "./clients.ts";
import { benchConnections } from "./connections.ts";
import { benchExtraction } from "./content/extraction.ts";
import { benchMarkdown } from "./content/markdown.ts";
import { benchSitemap } from "./content/sitemap.ts";
import { benchFind } from "./find.ts";
import { benchFreshStart } from "./fresh-start.ts";
import { benchHttp } from "./http.ts";
import { benchHttpClients } from "./http-clients.ts";
import { readVersion } from "./load/runtimes.ts";
import { benchMcp } from "./mcp.ts";
import { type BenchOptions, HELP, parseOptions } from "./options.ts";
import { benchPages } from "./pages.ts";
import { benchPlatform } from "./platform.ts";
import { benchProxy } from "./proxy.ts";
import { benchRemoteMcp } from "./remote-mcp.ts";
import { writeReport } from "./report/report.ts";
import { benchRunTool } from "./run-tool.ts";
import { benchSearch } from "./search.ts";
import { benchCheckouts } from "./shop/checkouts.ts";
import { benchSignatures } from "./signatures.ts";
import { benchSoak } from "./soak.ts";
import { benchStart } from "./start.ts";
import { benchActions } from "./triggers/actions.ts";
import { benchEvents } from "./triggers/events.ts";
import { benchPolls } from "./triggers/polls.ts";
import { benchVersions } from "./versions.ts";

const BENCHMARKS: Record<string, (options: BenchOptions) => Promise<object>> = {
  http: benchHttp,
  mcp: benchMcp,
  start: (options) => (options.fresh ? benchFreshStart(options) : benchStart(options)),
  sitemap: benchSitemap,
  markdown: benchMarkdown,
  extraction: benchExtraction,
  soak: benchSoak,
  signatures: benchSignatures,
  checkouts: benchCheckouts,
  connections: benchConnections,
  events: benchEvents,
  polls: benchPolls,
  actions: benchActions,
  proxy: benchProxy,
  catalog: benchCatalog,
  platform: benchPlatform,
  pages: benchPages,
  find: benchFind,
  apps: benchApps,
  search: benchSearch,
  capacity: benchCapacity,
  run: benchRunTool,
  clients: benchClients,
  "http-clients": benchHttpClients,
  versions: benchVersions,
  "remote-mcp": benchRemoteMcp,
};

// Exit handlers stop the servers and remove temporary files.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<void> {
  const read = parseOptions(args);
  if (read === "help") return console.log(HELP);
  if ("wrong" in read) return exitWithError(`${read.wrong} Run with --help for all options.`);
  const bench = Object.hasOwn(BENCHMARKS, read.bench) ? BENCHMARKS[read.bench] : undefined;
  if (!bench)
    return exitWithError(
      `Unknown benchmark "${read.bench}". Choose one of ${Object.keys(BENCHMARKS).join(", ")}.`,
    );
  if (process.platform !== "linux")
    return exitWithError("The benchmarks need Linux, because they read CPU time from /proc.");

  const versions: Record<string, string> = {};
  for (const runtime of read.runtimes) {
    const version = await readVersion(runtime);
    if (version) versions[runtime] = version;
    else console.error(`${runtime} is not installed and is skipped.`);
  }
  const options = { ...read, runtimes: read.runtimes.filter((runtime) => versions[runtime]) };
  try {
    const results = await bench(options);
    if (!options.profiles) console.log(`\n${await writeReport(options, versions, results)}`);
  } catch (error) {
    exitWithError((error as Error).message);
  }
}

function exitWithError(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
