import { escapeHtml } from "../../domain/shell.ts";
import type { PageEntry } from "../../ports/content.ts";
import { pageUrl, type Site, serviceUrl } from "./site.ts";

/** The most addresses of one file (sitemaps.org). */
const MAX_URLS = 50_000;

/** The site's pages as a sitemap; where they don't fit into one, as an index, whose parts are asked for by number from 1. */
export function formatSitemap(
  site: Site,
  pages: readonly PageEntry[],
  part?: number,
): string | undefined {
  const parts = Math.ceil(pages.length / MAX_URLS);
  if (part === undefined && parts > 1) {
    const entries = Array.from(
      { length: parts },
      (_, at) =>
        `<sitemap><loc>${escapeHtml(serviceUrl(site, `/sitemap.xml?part=${at + 1}`))}</loc></sitemap>`,
    );
    return `${HEAD}<sitemapindex ${NAMESPACE}>\n${entries.join("\n")}\n</sitemapindex>\n`;
  }
  const from = ((part ?? 1) - 1) * MAX_URLS;
  if (part !== undefined && (part < 1 || part > parts)) return undefined;
  const entries = pages
    .slice(from, from + MAX_URLS)
    .map(
      ({ path, modified }) =>
        `<url><loc>${escapeHtml(pageUrl(site, path))}</loc>${modified ? `<lastmod>${modified}</lastmod>` : ""}</url>`,
    );
  return `${HEAD}<urlset ${NAMESPACE}>\n${entries.join("\n")}\n</urlset>\n`;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
