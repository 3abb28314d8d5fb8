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
    notOffered: demo?.notOffered ?? [],
  };
}

const folderOf = ({ content }: Settings): string =>
  content && "folder" in content ? content.folder : fileURLToPath(new URL("./content/demo", import.meta.url));

const pagesUrl = ({ content }: Settings): URL | undefined => (content && "url" in content ? content.url : undefined);
