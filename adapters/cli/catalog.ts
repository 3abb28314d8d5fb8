/** The `catalog` command: compiles, checks or packages the app catalog. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type BuildOptions, buildCatalog } from "../catalog/build/build.ts";
import { compileAppFolder } from "../catalog/build/compile-app-folder.ts";
import { MARK_SOURCE } from "../catalog/build/marks.ts";
import { packageCatalog } from "../catalog/build/package.ts";
import { createProgressBar } from "../catalog/build/progress.ts";
import { checkCatalog, NAMES_FILE } from "../catalog/check.ts";
import { createIndex } from "../catalog/create-index.ts";
import { DEFAULT_CATALOG_FOLDER } from "../catalog/default-folder.ts";
import { FACTS_FOLDER } from "../catalog/facts/facts-folder.ts";
import { readOverlay } from "../catalog/facts/read-facts.ts";
import type { Manifest } from "../catalog/format.ts";
import { readLevelText } from "../catalog/levels/level-record.ts";
import { readExtraSources } from "../catalog/sources/extra-sources.ts";
import { SOURCES } from "../catalog/sources/sources.ts";
import { commandLine } from "../runtime/command-line.ts";
import { exitWithParent } from "../runtime/exit-with-parent.ts";
import { formatAppFolder } from "./app-folder.ts";
import {
  formatCommandHelp,
  type HelpLine,
  isHelpOption,
  parseArguments,
  UsageError,
} from "./command.ts";

export interface CatalogCommandOptions {
  /** The catalog folder; `catalog` in the program's folder by default. */
  readonly folder?: string | undefined;
  readonly registry?: string | undefined;
  readonly createIndex?: BuildOptions["createIndex"];
}

const HELP: readonly HelpLine[] = [
  { usage: "", description: "Compile the app catalog from OpenAPI documents in npm packages." },
  {
    usage: "--app SLUG",
    description: "Compile and check the app in apps/SLUG alone, and print what it became.",
  },
  {
    usage: "--check",
    description:
      "Check that the compiled catalog is complete and its tool names match the recorded ones.",
  },
  { usage: "--accept", description: "Record the tool names of the compiled catalog." },
  {
    usage: "--package FOLDER",
    description: "Write the compiled catalog to a folder, ready for npm pack.",
  },
  { usage: "--dir FOLDER", description: "The folder for the catalog and its downloads." },
  { usage: "--overlay FOLDER", description: "The folder of corrections maintained by hand." },
  {
    usage: "--sources FILE",
    description:
      "A file of additional sources: [{ name, commit, integrity, url, license, files }].",
  },
  {
    usage: "--documents",
    description: "Also write the documents from which a search index can be built.",
  },
];

/** Runs the command. Resolves with the exit code. */
export async function catalogCommand(
  args: readonly string[],
  options: CatalogCommandOptions = {},
  print: (text: string) => void = console.log,
): Promise<0 | 1> {
  if (args.some(isHelpOption)) {
    print(formatCommandHelp({ name: "catalog", help: HELP }));
    return 0;
  }
  try {
    const { values } = parseArguments(args, OPTIONS);
    exitWithParent(Number(values.parent));
    const folder = values.dir ?? options.folder ?? DEFAULT_CATALOG_FOLDER;
    if (values.accept) {
      const { manifest, problems } = await checkCatalog(folder, undefined);
      if (manifest && problems.length === 0)
        writeFileSync(
          NAMES_FILE,
          `${JSON.stringify({ apps: manifest.apps, tools: manifest.tools, sha256: manifest.names, levels: manifest.levels }, undefined, 2)}\n`,
        );
    }
    if (values.package) {
      const target = await packageCatalog(folder, values.package);
      print(`Wrote the package to ${target}. Pack it with: npm pack ${values.package}`);
      return 0;
    }
    if (values.app !== undefined) return await compileOneApp(values.app, folder, options, print);
    if (values.check || values.accept) return await check(folder, print);
    const progress = createProgressBar(process.stdout);
    const manifest = await buildCatalog({
      folder,
      overlay: readOverlay(values.overlay ?? FACTS_FOLDER),
      ...(values.sources && { sources: [...SOURCES, ...readExtraSources(values.sources)] }),
      marks: MARK_SOURCE,
      registry: options.registry,
      createIndex: options.createIndex ?? createIndex,
      withDocuments: values.documents,
      levels: readLevelText(),
      log: progress.log,
      progress: progress.step,
    }).finally(() => progress.end());
    print(formatFigures(manifest));
    return 0;
  } catch (error) {
    const { message } = error as Error;
    print(
      error instanceof UsageError
        ? `${message}\nList the options: ${commandLine("catalog --help")}`
        : message,
    );
    return 1;
  }
}

const OPTIONS = {
  app: { type: "string" },
  /** The process ID of the service that compiles its catalog. */
  parent: { type: "string" },
  check: { type: "boolean" },
  accept: { type: "boolean" },
  package: { type: "string" },
  dir: { type: "string" },
  overlay: { type: "string" },
  sources: { type: "string" },
  documents: { type: "boolean" },
} as const;

/** Compiles one app, with the packages that the folder has downloaded. */
async function compileOneApp(
  slug: string,
  folder: string,
  { registry }: CatalogCommandOptions,
  print: (text: string) => void,
): Promise<0 | 1> {
  const compiled = await compileAppFolder(slug, {
    facts: FACTS_FOLDER,
    downloads: join(folder, ".downloads"),
    registry,
    log: print,
  });
  print(formatAppFolder(compiled));
  for (const problem of compiled.problems) print(`✗ ${problem}`);
  if (compiled.problems.length === 0) print("No problems found.");
  return compiled.problems.length === 0 ? 0 : 1;
}

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
  levels = {},
  seconds,
  files,
}: Manifest): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const formatNumber = (value: number) => value.toLocaleString("en");
  return [
    `${formatNumber(apps)} apps from ${formatNumber(vendors)} vendors, with ${formatNumber(tools)} tools from ${formatNumber(documents)} documents`,
    `  ${formatNumber(completeAuth)} with complete authentication details, ${formatNumber(open)} without authentication`,
    `${formatNumber(servers)} remote MCP servers without their tools. To have the tools of one: npm run apps -- add URL`,
    `${formatNumber(reviewed)} apps and servers reviewed by hand`,
    `Checked tools: ${Object.entries(levels)
      .map(([level, count]) => `${level} ${formatNumber(count)}`)
      .join(", ")}`,
    "By group:",
    `  ${Object.entries(groups)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([group, count]) => `${group} ${count}`)
      .join(", ")}`,
    `Compiled in ${seconds} s, ${(bytes / 1e6).toFixed(1)} MB`,
  ].join("\n");
}
