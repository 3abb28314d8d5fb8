import type { EntryError, Sitemap, SitemapEntry } from "./sitemap-entries.ts";

/**
 * Reads a sitemap with one URL per line (sitemaps.org, "Text file"). Returns undefined if the first
 * line isn't a URL.
 */
export function readTextSitemap(text: string, maxEntries: number): Sitemap | undefined {
  if (!/^\ufeff?\s*https?:\/\//i.test(text.slice(0, 1000))) return undefined;
  const entries: SitemapEntry[] = [];
  const errors: EntryError[] = [];
  let isTruncated = false;
  for (let at = 0; at < text.length && !isTruncated; ) {
    const end = text.indexOf("\n", at);
    const loc = text.slice(at, end === -1 ? text.length : end).trim();
    if (/^https?:\/\/[^\s<>]+$/i.test(loc)) {
      if (entries.length === maxEntries) isTruncated = true;
      else entries.push({ at, loc, modified: undefined });
    } else if (loc !== "")
      errors.push({ at, error: `is "${loc.slice(0, 60)}", which isn't a URL` });
    at = end === -1 ? text.length : end + 1;
  }
  return { kind: "urlset", entries, errors, isTruncated };
}
