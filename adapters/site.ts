import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Content, Site } from "../core/index.ts";
import { DEMO_SITE } from "./content/demo.ts";
import { folderContent } from "./content/folder.ts";
import { describeHome } from "./content/live/home.ts";
import { mayBePrivate } from "./content/live/site.ts";
import { sitemapContent, type LiveContent, type SitemapContentOptions } from "./content/sitemap.ts";
import type { Settings } from "./environment.ts";
import { outbound } from "./outbound.ts";

/** Whom the pages' drivers tell, in sentences, what the operator should know. */
export interface Heard {
  /** Of a folder. */
  warn(sentence: string): void;
  /** Of a live site. */
  tell(sentence: string): void;
}

/** Where the settings say that the pages are: a live site, a folder, the demo shop. */
export function contentOf(settings: Settings, { warn, tell }: Heard, options?: Partial<SitemapContentOptions>): { content: Content; live?: LiveContent } {
  const url = pagesUrl(settings);
  if (!url) return { content: folderContent(folderOf(settings), { warn }) };
  const allow = mayBePrivate(url) ? [url.origin] : [];
  const live = sitemapContent(url, { outbound: outbound({ allow }), tell, ...options });
  return { content: live, live };
}

/** What is said of the site: by the settings, else by its own home page. */
export async function siteOf(settings: Settings, content: Content, origin: string): Promise<Site> {
  const demo = settings.content ? undefined : DEMO_SITE;
  const pagesOrigin = pagesUrl(settings)?.origin;
  const home = pagesOrigin ? await describeHome(content, 3_000) : (await content.pages()).find(({ path }) => path === "/");
  return {
    origin,
    pagesOrigin,
    name: settings.name ?? demo?.name ?? home?.title ?? new URL(pagesOrigin ?? origin).host,
    description: settings.description ?? demo?.description ?? home?.description ?? `The web site at ${pagesOrigin ?? origin}.`,
    contact: settings.contact,
    contentSignal: settings.contentSignal,
    aiAgents: settings.aiAgents,
    terms: settings.terms ?? demo?.terms,
    privacy: settings.privacy ?? demo?.privacy,
    notOffered: demo?.notOffered ?? [],
  };
}

/**
 * What is said of a live site once its home page says what it is called: it is asked again and again, after `firstMs`
 * (ten seconds by default) and then ever less often, up to every five minutes.
 */
export async function siteOnceNamed(settings: Settings, content: Content, origin: string, { firstMs = 10_000 } = {}): Promise<Site> {
  for (let wait = firstMs; ; wait = Math.min(wait * 2, 300_000)) {
    await setTimeout(wait, undefined, { ref: false });
    const site = await siteOf(settings, content, origin);
    if (isNamed(site)) return site;
  }
}

/** Whether a site has a name of its own, and not its host's. */
export const isNamed = ({ name, pagesOrigin }: Site): boolean => pagesOrigin === undefined || name !== new URL(pagesOrigin).host;

const folderOf = ({ content }: Settings): string =>
  content && "folder" in content ? content.folder : fileURLToPath(new URL("./content/demo", import.meta.url));

const pagesUrl = ({ content }: Settings): URL | undefined => (content && "url" in content ? content.url : undefined);
