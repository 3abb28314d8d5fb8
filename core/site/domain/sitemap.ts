import { Parser } from "htmlparser2";

/** A page that a sitemap lists. */
export interface SitemapEntry {
  readonly url: URL;
  /** RFC 3339, UTC. */
  readonly modified?: string | undefined;
}

/** The pages of a sitemap's `urlset` (sitemaps.org, 0.9), in its order. What is not an absolute URL is passed over. */
export function sitemapEntries(xml: string): SitemapEntry[] {
  const entries: SitemapEntry[] = [];
  let inside: string | undefined;
  let loc = "";
  let lastmod = "";
  const parser = new Parser(
    {
      onopentag(name) {
        if (name === "url") loc = lastmod = "";
        inside = name;
      },
      ontext(text) {
        if (inside === "loc") loc += text;
        else if (inside === "lastmod") lastmod += text;
      },
      onclosetag(name) {
        inside = undefined;
        if (name === "url" && URL.canParse(loc.trim())) entries.push({ url: new URL(loc.trim()), modified: dateOf(lastmod) });
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return entries;
}

/** A W3C date or time as RFC 3339 in UTC; none where it is neither. */
function dateOf(text: string): string | undefined {
  const time = Date.parse(text.trim());
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
