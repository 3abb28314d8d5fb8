import type { Sitemap, SitemapEntry, SitemapFault } from "./sitemap.ts";

/** Reads a sitemap that is an address a line (sitemaps.org, "Text file"); nothing if its first line is none. */
export function readTextSitemap(text: string, maxEntries: number): Sitemap | undefined {
  if (!/^\ufeff?\s*https?:\/\//i.test(text.slice(0, 1000))) return undefined;
  const entries: SitemapEntry[] = [];
  const faults: SitemapFault[] = [];
  let isCut = false;
  for (let at = 0; at < text.length && !isCut; ) {
    const end = text.indexOf("\n", at);
    const loc = text.slice(at, end === -1 ? text.length : end).trim();
    if (/^https?:\/\/[^\s<>]+$/i.test(loc)) {
      if (entries.length === maxEntries) isCut = true;
      else entries.push({ at, loc, modified: undefined });
    } else if (loc !== "")
      faults.push({ at, wrong: `is ${loc.slice(0, 60)}, which is no address` });
    at = end === -1 ? text.length : end + 1;
  }
  return { kind: "urlset", entries, faults, isCut };
}
