import type { CrawlBound, CrawlLimit, CrawlResult } from "./crawl.ts";

/** Longer URLs are cut in messages. */
const MAX_EXAMPLE = 100;

const LIMITS: Record<CrawlLimit, string> = {
  pages: ", the limit of SITE_CRAWL. To list all pages, raise it or add a sitemap.",
  requests: ", then reached the limit of requests.",
  failures: ", then the site failed several times in a row.",
};

const BOUNDS: Record<CrawlBound, (example: string) => string> = {
  query: (url) => `URLs with a query are skipped, such as ${url}.`,
  long: (url) => `Paths of more than 512 characters are skipped, such as ${url}.`,
  repeating: (url) => `Paths that repeat a segment three times are skipped, such as ${url}.`,
  depth: (url) => `Pages more than 8 links away from the home page are skipped, such as ${url}.`,
  links: (url) => `Only the first MiB and 2,000 links of a page are read, such as ${url}.`,
  noindex: (url) => `Pages with noindex aren't listed, such as ${url}.`,
  delay: () => "robots.txt asks for more than 30 seconds between requests, which is the most.",
  wait: (url) => `${url} asked to wait for more than 5 minutes, which is the most.`,
};

/** Describes the result of a crawl, with a sentence for each of its bounds that took effect. */
export function describeCrawl(origin: string, { pages, limit, bounds }: CrawlResult): string {
  const count = pages.length;
  const found = `Found ${count} ${count === 1 ? "page" : "pages"} of ${origin} by following links`;
  const sentences = [...bounds].map(([bound, example]) =>
    BOUNDS[bound](shorten(`${origin}${example}`)),
  );
  return [found + (limit ? LIMITS[limit] : "."), ...sentences].join(" ");
}

const shorten = (url: string): string =>
  url.length > MAX_EXAMPLE ? `${url.slice(0, MAX_EXAMPLE)}…` : url;
