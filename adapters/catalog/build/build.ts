import { join } from "node:path";
import {
  type DocumentSummary,
  fingerprint,
  inspectDocument,
} from "../../../core/lib/openapi-tools/compile/index.ts";
import type { ToolDocument } from "../../../core/lib/tool-search/index.ts";
import { readFacts } from "../aws/facts.ts";
import type { Overlay } from "../facts/read-facts.ts";
import { FORMAT, type Manifest } from "../format.ts";
import { readUploads } from "../google/uploads.ts";
import { parseLevels } from "../levels/level-record.ts";
import { createMcpApps } from "../mcp-apps.ts";
import { createPlan } from "../plan/plan.ts";
import type { InspectedDocument } from "../plan/vendor-rule.ts";
import { downloadTarball } from "../sources/download.ts";
import {
  findOriginUrl,
  type RawDocument,
  readSourceDocuments,
} from "../sources/source-documents.ts";
import { defaultLicense, type PackageSource, SOURCES } from "../sources/sources.ts";
import { type CatalogWriter, createCatalogWriter } from "./catalog-writer.ts";
import { compileApps } from "./compile-apps.ts";
import { type FindMark, type MARK_SOURCE, readMarks } from "./marks.ts";

export interface BuildOptions {
  /** The target folder. */
  readonly folder: string;
  readonly overlay: Overlay;
  /** All sources by default. */
  readonly sources?: readonly PackageSource[] | undefined;
  /** The folder for downloaded tarballs; `.downloads` in the target folder by default. */
  readonly downloads?: string | undefined;
  readonly registry?: string | undefined;
  /** Creates the search index. Without it, the catalog has none. */
  readonly createIndex?: ((documents: Iterable<ToolDocument>) => Uint8Array) | undefined;
  /** Also writes `documents.jsonl`, from which an index can be built. */
  readonly withDocuments?: boolean | undefined;
  /** The package with the marks of apps. Without it, apps have no marks. */
  readonly marks?: typeof MARK_SOURCE | undefined;
  readonly progress?:
    | ((step: string, done: number, total: number, unit?: string) => void)
    | undefined;
  readonly log?: ((message: string) => void) | undefined;
  /** The text of the record of checks. Without it, tools have no levels. */
  readonly levels?: string | undefined;
  /** Reads only these documents. All by default. */
  readonly only?: ReadonlySet<string> | undefined;
}

/**
 * Compiles the catalog and replaces the previous one at the end. Resumes an interrupted build of
 * the same plan.
 */
export async function buildCatalog(options: BuildOptions): Promise<Manifest> {
  const started = Date.now();
  const { overlay, folder, sources = SOURCES } = options;
  const levels = options.levels === undefined ? undefined : parseLevels(options.levels);
  const { tarballs, findMark } = await downloadPackages(sources, options);
  const skipped: SkippedDocument[] = [];
  const documents = await inspectDocuments(tarballs, options, skipped);
  const plan = createPlan(documents, overlay);
  skipped.push(...plan.dropped);
  const writer = await createCatalogWriter(
    folder,
    fingerprintPlan(plan, sources, options, findMark !== undefined),
    {
      popular: overlay.popular,
      leading: overlay.leading,
      purposes: overlay.purposes,
      findMark,
    },
  );
  const apps = compileApps(tarballs, plan.apps, overlay, writer.done);
  const { reasons, appCounts } = await writeApps(writer, apps, plan.apps.length, options, skipped);
  options.progress?.("Writing", 0, 1);
  const figures = {
    left: skipped,
    reasons: { ...reasons, left_out: plan.dropped.length },
    started,
    levels,
    withDocuments: options.withDocuments,
    sources: sources.map(({ name, version, integrity }) => ({
      name,
      version,
      integrity,
      documents: documents.filter(({ id }) => id.startsWith(`${name}:`)).length,
      apps: appCounts.get(`${name}@${version}`) ?? 0,
    })),
  };
  const manifest = await writer.finish(figures, options.createIndex);
  options.progress?.("Writing", 1, 1);
  return manifest;
}

interface SkippedDocument {
  readonly document: string;
  readonly why: string;
}

interface Packages {
  readonly tarballs: ReadonlyMap<PackageSource, string>;
  readonly findMark: FindMark | undefined;
}

async function downloadPackages(
  sources: readonly PackageSource[],
  { folder, downloads, registry, marks, log, progress }: BuildOptions,
): Promise<Packages> {
  const packages = sources.length + (marks ? 1 : 0);
  const download = (source: Parameters<typeof downloadTarball>[0], index: number) =>
    downloadTarball(source, {
      folder: downloads ?? join(folder, ".downloads"),
      registry,
      log,
      progress: (bytes, total) =>
        progress?.(
          `Downloading package ${index + 1} of ${packages}:`,
          toMegabytes(bytes),
          toMegabytes(total),
          "MB",
        ),
    });
  const tarballs = new Map<PackageSource, string>();
  for (const [index, source] of sources.entries())
    tarballs.set(source, await download(source, index));
  const findMark =
    marks &&
    (await download(marks, sources.length)
      .then(readMarks)
      .catch((error: unknown) => {
        // Apps without marks show their first letter, so a catalog without marks is complete.
        log?.(`Compiling without the marks of apps. ${(error as Error).message}`);
        return undefined;
      }));
  return { tarballs, findMark };
}

/** Changes with everything that a catalog depends on, so that no build resumes another one. */
const fingerprintPlan = (
  plan: ReturnType<typeof createPlan>,
  sources: readonly PackageSource[],
  { overlay, marks, levels }: BuildOptions,
  hasMarks: boolean,
): string =>
  fingerprint(
    JSON.stringify([
      FORMAT,
      fingerprint(readFacts() + readUploads()),
      sources.map(({ integrity }) => integrity),
      plan,
      [...overlay.apps],
      [...overlay.own],
      [...overlay.servers],
      [...overlay.endpoints],
      [...overlay.popular],
      [...overlay.leading],
      [...overlay.purposes],
      hasMarks ? marks?.integrity : undefined,
      levels,
    ]),
  );

/** Writes the apps that compile, which it counts by their source, and those of MCP servers. */
async function writeApps(
  writer: CatalogWriter,
  apps: ReturnType<typeof compileApps>,
  total: number,
  { overlay, progress }: BuildOptions,
  skipped: SkippedDocument[],
) {
  const reasons: Record<string, number> = {};
  const appCounts = new Map<string, number>();
  let done = 0;
  for await (const { app, compiled } of apps) {
    done += 1;
    progress?.("Compiling apps", done, total);
    if ("refused" in compiled) {
      reasons[compiled.refused] = (reasons[compiled.refused] ?? 0) + 1;
      for (const document of app.documents) skipped.push({ document, why: compiled.why });
      continue;
    }
    const { origin } = compiled.record.source;
    appCounts.set(origin, (appCounts.get(origin) ?? 0) + 1);
    await writer.addApp(compiled, app.group, origin);
  }
  for (const app of createMcpApps(overlay.servers))
    await writer.addApp(app, "mcp", app.record.source.origin);
  return { reasons, appCounts };
}

const toMegabytes = (bytes: number): number => Math.ceil(bytes / 1e6);

/** Summarizes every document, so that `createPlan` can assign it to an app. */
async function inspectDocuments(
  tarballs: ReadonlyMap<PackageSource, string>,
  { overlay, progress, only }: BuildOptions,
  skipped: SkippedDocument[],
): Promise<InspectedDocument[]> {
  const documents: InspectedDocument[] = [];
  let count = 0;
  for await (const { id, path: sourcePath, source, parse } of readSourceDocuments(
    tarballs,
    overlay,
  )) {
    if (only && !only.has(id)) continue;
    const exclusion = source?.exclude?.find(({ files }) => files.test(sourcePath));
    if (exclusion) {
      skipped.push({ document: id, why: exclusion.reason });
      continue;
    }
    count += 1;
    if (count % 20 === 0) progress?.("Reading documents", count, 0);
    const displayPath = source?.documentId?.(sourcePath) ?? sourcePath;
    const summary = trySummarize(parse);
    if (typeof summary === "string") {
      skipped.push({ document: id, why: summary });
      continue;
    }
    documents.push({
      ...summary,
      license: summary.license ?? defaultLicense(source),
      id,
      path: displayPath,
    });
  }
  return documents;
}

/** Returns the summary of a document, or the reason why there is none. */
function trySummarize(parse: RawDocument["parse"]): DocumentSummary | string {
  try {
    const document = parse();
    return inspectDocument(document, findOriginUrl(document)) ?? "The document is not an object.";
  } catch (error) {
    return `Parsing failed: ${(error as Error).message}`;
  }
}
