/** `npm run catalog`: compiles, checks or packages the app catalog. */

import { writeFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type BuildOptions, buildCatalog } from "../catalog/build.ts";
import { checkCatalog, NAMES_FILE } from "../catalog/check.ts";
import { createIndex } from "../catalog/create-index.ts";
import { readExtraSources } from "../catalog/extra-sources.ts";
import type { Manifest } from "../catalog/format.ts";
import { readOverlay } from "../catalog/overlay.ts";
import { packageCatalog } from "../catalog/package.ts";
import { createProgressBar } from "../catalog/progress.ts";
import { SOURCES } from "../catalog/sources.ts";

export interface CatalogCommandOptions {
  /** The catalog folder; `catalog` in the program's folder by default. */
  readonly folder?: string | undefined;
  readonly registry?: string | undefined;
  readonly createIndex?: BuildOptions["createIndex"];
}

const HELP = `Usage: npm run catalog -- [--check] [--accept] [--package FOLDER] [--dir FOLDER] [--overlay FOLDER] [--sources FILE] [--documents]

  Compile the app catalog from OpenAPI documents in npm packages.
  --check      check that the compiled catalog is complete and its tool names match the recorded ones
  --accept     record the tool names of the compiled catalog
  --package    write the compiled catalog to a folder, ready for npm pack
  --dir        the folder for the catalog and its downloads
  --overlay    the folder of corrections maintained by hand
  --sources    a file of additional sources: [{ name, commit, integrity, url, license, files }]
  --documents  also write the documents from which a search index can be built`;

/** Runs the command. Resolves with the exit code. */
export async function catalogCommand(
  args: readonly string[],
  options: CatalogCommandOptions = {},
  print: (text: string) => void = console.log,
): Promise<0 | 1> {
  let values: ReturnType<typeof parseOptions>;
  try {
    values = parseOptions(args);
  } catch (error) {
    print(`${(error as Error).message}\n\n${HELP}`);
    return 1;
  }
  if (values.help) {
    print(HELP);
    return 0;
  }
  const folder =
    values.dir ?? options.folder ?? fileURLToPath(new URL("../../catalog", import.meta.url));
  try {
    if (values.accept) {
      const { manifest, problems } = await checkCatalog(folder, undefined);
      if (manifest && problems.length === 0)
        writeFileSync(
          NAMES_FILE,
          `${JSON.stringify({ apps: manifest.apps, tools: manifest.tools, sha256: manifest.names }, undefined, 2)}\n`,
        );
    }
    if (values.package) {
      const target = await packageCatalog(folder, values.package);
      print(`Wrote the package to ${target}. Pack it with: npm pack ${values.package}`);
      return 0;
    }
    if (values.check || values.accept) return await check(folder, print);
    const progress = createProgressBar(process.stdout);
    const manifest = await buildCatalog({
      folder,
      overlay: readOverlay(
        values.overlay ?? fileURLToPath(new URL("../catalog/overlay", import.meta.url)),
      ),
      ...(values.sources && { sources: [...SOURCES, ...readExtraSources(values.sources)] }),
      registry: options.registry,
      createIndex: options.createIndex ?? createIndex,
      withDocuments: values.documents,
      log: progress.log,
      progress: progress.step,
    }).finally(() => progress.end());
    print(formatFigures(manifest));
    return 0;
  } catch (error) {
    print((error as Error).message);
    return 1;
  }
}

const parseOptions = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      check: { type: "boolean" },
      accept: { type: "boolean" },
      package: { type: "string" },
      dir: { type: "string" },
      overlay: { type: "string" },
      sources: { type: "string" },
      documents: { type: "boolean" },
      help: { type: "boolean" },
    },
  }).values;

async function check(folder: string, print: (text: string) => void): Promise<0 | 1> {
  const { problems, manifest, seconds, patterns } = await checkCatalog(folder, NAMES_FILE);
  if (manifest) {
    const [total, unchecked] = [patterns.total, patterns.unchecked].map((n) =>
      n.toLocaleString("en"),
    );
    print(formatFigures(manifest));
    print(
      `The schemas contain ${total} patterns. RE2 can't evaluate ${unchecked} of them, so they aren't used for validation.`,
    );
  }
  for (const problem of problems) print(`✗ ${problem}`);
  if (problems.length === 0)
    print(
      `No problems found. Checked the name, schema and references of every tool in ${seconds.toFixed(1)} s.`,
    );
  return problems.length === 0 ? 0 : 1;
}

/** Formats the counts of a catalog for the terminal. */
export function formatFigures({
  apps,
  servers,
  documents,
  tools,
  vendors,
  completeAuth,
  open,
  reviewed,
  groups,
  seconds,
  files,
}: Manifest): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const formatNumber = (value: number) => value.toLocaleString("en");
  return [
    `${formatNumber(apps)} apps from ${formatNumber(vendors)} vendors, with ${formatNumber(tools)} tools from ${formatNumber(documents)} documents`,
    `  ${formatNumber(completeAuth)} with complete authentication details, ${formatNumber(open)} without authentication`,
    `${formatNumber(servers)} remote MCP servers, whose tools are listed when a user connects them`,
    `${formatNumber(reviewed)} apps and servers reviewed by hand`,
    "By group:",
    `  ${Object.entries(groups)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([group, count]) => `${group} ${count}`)
      .join(", ")}`,
    `Compiled in ${seconds} s, ${(bytes / 1e6).toFixed(1)} MB`,
  ].join("\n");
}
