import { Problem } from "../../problem.ts";
import { pageUrl, type Site } from "./site.ts";

/**
 * The path of one of the site's URLs, percent-encoded as a browser would send it, without its fragment; with its query
 * where the pages are a live site's, since a folder's have none. Throws the `Problem` "outside_site" for any other URL.
 * While the site is on loopback, every name of loopback with the site's port is the site.
 */
export function pathWithin(site: Site, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw outsideSite(site, `${text} is not an absolute URL.`);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw outsideSite(site, `${text} has the scheme ${url.protocol}`);
  if (url.username || url.password)
    throw outsideSite(site, "The URL carries a user name or a password.");
  if (![site.origin, site.pagesOrigin].some((origin) => origin && isSameSite(url, new URL(origin))))
    throw outsideSite(site, `${text} is on ${url.origin}.`);
  if (leavesSite(url.pathname))
    throw outsideSite(site, `The path ${url.pathname} leads out of the site.`);
  return site.pagesOrigin || site.isProxy ? url.pathname + url.search : url.pathname;
}

/** Whether a path hides a step upwards, a second root or a NUL in its percent-encoding. */
export function leavesSite(path: string): boolean {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return true;
  }
  return /(^|[/\\])\.\.?([/\\]|$)|[\\\0]|\/\//.test(decoded) || /%2f/i.test(path);
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

/** Whether a host name, as `URL` writes it, is this machine. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}

function outsideSite(site: Site, detail: string): Problem {
  return new Problem("outside_site", detail, {
    hint: `Pages of this site begin with ${pageUrl(site, "/")}.`,
  });
}
