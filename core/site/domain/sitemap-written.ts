import { escaped } from "../../domain/shell.ts";
import type { PageEntry } from "../../ports/content.ts";
import { pageUrl, type Site, urlOf } from "./site.ts";

/** The most addresses of one file (sitemaps.org). */
const ADDRESSES = 50_000;

/** The site's pages as a sitemap; where they don't fit into one, as an index, whose parts are asked for by number from 1. */
export function sitemapText(
  site: Site,
  pages: readonly PageEntry[],
  part?: number,
): string | undefined {
  const parts = Math.ceil(pages.length / ADDRESSES);
  if (part === undefined && parts > 1) {
    const each = Array.from(
      { length: parts },
      (_, at) =>
        `<sitemap><loc>${escaped(urlOf(site, `/sitemap.xml?part=${at + 1}`))}</loc></sitemap>`,
    );
    return `${HEAD}<sitemapindex ${NAMES}>\n${each.join("\n")}\n</sitemapindex>\n`;
  }
  const from = ((part ?? 1) - 1) * ADDRESSES;
  if (part !== undefined && (part < 1 || part > parts)) return undefined;
  const each = pages
    .slice(from, from + ADDRESSES)
    .map(
      ({ path, modified }) =>
        `<url><loc>${escaped(pageUrl(site, path))}</loc>${modified ? `<lastmod>${modified}</lastmod>` : ""}</url>`,
    );
  return `${HEAD}<urlset ${NAMES}>\n${each.join("\n")}\n</urlset>\n`;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
