import { Problem } from "../http/problem.ts";
import { isLoopback } from "../lib/kit/net/loopback.ts";
import { leavesSite } from "../lib/kit/net/url-path.ts";
import { pageUrl, type Site } from "./site.ts";

/**
 * Returns the path of one of the site's URLs, percent-encoded and without its fragment. The query
 * is kept for live sites and reverse proxies, but not for content folders. While the site is on
 * loopback, all loopback names with the site's port count as the site. Throws the `Problem`
 * `outside_site` for any other URL.
 */
export function pathWithin(site: Site, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw outsideSite(site, `"${text}" is not an absolute URL.`);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw outsideSite(site, `"${text}" has the unsupported scheme "${url.protocol}".`);
  if (url.username || url.password)
    throw outsideSite(site, "The URL contains a user name or a password.");
  if (![site.origin, site.pagesOrigin].some((origin) => origin && isSameSite(url, new URL(origin))))
    throw outsideSite(site, `"${text}" is on another origin, ${url.origin}.`);
  if (leavesSite(url.pathname))
    throw outsideSite(site, `The path "${url.pathname}" leads outside the site.`);
  return site.pagesOrigin || site.isProxy ? url.pathname + url.search : url.pathname;
}

function isSameSite(url: URL, siteUrl: URL): boolean {
  if (url.origin === siteUrl.origin) return true;
  return (
    isLoopback(siteUrl.hostname) &&
    isLoopback(url.hostname) &&
    url.port === siteUrl.port &&
    url.protocol === siteUrl.protocol
  );
}

function outsideSite(site: Site, detail: string): Problem {
  return new Problem("outside_site", detail, {
    hint: `Use a URL that begins with ${pageUrl(site, "/")}.`,
  });
}
