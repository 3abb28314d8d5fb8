import { leavesSite } from "../kit/net/url-path.ts";
import type { SitemapEntry } from "./sitemap-entries.ts";

/** A page in the site's list of pages. */
export interface PageEntry {
  /** The percent-encoded path with a leading slash. On a live site it includes the query. */
  readonly path: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** The time of the last change (RFC 3339, UTC). */
  readonly modified?: string | undefined;
  /** The language tag (BCP 47) that the page declares. */
  readonly language?: string | undefined;
  /** The headings of the page, one a line, if they are known. */
  readonly headings?: string | undefined;
  /** The text of the page, one block a line, if it is kept for search. */
  readonly text?: string | undefined;
  /** The number of other pages of the site that link to it, if known. */
  readonly linkedFrom?: number | undefined;
}

/** The maximum length of a URL that `readPage` accepts. */
const URL_CHARACTERS = 2048;

/**
 * Returns the path and query of a URL on a site, or undefined if it isn't on the site. The schemes
 * http and https and their default ports count as equal, because sitemaps mix them up.
 */
export function pathOnSite(origin: string, loc: string): string | undefined {
  const host = origin.slice(origin.indexOf("//"));
  const start = loc.indexOf("//");
  const plainPath = loc.startsWith(host, start) ? loc.slice(start + host.length) : "";
  if (
    PLAIN_PATH.test(plainPath) &&
    loc.length <= URL_CHARACTERS &&
    /^https?:$/.test(loc.slice(0, start))
  )
    return plainPath;
  const url = URL.parse(loc);
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username ||
    url.password ||
    url.host !== new URL(origin).host
  )
    return undefined;
  const path = url.pathname + url.search;
  return leavesSite(url.pathname) || origin.length + path.length > URL_CHARACTERS
    ? undefined
    : path;
}

/** Explains why a URL isn't on a site, as a predicate to follow a subject such as "line 3". */
export function explainForeignUrl(origin: string, loc: string): string {
  const excerpt = loc.length > 100 ? `${loc.slice(0, 100)}…` : loc;
  const url = URL.parse(loc);
  if (!url) return `is "${excerpt}", which isn't an absolute URL`;
  if (!/^https?:$/.test(url.protocol)) return `has the unsupported scheme "${url.protocol}"`;
  if (url.host !== new URL(origin).host) return `is "${excerpt}", which is on another host`;
  if (url.username || url.password) return "contains a user name or a password";
  return leavesSite(url.pathname)
    ? `is "${excerpt}", which has an unsafe path`
    : `is "${excerpt}", which exceeds ${URL_CHARACTERS} characters`;
}

/**
 * Paths that need no URL parser: nothing percent-encoded, and no segment that is empty or begins
 * with a dot.
 */
const PLAIN_PATH = /^(?:\/[\w~-][\w.~-]*)+\/?$|^\/$/;

/**
 * Splits sitemap entries into the site's pages, each listed once, and the entries that aren't on
 * the site.
 */
export function pagesOnSite(
  origin: string,
  entries: readonly SitemapEntry[],
): { pages: PageEntry[]; foreign: SitemapEntry[] } {
  const modifiedByPath = new Map<string, string | undefined>();
  const foreign: SitemapEntry[] = [];
  for (const entry of entries) {
    const path = pathOnSite(origin, entry.loc);
    if (path === undefined) foreign.push(entry);
    else if (!modifiedByPath.has(path)) modifiedByPath.set(path, entry.modified);
  }
  // Copies the paths, because slices of a file's text would keep the whole text in memory.
  const paths = modifiedByPath.size > 0 ? [...modifiedByPath.keys()].join("\n").split("\n") : [];
  const modified = [...modifiedByPath.values()];
  return { pages: paths.map((path, at) => ({ path, modified: modified[at] })), foreign };
}

const lookups = new WeakMap<readonly PageEntry[], ReadonlyMap<string, PageEntry>>();

/**
 * Finds the listed page for a path: the exact one, else the one without the query, else the one
 * with or without a trailing slash. The site's root is always a page.
 */
export function listedPage(pages: readonly PageEntry[], path: string): PageEntry | undefined {
  let lookup = lookups.get(pages);
  if (!lookup) {
    lookup = new Map(pages.map((page) => [page.path, page]));
    lookups.set(pages, lookup);
  }
  const [withoutQuery = ""] = path.split("?", 1);
  const slashVariant = withoutQuery.endsWith("/") ? withoutQuery.slice(0, -1) : `${withoutQuery}/`;
  return (
    lookup.get(path) ??
    lookup.get(withoutQuery) ??
    lookup.get(slashVariant) ??
    (withoutQuery === "/" ? { path: "/" } : undefined)
  );
}
