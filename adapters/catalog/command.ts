/** `npm run catalog`: compiles the catalog of apps, or with `--check` looks whether the one that is there is whole. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type BuildOptions, buildCatalog } from "./build.ts";
import { checkCatalog, NAMES_FILE } from "./check.ts";
import { createIndex } from "./create-index.ts";
import { readExtraSources } from "./extra-sources.ts";
import type { Manifest } from "./format.ts";
import { readOverlay } from "./overlay.ts";
import { packageCatalog } from "./package.ts";
import { createProgressBar } from "./progress.ts";
import { SOURCES } from "./sources.ts";

export interface CatalogCommandOptions {
  /** Where the catalog is; `catalog` in the folder of the program by default. */
  readonly folder?: string | undefined;
  readonly registry?: string | undefined;
  readonly createIndex?: BuildOptions["createIndex"];
}

const HELP = `npm run catalog -- [--check] [--accept] [--package FOLDER] [--dir FOLDER] [--overlay FOLDER] [--documents]

  Compiles the catalog of apps from documents that npm packages ship.
  --check      looks whether the catalog that is there is whole, and is the one that is written down
  --accept     writes down that the names of the tools shall be those of the catalog that is there
  --package    puts the catalog that is there into a folder, for npm pack
  --dir        where it is put, and its downloads are kept
  --overlay    the facts kept by hand
  --sources    a file of further sources: [{ name, commit, integrity, url, license, files }]
  --documents  also writes what an index for finding tools is built of`;

/** Does what the words say; resolves with the exit code. */
export async function catalogCommand(
  args: readonly string[],
  options: CatalogCommandOptions = {},
  print: (text: string) => void = console.log,
): Promise<0 | 1> {
  let values;
  try {
    values = parseArgs({
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
    if (values.package)
      print(
        `Written to ${await packageCatalog(folder, values.package)}: npm pack ${values.package}`,
      );
    if (values.package) return 0;
    if (values.check || values.accept) return await check(folder, print);
    const progress = createProgressBar(process.stdout);
    const manifest = await buildCatalog({
      folder,
      overlay: readOverlay(values.overlay ?? join(import.meta.dirname, "overlay")),
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

async function check(folder: string, print: (text: string) => void): Promise<0 | 1> {
  const { problems, manifest, seconds, patterns } = await checkCatalog(folder, NAMES_FILE);
  if (manifest) {
    const [total, unchecked] = [patterns.total, patterns.unchecked].map((n) =>
      n.toLocaleString("en"),
    );
    print(formatFigures(manifest));
    print(
      `${total} patterns in schemas. Arguments are not checked by ${unchecked} of them, which RE2 can't evaluate.`,
    );
  }
  for (const problem of problems) print(`✗ ${problem}`);
  if (problems.length === 0)
    print(
      `All is well: every tool's name, schema and references were looked at in ${seconds.toFixed(1)} s.`,
    );
  return problems.length === 0 ? 0 : 1;
}

/** The counts, as they are always told together. */
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
    `${formatNumber(apps)} apps of ${formatNumber(vendors)} vendors, with ${formatNumber(tools)} tools from ${formatNumber(documents)} documents; ${formatNumber(completeAuth)} with a complete sign-in, ${formatNumber(open)} open to all. Besides, ${formatNumber(servers)} remote MCP servers, whose tools are listed once they are connected. ${formatNumber(reviewed)} of both were reviewed by hand.`,
    `An app is one product API with a name and an address of its own, an answer to how one signs in, and at least one tool:`,
    `  ${Object.entries(groups)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([group, count]) => `${group} ${count}`)
      .join(", ")}`,
    `Compiled in ${seconds} s; ${(bytes / 1e6).toFixed(1)} MB.`,
  ].join("\n");
}
