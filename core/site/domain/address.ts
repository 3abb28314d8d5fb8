import { Problem } from "../../problem.ts";
import { pageUrl, type Site } from "./site.ts";

/**
 * The path of one of the site's URLs, percent-encoded as a browser would send it, without its fragment; with its query
 * where the pages are a live site's, since a folder's have none. Throws the `Problem` "outside_site" for any other URL.
 * While the site is on loopback, every name of loopback with the site's port is the site.
 */
export function pathWithin(site: Site, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw outside(site, `${text} is not an absolute URL.`);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw outside(site, `${text} has the scheme ${url.protocol}`);
  if (url.username || url.password)
    throw outside(site, "The URL carries a user name or a password.");
  if (![site.origin, site.pagesOrigin].some((own) => own && isOwn(url, new URL(own))))
    throw outside(site, `${text} is on ${url.origin}.`);
  if (leavesSite(url.pathname))
    throw outside(site, `The path ${url.pathname} leads out of the site.`);
  return site.pagesOrigin || site.isFront ? url.pathname + url.search : url.pathname;
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

function isOwn(url: URL, own: URL): boolean {
  if (url.origin === own.origin) return true;
  return (
    isLoopback(own.hostname) &&
    isLoopback(url.hostname) &&
    url.port === own.port &&
    url.protocol === own.protocol
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

function outside(site: Site, detail: string): Problem {
  return new Problem("outside_site", detail, {
    hint: `Pages of this site begin with ${pageUrl(site, "/")}.`,
  });
}
