import { setTimeout } from "node:timers/promises";
import type { Content, Site, SiteOptions } from "../core/index.ts";
import type { Outbound } from "../core/ports/outbound.ts";
import { addressesRule } from "./client.ts";
import { DEMO_FOLDER, DEMO_SITE } from "./content/demo.ts";
import { folderContent } from "./content/folder.ts";
import { describeHome } from "./content/live/home.ts";
import { mayBePrivate } from "./content/live/site.ts";
import { type LiveContent, type SitemapContentOptions, sitemapContent } from "./content/sitemap.ts";
import type { Settings } from "./environment.ts";
import { httpOrigin } from "./origin.ts";
import { outbound } from "./outbound.ts";
import { protectedPaths } from "./settings/protected.ts";

/** Whom the pages' drivers tell, in sentences, what the operator should know. */
export interface Heard {
  /** Of a folder. */
  warn(sentence: string): void;
  /** Of a live site. */
  tell(sentence: string): void;
}

/** Where the settings say that the pages are: a live site, a folder, the demo shop. */
export function contentOf(
  settings: Settings,
  { warn, tell }: Heard,
  options?: Partial<SitemapContentOptions>,
): { content: Content; live?: LiveContent } {
  const { behind } = settings;
  if (behind) {
    const live = sitemapContent(new URL(settings.publicOrigin ?? behind.origin), {
      outbound: behindOutbound(behind, settings.publicOrigin),
      alias: behind.origin,
      isOpen: true,
      tell,
      ...options,
    });
    return { content: live, live };
  }
  const url = pagesUrl(settings);
  if (!url) {
    const options = { warn, protectedPaths: protectedPaths(settings) };
    return { content: folderContent(folderOf(settings), options) };
  }
  const allow = mayBePrivate(url) ? [url.origin] : [];
  const live = sitemapContent(url, { outbound: outbound({ allow }), tell, ...options });
  return { content: live, live };
}

/** What is read of a site behind is asked of it by the name that it has in public, as people's requests are. */
function behindOutbound(
  { origin, isOwnHost }: NonNullable<Settings["behind"]>,
  publicOrigin: string | undefined,
): Outbound {
  if (!publicOrigin) return outbound({ allow: [origin] });
  const { host, protocol } = new URL(publicOrigin);
  const headers = {
    host: isOwnHost ? new URL(origin).host : host,
    "x-forwarded-host": host,
    "x-forwarded-proto": protocol.slice(0, -1),
  };
  return outbound({ allow: [origin], standIn: { origin: publicOrigin, address: origin, headers } });
}

/** What stands behind, if the settings say so. */
export function behindOf({
  behind,
  publicOrigin,
  trustedProxies,
}: Settings): SiteOptions["behind"] {
  if (!behind) return undefined;
  const host = publicOrigin && !behind.isOwnHost ? new URL(publicOrigin).host : undefined;
  return {
    origin: httpOrigin(behind.origin, { host }),
    addressesOf: addressesRule(trustedProxies),
  };
}

/** What is said of the site: by the settings, else by its own home page. */
export async function siteOf(settings: Settings, content: Content, origin: string): Promise<Site> {
  const demo = settings.content || settings.behind ? undefined : DEMO_SITE;
  const pagesOrigin = pagesUrl(settings)?.origin;
  const isFront = settings.behind !== undefined;
  const home =
    pagesOrigin || isFront
      ? await describeHome(content, 3_000)
      : (await content.pages()).find(({ path }) => path === "/");
  return {
    origin,
    pagesOrigin,
    isFront,
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
export async function siteOnceNamed(
  settings: Settings,
  content: Content,
  origin: string,
  { firstMs = 10_000 } = {},
): Promise<Site> {
  for (let wait = firstMs; ; wait = Math.min(wait * 2, 300_000)) {
    await setTimeout(wait, undefined, { ref: false });
    const site = await siteOf(settings, content, origin);
    if (isNamed(site)) return site;
  }
}

/** Whether a site has a name of its own, and not its host's. */
export const isNamed = ({ name, pagesOrigin, isFront, origin }: Site): boolean =>
  !(pagesOrigin ?? (isFront && origin)) || name !== new URL(pagesOrigin ?? origin).host;

const folderOf = ({ content }: Settings): string =>
  content && "folder" in content ? content.folder : DEMO_FOLDER;

const pagesUrl = ({ content }: Settings): URL | undefined =>
  content && "url" in content ? content.url : undefined;
