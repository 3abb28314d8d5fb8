/** `npm run bench`: measures, and never fails for a figure; only for answers that are wrong. */
import process from "node:process";
import { benchCatalog } from "./catalog.ts";
import { benchCheckouts } from "./checkouts.ts";
import { benchConnections } from "./connections.ts";
import { benchExtraction } from "./extraction.ts";
import { benchFind } from "./find.ts";
import { benchHttp } from "./http.ts";
import { benchMarkdown } from "./markdown.ts";
import { benchMcp } from "./mcp.ts";
import { type BenchOptions, HELP, parseOptions } from "./options.ts";
import { benchPlatform } from "./platform.ts";
import { benchProxy } from "./proxy.ts";
import { writeReport } from "./report.ts";
import { benchRunTool } from "./run-tool.ts";
import { readVersion } from "./runtimes.ts";
import { benchSignatures } from "./signatures.ts";
import { benchSitemap } from "./sitemap.ts";
import { benchSoak } from "./soak.ts";
import { benchStart } from "./start.ts";

const BENCHES: Record<string, (options: BenchOptions) => Promise<object>> = {
  http: benchHttp,
  mcp: benchMcp,
  start: benchStart,
  sitemap: benchSitemap,
  markdown: benchMarkdown,
  extraction: benchExtraction,
  soak: benchSoak,
  signatures: benchSignatures,
  checkouts: benchCheckouts,
  connections: benchConnections,
  front: benchProxy,
  catalog: benchCatalog,
  platform: benchPlatform,
  find: benchFind,
  run: benchRunTool,
};

// What is left early takes its servers and its temporary files along.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<void> {
  const read = parseOptions(args);
  if (read === "help") return console.log(HELP);
  if ("wrong" in read) return exitWithUsageError(`${read.wrong} --help says more.`);
  const bench = Object.hasOwn(BENCHES, read.bench) ? BENCHES[read.bench] : undefined;
  if (!bench)
    return exitWithUsageError(
      `There is no bench ${read.bench}; there are ${Object.keys(BENCHES).join(", ")}.`,
    );
  if (process.platform !== "linux")
    return exitWithUsageError("The benches need Linux: CPU time is read from /proc.");

  const versions: Record<string, string> = {};
  for (const runtime of read.runtimes) {
    const version = await readVersion(runtime);
    if (version) versions[runtime] = version;
    else console.error(`${runtime} is not installed: left out.`);
  }
  const options = { ...read, runtimes: read.runtimes.filter((runtime) => versions[runtime]) };
  try {
    const results = await bench(options);
    if (!options.profiles) console.log(`\n${await writeReport(options, versions, results)}`);
  } catch (error) {
    exitWithUsageError((error as Error).message);
  }
}

function exitWithUsageError(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}
