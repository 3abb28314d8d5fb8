import { registrableDomain } from "../../../core/lib/kit/net/registrable-domain.ts";
import { requireValue } from "../../../core/lib/kit/require-value.ts";
import {
  type CompiledApp,
  compileApp,
  type RejectedApp,
  type SourceDocument,
} from "../../../core/lib/openapi-tools/compile/index.ts";
import type { Overlay } from "../facts/read-facts.ts";
import { TOKEN_ENDPOINTS } from "../plan/known-auth.ts";
import type { PlannedApp } from "../plan/plan.ts";
import {
  findOriginUrl,
  type RawDocument,
  readSourceDocuments,
} from "../sources/source-documents.ts";
import { defaultLicense, type PackageSource } from "../sources/sources.ts";

/** Compiles each planned app as soon as all of its documents have been read. */
export async function* compileApps(
  tarballs: ReadonlyMap<PackageSource, string>,
  apps: readonly PlannedApp[],
  overlay: Overlay,
  skip: ReadonlySet<string>,
): AsyncGenerator<{ app: PlannedApp; compiled: CompiledApp | RejectedApp }> {
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
    const openDocument = readDocument({ path: sourcePath, source, parse }, retrievedAt);
    for (const app of dependents) {
      const documents = pendingDocuments.get(app.slug) ?? new Map<string, SourceDocument>();
      documents.set(id, openDocument);
      pendingDocuments.set(app.slug, documents);
      if (documents.size < new Set(app.documents).size) continue;
      pendingDocuments.delete(app.slug);
      const compiled = compileApp(
        app.documents.map((documentId) =>
          requireValue(documents.get(documentId), `the document ${documentId}`),
        ),
        { tokenEndpoint, ...app.options },
      );
      yield { app, compiled };
    }
  }
}

function readDocument(
  { path, source, parse }: Pick<RawDocument, "path" | "source" | "parse">,
  retrievedAt: string,
): SourceDocument {
  const document = parse();
  const origin = source ? `${source.name}@${source.version}` : "jackfield";
  const info = (document as { info?: { license?: { name?: string }; version?: string } }).info;
  const license = info?.license?.name ?? defaultLicense(source);
  return {
    document,
    source: {
      origin,
      document: source?.documentId?.(path) ?? path,
      ...(license && { license }),
      ...(info?.version && { version: String(info.version) }),
      retrievedAt,
    },
    url: findOriginUrl(document),
  };
}
