/** `npm run fuzz`: sends generated requests to the services. */
import process from "node:process";
import { parseArgs } from "node:util";
import { platform } from "../services/platform.ts";
import { site } from "../services/site.ts";
import { platformCore, platformRuntimes, siteCore, siteRuntimes } from "../targets/core.ts";
import { type FuzzResult, fuzz } from "./fuzz.ts";

const HELP = `Sends requests generated from both OpenAPI documents, and checks each response against its document.

Usage: npm run fuzz -- [options]

  --requests <number>  requests to each service (default: 500000, a million in total)
  --service <name>     site or platform (default: both)
  --target <name>      core, node, bun or deno (default: core)
  --seed <number>      repeats the requests of an earlier run (default: random)
`;

const { values: options } = parseArgs({
  options: {
    requests: { type: "string", default: "500000" },
    service: { type: "string" },
    target: { type: "string", default: "core" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    help: { type: "boolean", default: false },
  },
});
if (options.help) console.log(HELP);
else process.exitCode = await run();

async function run(): Promise<number> {
  const services = [site, platform].filter(({ name }) => (options.service ?? name) === name);
  const kinds = [siteCore, ...siteRuntimes, platformCore, ...platformRuntimes].filter(
    (kind) => kind.name === options.target && services.includes(kind.service),
  );
  const requests = Number(options.requests);
  const seed = Number(options.seed);
  if (kinds.length === 0 || !(requests > 0) || !Number.isInteger(seed)) {
    console.error(HELP);
    return 2;
  }
  let failed = false;
  for (const kind of kinds) {
    console.log(`${kind.service.name} on ${kind.name}, seed ${seed}`);
    const target = await kind.start();
    const result = await fuzz(kind.service, target, {
      requests,
      seed,
      onProgress: (sent) => console.log(`${sent.toLocaleString("en")} requests`),
    }).finally(() => target.close());
    console.log(formatResult(result));
    failed ||= result.failures.length > 0 || result.succeededRuns === 0;
  }
  return failed ? 1 : 0;
}

function formatResult({ responses, succeededRuns, failures }: FuzzResult): string {
  const counts = [...responses].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    ...counts.map(([label, count]) => `  ${label.padEnd(36)} ${count.toLocaleString("en")}`),
    ...(succeededRuns === undefined
      ? []
      : [
          `${succeededRuns.toLocaleString("en")} runs of tools succeeded${succeededRuns > 0 ? "." : ", but some should."}`,
        ]),
    ...failures.map((failure) => `FAILED ${JSON.stringify(failure)}`),
    failures.length > 0
      ? `${failures.length} responses differ from the document.`
      : "Every response fits the document.",
  ].join("\n");
}
