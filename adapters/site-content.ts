import { setTimeout } from "node:timers/promises";
import type { ContentSource, Site, SiteOptions } from "../core/index.ts";
import type { Outbound } from "../core/ports/outbound.ts";
import { createAddressChain } from "./client-address.ts";
import { DEMO_FOLDER, DEMO_SITE, DOCS_FOLDER } from "./content/demo.ts";
import { folderContent } from "./content/folder.ts";
import { describeHomePage } from "./content/live/home-page.ts";
import { mayBePrivate } from "./content/live/live-site.ts";
import {
  createLiveContent,
  type LiveContent,
  type LiveContentOptions,
} from "./content/live-content.ts";
import { mountContent } from "./content/mounted-content.ts";
import type { Settings } from "./environment.ts";
import { createOutbound } from "./outbound.ts";
import { protectedPaths } from "./settings/protected.ts";
import { createHttpUpstream } from "./upstream.ts";

/** Whom the pages' drivers tell, in sentences, what the operator should know. */
export interface ContentLog {
  /** Of a folder. */
  warn(message: string): void;
  /** Of a live site. */
  log(message: string): void;
}

/** Where the settings say that the pages are: a live site, a folder, the demo shop. */
export function openContent(
  settings: Settings,
  { warn, log }: ContentLog,
  options?: Partial<LiveContentOptions>,
): { content: ContentSource; live?: LiveContent } {
  const { upstream } = settings;
  if (upstream) {
    const live = createLiveContent(new URL(settings.publicOrigin ?? upstream.origin), {
      outbound: createUpstreamOutbound(upstream, settings.publicOrigin),
      alias: upstream.origin,
      allowsUnlisted: true,
      log,
      ...options,
    });
    return { content: live, live };
  }
  const url = pagesUrl(settings);
  if (!url) {
    const open = (folder: string) =>
      folderContent(folder, { warn, protectedPaths: protectedPaths(settings) });
    const folder = settings.content && "folder" in settings.content && settings.content.folder;
    if (folder) return { content: open(folder) };
    return { content: mountContent(open(DEMO_FOLDER), "/docs/", open(DOCS_FOLDER)) };
  }
  const allowedOrigins = mayBePrivate(url) ? [url.origin] : [];
  const live = createLiveContent(url, {
    outbound: createOutbound({ allowedOrigins }),
    log,
    ...options,
  });
  return { content: live, live };
}

/** What is read of a site behind is asked of it by the name that it has in public, as people's requests are. */
function createUpstreamOutbound(
  { origin, usesOwnHost }: NonNullable<Settings["upstream"]>,
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

/** What stands behind, if the settings say so. */
export function createUpstream({
  upstream,
  publicOrigin,
  trustedProxies,
}: Settings): SiteOptions["upstream"] {
  if (!upstream) return undefined;
  const host = publicOrigin && !upstream.usesOwnHost ? new URL(publicOrigin).host : undefined;
  return {
    origin: createHttpUpstream(upstream.origin, { host }),
    forwardedAddresses: createAddressChain(trustedProxies),
  };
}

/** What is said of the site: by the settings, else by its own home page. */
export async function describeSite(
  settings: Settings,
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
      `The web site at ${pagesOrigin ?? origin}.`,
    contact: settings.contact,
    security: settings.security,
    contentSignal: settings.contentSignal,
    aiAgents: settings.aiAgents,
    htmlHints: settings.htmlHints,
    terms: settings.terms ?? demo?.terms,
    privacy: settings.privacy ?? demo?.privacy,
    notOffered: demo?.notOffered ?? [],
  };
}

/**
 * What is said of a live site once its home page says what it is called: it is asked again and again, after `firstMs`
 * (ten seconds by default) and then ever less often, up to every five minutes.
 */
export async function waitForNamedSite(
  settings: Settings,
  content: ContentSource,
  origin: string,
  { firstMs = 10_000 } = {},
): Promise<Site> {
  for (let wait = firstMs; ; wait = Math.min(wait * 2, 300_000)) {
    await setTimeout(wait, undefined, { ref: false });
    const site = await describeSite(settings, content, origin);
    if (isNamed(site)) return site;
  }
}

/** Whether a site has a name of its own, and not its host's. */
export const isNamed = ({ name, pagesOrigin, isProxy: isFront, origin }: Site): boolean =>
  !(pagesOrigin ?? (isFront && origin)) || name !== new URL(pagesOrigin ?? origin).host;

const pagesUrl = ({ content }: Settings): URL | undefined =>
  content && "url" in content ? content.url : undefined;
