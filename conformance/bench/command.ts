/** `npm run bench`: measures, and never fails for a figure; only for answers that are wrong. */
import process from "node:process";
import { benchCatalogue } from "./catalogue.ts";
import { benchCheckouts } from "./checkouts.ts";
import { benchConnections } from "./connections.ts";
import { benchExtraction } from "./extraction.ts";
import { benchFind } from "./find.ts";
import { benchFront } from "./front.ts";
import { benchHttp } from "./http.ts";
import { benchMarkdown } from "./markdown.ts";
import { benchMcp } from "./mcp.ts";
import { HELP, type Options, readOptions } from "./options.ts";
import { benchPlatform } from "./platform.ts";
import { writeReport } from "./report.ts";
import { benchRun } from "./run.ts";
import { versionOf } from "./runtimes.ts";
import { benchSignatures } from "./signatures.ts";
import { benchSitemap } from "./sitemap.ts";
import { benchSoak } from "./soak.ts";
import { benchStart } from "./start.ts";

const BENCHES: Record<string, (options: Options) => Promise<object>> = {
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
  front: benchFront,
  catalogue: benchCatalogue,
  platform: benchPlatform,
  find: benchFind,
  run: benchRun,
};

// What is left early takes its servers and its temporary files along.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<void> {
  const read = readOptions(words);
  if (read === "help") return console.log(HELP);
  if ("wrong" in read) return stop(`${read.wrong} --help says more.`);
  const bench = Object.hasOwn(BENCHES, read.bench) ? BENCHES[read.bench] : undefined;
  if (!bench)
    return stop(`There is no bench ${read.bench}; there are ${Object.keys(BENCHES).join(", ")}.`);
  if (process.platform !== "linux")
    return stop("The benches need Linux: CPU time is read from /proc.");

  const versions: Record<string, string> = {};
  for (const runtime of read.runtimes) {
    const version = await versionOf(runtime);
    if (version) versions[runtime] = version;
    else console.error(`${runtime} is not installed: left out.`);
  }
  const options = { ...read, runtimes: read.runtimes.filter((runtime) => versions[runtime]) };
  try {
    const results = await bench(options);
    if (!options.profile) console.log(`\n${await writeReport(options, versions, results)}`);
  } catch (error) {
    stop((error as Error).message);
  }
}

function stop(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}
