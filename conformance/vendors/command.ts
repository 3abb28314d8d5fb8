import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { unexpectedKinds } from "./expected.ts";
import { recordLevels } from "./levels/record-levels.ts";
import { clientPackages, installClients, PACKAGES_FOLDER } from "./packages.ts";
import { EXAMPLE_APPS } from "./published/published-examples.ts";
import { findFailure, type Summary, summarize } from "./summary.ts";
import type { ToolResult } from "./tool-results.ts";
import { EXAMPLES, VENDORS, type Vendor } from "./vendors.ts";

const listSlugs = (hasLines: boolean): string =>
  VENDORS.filter((vendor) => vendor !== EXAMPLES && (vendor.hasLines ?? false) === hasLines)
    .map(({ slug }) => slug)
    .join(", ");

const HELP = `Compares what tools send with what the vendors' own npm clients send, or with the examples that
vendors publish. Nothing is sent.

  npm run conformance -- vendors             all vendors: ${listSlugs(false)},
                                             the apps in lines/: ${listSlugs(true)},
                                             and published examples of: ${EXAMPLE_APPS.join(", ")}
  npm run conformance -- vendors aws         one vendor
  npm run conformance -- vendors aws aws_s3  some apps of a vendor

  --list             print the tools that aren't compared, and each difference that expected.json doesn't have
  --endpoints        count the tools whose verb and path the client has, instead of comparing requests
  --record           also write the levels of the tools in catalog/ to adapters/catalog/levels/levels.json
  --packages FOLDER  install the clients here (default: ${PACKAGES_FOLDER})
  --downloads FOLDER the downloaded documents (default: catalog/.downloads)

Exits with 0 if all compared tools agree or differ as expected, 1 if a tool differs, and 2 if clients can't be installed.`;

interface Selection {
  readonly vendor: Vendor;
  readonly apps: readonly string[];
}

interface Options {
  readonly packages: string;
  readonly downloads: string;
  readonly list: boolean;
  readonly endpoints: boolean;
  readonly record: boolean;
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
      record: { type: "boolean", default: false },
      help: { type: "boolean", short: "h" },
    },
  });
  const selected = selectVendors(positionals).filter(
    ({ vendor }) => !values.endpoints || vendor.findEndpoints !== undefined,
  );
  if (values.help || selected.length === 0) {
    console.log(selected.length === 0 ? `Unknown vendor "${positionals[0]}".\n\n${HELP}` : HELP);
    return values.help ? 0 : 2;
  }
  if (
    values.record &&
    selected.some(({ vendor, apps }) => vendor !== EXAMPLES && apps.length > 0)
  ) {
    console.log("--record needs all apps of a vendor, because they share an entry.");
    return 2;
  }
  const summaries = new Map<string, Summary>();
  let code = 0;
  for (const { vendor, apps } of selected) {
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
  for (const [slug, summary] of summaries) {
    const { skipped, expected, kinds } = summary;
    console.log(`\n${slug}`, { "not comparable": skipped, expected, differences: kinds });
    const { vendor, apps } = selected.find((each) => each.vendor.slug === slug)!;
    const isWhole = apps.length === 0 && !vendor.hasLines;
    const failure = findFailure(slug, summary, { isWhole });
    if (failure !== undefined) console.log(failure);
    if (failure !== undefined && code === 0) code = 1;
  }
  return code;
}

/** Returns the vendors to compare, with the chosen apps of each. No apps are all apps. */
function selectVendors([name, ...apps]: readonly string[]): readonly Selection[] {
  if (name === undefined) return VENDORS.map((vendor) => ({ vendor, apps: [] }));
  const selected = VENDORS.filter(({ slug }) => slug === name).map((vendor) => ({ vendor, apps }));
  return EXAMPLE_APPS.includes(name) ? [...selected, { vendor: EXAMPLES, apps: [name] }] : selected;
}

async function compare(
  vendor: Vendor,
  clients: string,
  apps: readonly string[],
  { downloads, list, endpoints, record }: Options,
): Promise<ToolResult[]> {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-vendors-"));
  try {
    const catalog = await vendor.compile(folder, downloads);
    const slugs = catalog.apps
      .filter((app) => vendor.hasApp(app.slug, app.vendor))
      .map(({ slug }) => slug)
      .filter((slug) => apps.length === 0 || apps.includes(slug));
    const collect = async (run: Vendor["compare"]) => {
      const results: ToolResult[] = [];
      for await (const result of run(catalog, clients, slugs)) {
        results.push(result);
        if (list) printDifferences(result);
      }
      return results;
    };
    const results = await collect(endpoints ? vendor.findEndpoints! : vendor.compare);
    if (record) {
      const known = vendor.findEndpoints ? await collect(vendor.findEndpoints) : [];
      const both = [...results, ...known];
      for (const { slug, hasApp, pattern } of vendor === EXAMPLES ? slugs.map(toEntry) : [vendor]) {
        const ofEntry = both.filter(
          ({ tool }) => vendor !== EXAMPLES || hasApp(tool.split(".")[0]!, ""),
        );
        const count = await recordLevels({ slug, hasApp, pattern }, catalog, ofEntry);
        console.log(`${slug}: recorded the levels of ${count} tools`);
      }
    }
    return results;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Each app with published examples has an entry in the record. */
const toEntry = (app: string): Pick<Vendor, "slug" | "hasApp" | "pattern"> => ({
  slug: `${app} examples`,
  hasApp: (slug) => slug === app,
});

function printDifferences(result: ToolResult): void {
  if (result.skipped !== undefined) console.log(`${result.tool} not compared: ${result.skipped}`);
  for (const kind of unexpectedKinds(result)) {
    const difference = result.differences.find((each) => each.kind === kind)!;
    console.log(`${result.tool} ${kind}: ${difference.client} ≠ ${difference.tool}`);
  }
}
