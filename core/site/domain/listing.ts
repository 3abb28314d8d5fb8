import type { PageEntry } from "../../ports/content.ts";
import { leavesSite } from "./address.ts";
import type { SitemapEntry } from "./sitemap.ts";

/** The most characters of an address that `readPage` takes. */
const URL_CHARACTERS = 2048;

/**
 * The path, with its query, of an address on a site; none if it is on another. http and https, and the default ports,
 * are one: sitemaps mix them up.
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

/** Why an address is not taken for one of the site's, as a half-sentence. */
export function explainElsewhere(origin: string, loc: string): string {
  const excerpt = loc.length > 100 ? `${loc.slice(0, 100)}…` : loc;
  const url = URL.parse(loc);
  if (!url) return `is ${excerpt}, which is no absolute URL`;
  if (!/^https?:$/.test(url.protocol)) return `has the scheme ${url.protocol}`;
  if (url.host !== new URL(origin).host) return `is ${excerpt}, on another host`;
  if (url.username || url.password) return "has a user name or a password in it";
  return leavesSite(url.pathname)
    ? `is ${excerpt}, whose path is not plain`
    : `is ${excerpt}, which is too long`;
}

/** What needs no parser: nothing encoded, no step that is empty or begins with a dot. */
const PLAIN_PATH = /^(?:\/[\w~-][\w.~-]*)+\/?$|^\/$/;

/** The pages of a list's entries that are on the site, each once, and the addresses that are not on it. */
export function pagesOnSite(
  origin: string,
  entries: readonly SitemapEntry[],
): { pages: PageEntry[]; elsewhere: SitemapEntry[] } {
  const modifiedByPath = new Map<string, string | undefined>();
  const elsewhere: SitemapEntry[] = [];
  for (const entry of entries) {
    const path = pathOnSite(origin, entry.loc);
    if (path === undefined) elsewhere.push(entry);
    else if (!modifiedByPath.has(path)) modifiedByPath.set(path, entry.modified);
  }
  // Joined and taken apart again, for a slice of a file's text would keep the whole of it in memory.
  const paths = modifiedByPath.size > 0 ? [...modifiedByPath.keys()].join("\n").split("\n") : [];
  const modified = [...modifiedByPath.values()];
  return { pages: paths.map((path, at) => ({ path, modified: modified[at] })), elsewhere };
}

const lookups = new WeakMap<readonly PageEntry[], ReadonlyMap<string, PageEntry>>();

/**
 * The listed page that an address means: the very one, else the one without its query, else the one with or without a
 * slash at its end. A site's own root is always a page.
 */
export function listedPage(pages: readonly PageEntry[], path: string): PageEntry | undefined {
  let lookup = lookups.get(pages);
  if (!lookup) lookups.set(pages, (lookup = new Map(pages.map((page) => [page.path, page]))));
  const [withoutQuery = ""] = path.split("?", 1);
  const slashVariant = withoutQuery.endsWith("/") ? withoutQuery.slice(0, -1) : `${withoutQuery}/`;
  return (
    lookup.get(path) ??
    lookup.get(withoutQuery) ??
    lookup.get(slashVariant) ??
    (withoutQuery === "/" ? { path: "/" } : undefined)
  );
}
