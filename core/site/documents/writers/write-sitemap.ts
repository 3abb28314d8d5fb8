import { escapeHtml } from "../../../lib/html-page/index.ts";
import type { PageEntry } from "../../../ports/content.ts";
import { pageUrl, type Site, serviceUrl } from "../../site.ts";

/** The maximum number of URLs in one file (sitemaps.org). */
const MAX_URLS = 50_000;

/**
 * Formats the site's pages as a sitemap, or as a sitemap index if they don't fit into one file.
 * `part` selects a file of the index, from 1. Returns undefined if there is no such part.
 */
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
