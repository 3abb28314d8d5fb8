import type { ContentSource } from "../../core/ports/content.ts";
import type { Outbound } from "../../core/ports/outbound.ts";
import type { Tracer } from "../../core/ports/tracer.ts";
import type { Site, SiteOptions } from "../../core/site.ts";
import { protectedPaths } from "../config/protected.ts";
import type { SiteServiceSettings } from "../config/site-service-settings.ts";
import { DEMO_FOLDER, DEMO_SITE, DOCS_FOLDER } from "../content/demo.ts";
import { folderContent } from "../content/folder.ts";
import { describeHomePage } from "../content/live/home-page.ts";
import { mayBePrivate } from "../content/live/live-site.ts";
import {
  createLiveContent,
  type LiveContent,
  type LiveContentOptions,
} from "../content/live-content.ts";
import { mountContent } from "../content/mounted-content.ts";
import { createOutbound } from "../outbound/create-outbound.ts";
import { createHttpUpstream } from "../proxy/upstream.ts";
import { createAddressChain } from "../rate-limit/client-address.ts";
import { traceOutbound, traceUpstream } from "../telemetry/tracing/traced-ports.ts";

/** Receives messages of the content sources for the operator, and the traces of their requests. */
interface ContentLog {
  /** Receives the warnings of a content folder. */
  warn(message: string): void;
  /** Receives the warnings of a live site. */
  log(message: string): void;
  readonly tracer?: Tracer | undefined;
}

/** The content source of the settings, and the same source if it is a live site. */
export interface OpenContent {
  readonly content: ContentSource;
  readonly live?: LiveContent;
}

/**
 * Opens the content source of the settings: the upstream, a live site, a folder or the demo shop.
 */
export function openContent(
  settings: SiteServiceSettings,
  { warn, log, tracer }: ContentLog,
  options?: Partial<LiveContentOptions>,
): OpenContent {
  const { upstream, search, crawlPages, selectors } = settings;
  if (upstream) {
    const outbound = createUpstreamOutbound(upstream, settings.publicOrigin);
    const live = createLiveContent(new URL(settings.publicOrigin ?? upstream.origin), {
      outbound: traceOutbound(outbound, tracer, { propagates: true }),
      alias: upstream.origin,
      allowsUnlisted: true,
      search,
      selectors,
      crawlPages,
      log,
      ...options,
    });
    return { content: live, live };
  }
  const url = pagesUrl(settings);
  if (!url) {
    const open = (folder: string) =>
      folderContent(folder, {
        warn,
        search,
        selectors,
        protectedPaths: protectedPaths(settings),
      });
    const folder = settings.content && "folder" in settings.content && settings.content.folder;
    if (folder) return { content: open(folder) };
    return { content: mountContent(open(DEMO_FOLDER), "/docs/", open(DOCS_FOLDER)) };
  }
  const allowedOrigins = mayBePrivate(url) ? [url.origin] : [];
  const live = createLiveContent(url, {
    outbound: traceOutbound(createOutbound({ allowedOrigins }), tracer, { propagates: true }),
    search,
    selectors,
    crawlPages,
    log,
    ...options,
  });
  return { content: live, live };
}

/**
 * Creates a client that requests pages from the upstream with the same Host as forwarded requests.
 */
function createUpstreamOutbound(
  { origin, usesOwnHost }: NonNullable<SiteServiceSettings["upstream"]>,
  publicOrigin: string | undefined,
): Outbound {
  if (!publicOrigin) return createOutbound({ allowedOrigins: [origin] });
  const { host, protocol } = new URL(publicOrigin);
  const headers = {
    host: usesOwnHost ? new URL(origin).host : host,
    "x-forwarded-host": host,
    "x-forwarded-proto": protocol.slice(0, -1),
  };
  return createOutbound({
    allowedOrigins: [origin],
    override: { origin: publicOrigin, address: origin, headers },
  });
}

/** Creates the connection to the upstream. Returns undefined without a reverse proxy. */
export function createUpstream(
  { upstream, publicOrigin, trustedProxies }: SiteServiceSettings,
  tracer?: Tracer,
): SiteOptions["upstream"] {
  if (!upstream) return undefined;
  const host = publicOrigin && !upstream.usesOwnHost ? new URL(publicOrigin).host : undefined;
  return {
    origin: traceUpstream(createHttpUpstream(upstream.origin, { host }), tracer),
    forwardedAddresses: createAddressChain(trustedProxies),
  };
}

/** Describes the site from the settings and, for what they leave out, from its home page. */
export async function describeSite(
  settings: SiteServiceSettings,
  content: ContentSource,
  origin: string,
): Promise<Site> {
  const demo = settings.content || settings.upstream ? undefined : DEMO_SITE;
  const pagesOrigin = pagesUrl(settings)?.origin;
  const isProxy = settings.upstream !== undefined;
  const home =
    pagesOrigin || isProxy
      ? await describeHomePage(content, 3_000)
      : (await content.listPages()).find(({ path }) => path === "/");
  return {
    origin,
    pagesOrigin,
    isProxy,
    name: settings.name ?? demo?.name ?? home?.title ?? new URL(pagesOrigin ?? origin).host,
    description:
      settings.description ??
      demo?.description ??
      home?.description ??
      `The website at ${pagesOrigin ?? origin}.`,
    contact: settings.contact,
    security: settings.security,
    contentSignal: settings.contentSignal,
    aiAgents: settings.aiAgents,
    htmlHints: settings.htmlHints,
    frontMatter: settings.frontMatter,
    search: settings.search,
    terms: settings.terms ?? demo?.terms,
    privacy: settings.privacy ?? demo?.privacy,
    notOffered: demo?.notOffered ?? [],
  };
}

/** Whether a site has a name other than its host name. */
export const isNamed = ({ name, pagesOrigin, isProxy, origin }: Site): boolean =>
  !(pagesOrigin ?? (isProxy && origin)) || name !== new URL(pagesOrigin ?? origin).host;

const pagesUrl = ({ content }: SiteServiceSettings): URL | undefined =>
  content && "url" in content ? content.url : undefined;
