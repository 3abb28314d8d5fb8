import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { unexpectedKinds } from "./expected.ts";
import { clientPackages, installClients, PACKAGES_FOLDER } from "./packages.ts";
import { findFailure, type Summary, summarize } from "./summary.ts";
import type { ToolResult } from "./tool-results.ts";
import { VENDORS, type Vendor } from "./vendors.ts";

const listSlugs = (hasLines: boolean): string =>
  VENDORS.filter((vendor) => (vendor.hasLines ?? false) === hasLines)
    .map(({ slug }) => slug)
    .join(", ");

const HELP = `Compares what tools send with what the vendors' own npm clients send. Nothing is sent.

  npm run conformance -- vendors             all vendors: ${listSlugs(false)},
                                             and the apps in lines/: ${listSlugs(true)}
  npm run conformance -- vendors aws         one vendor
  npm run conformance -- vendors aws aws_s3  some apps of a vendor

  --list             print the tools that aren't compared, and each difference that expected.json doesn't have
  --endpoints        count the tools whose verb and path the client has, instead of comparing requests
  --packages FOLDER  install the clients here (default: ${PACKAGES_FOLDER})
  --downloads FOLDER the downloaded documents (default: catalog/.downloads)

Exits with 0 if all compared tools agree or differ as expected, 1 if a tool differs, and 2 if clients can't be installed.`;

interface Options {
  readonly packages: string;
  readonly downloads: string;
  readonly list: boolean;
  readonly endpoints: boolean;
}

/** `npm run conformance -- vendors [vendor] [app…]`. Returns the exit code. */
export async function compareVendors(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      packages: { type: "string", default: PACKAGES_FOLDER },
      downloads: { type: "string", default: "catalog/.downloads" },
      list: { type: "boolean", default: false },
      endpoints: { type: "boolean", default: false },
      help: { type: "boolean", short: "h" },
    },
  });
  const [name, ...apps] = positionals;
  const vendors = VENDORS.filter(
    ({ slug, findEndpoints }) =>
      (name === undefined || slug === name) && (!values.endpoints || findEndpoints !== undefined),
  );
  if (values.help || vendors.length === 0) {
    console.log(vendors.length === 0 ? `Unknown vendor "${name}".\n\n${HELP}` : HELP);
    return values.help ? 0 : 2;
  }
  const summaries = new Map<string, Summary>();
  let code = 0;
  for (const vendor of vendors) {
    console.log(`${vendor.slug}: ${clientPackages(vendor.slug).length} packages`);
    // One vendor after the other, because all clients together have several gigabytes.
    const folder = installClients(vendor.slug, values.packages);
    if (folder === undefined) {
      console.log(`The clients of ${vendor.slug} can't be installed.`);
      code = 2;
      continue;
    }
    summaries.set(vendor.slug, summarize(vendor.slug, await compare(vendor, folder, apps, values)));
  }
  console.table(Object.assign({}, ...[...summaries.values()].map(({ rows }) => rows)));
  for (const [vendor, summary] of summaries) {
    const { skipped, expected, kinds } = summary;
    console.log(`\n${vendor}`, { "not comparable": skipped, expected, differences: kinds });
    const { hasLines } = VENDORS.find(({ slug }) => slug === vendor)!;
    const failure = findFailure(vendor, summary, { isWhole: apps.length === 0 && !hasLines });
    if (failure !== undefined) console.log(failure);
    if (failure !== undefined && code === 0) code = 1;
  }
  return code;
}

async function compare(
  vendor: Vendor,
  clients: string,
  apps: readonly string[],
  { downloads, list, endpoints }: Options,
): Promise<ToolResult[]> {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-vendors-"));
  try {
    const catalog = await vendor.compile(folder, downloads);
    const slugs = catalog.apps
      .filter((app) => vendor.hasApp(app.slug, app.vendor))
      .map(({ slug }) => slug)
      .filter((slug) => apps.length === 0 || apps.includes(slug));
    const results: ToolResult[] = [];
    const run = endpoints ? vendor.findEndpoints! : vendor.compare;
    for await (const result of run(catalog, clients, slugs)) {
      results.push(result);
      if (list) printDifferences(result);
    }
    return results;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function printDifferences(result: ToolResult): void {
  if (result.skipped !== undefined) console.log(`${result.tool} not compared: ${result.skipped}`);
  for (const kind of unexpectedKinds(result)) {
    const difference = result.differences.find((each) => each.kind === kind)!;
    console.log(`${result.tool} ${kind}: ${difference.client} ≠ ${difference.tool}`);
  }
}
