import { PageLimitError } from "../page.ts";

const LINK_SCHEMES = new Set(["http:", "https:", "mailto:", "tel:"]);

/**
 * Longer references, in UTF-16 units, are dropped because they hold data rather than an address.
 */
const MAX_LENGTH = 4096;

const IMAGE_SCHEMES = new Set(["http:", "https:"]);

/**
 * The maximum total length of a page's absolute links, in UTF-16 units. A page with a long address
 * and many short links would otherwise become hundreds of times as long as it is.
 */
const MAX_TOTAL_LENGTH = 16 * 1024 * 1024;

/** Makes the links of one page absolute. Throws a `PageLimitError` if they are too long in total. */
export interface LinkResolver {
  /** Returns undefined if a link is malformed or its scheme is not http, https, mailto or tel. */
  link(href: string): string | undefined;
  /** Returns undefined if an address is malformed or its scheme is not http or https. */
  image(src: string): string | undefined;
}

/** A reference to a part of the page, or to a page or file in the same folder. */
const FRAGMENT = /^#[\w.-]+$/;
const SAME_FOLDER = /^\w[\w-]*(?:\.[\w-]+)*(?:#[\w.-]*)?$/;

export function createLinkResolver(base: string): LinkResolver {
  let totalLength = 0;
  const resolveSimple = createSimpleResolver(base);
  const resolve = (reference: string, schemes: Set<string>) => {
    const url = resolveSimple(reference) ?? resolveUrl(reference, base, schemes);
    totalLength += url?.length ?? 0;
    if (totalLength > MAX_TOTAL_LENGTH)
      throw new PageLimitError("The absolute links of the page are too long in total.");
    return url;
  };
  return {
    link: (href) => resolve(href, LINK_SCHEMES),
    image: (src) => resolve(src, IMAGE_SCHEMES),
  };
}

/**
 * Creates a function that resolves the simplest references without parsing a URL, which takes a
 * microsecond. It returns undefined for all others.
 */
function createSimpleResolver(base: string): (reference: string) => string | undefined {
  const url = URL.parse(base);
  if (!url || !IMAGE_SCHEMES.has(url.protocol) || url.username || url.password)
    return () => undefined;
  const page = `${url.origin}${url.pathname}${url.search}`;
  const folder = url.origin + url.pathname.slice(0, url.pathname.lastIndexOf("/") + 1);
  return (reference) => {
    if (FRAGMENT.test(reference)) return page + reference;
    return SAME_FOLDER.test(reference) ? folder + reference : undefined;
  };
}

function resolveUrl(reference: string, base: string, schemes: Set<string>): string | undefined {
  if (reference.length > MAX_LENGTH) return undefined;
  const url = URL.parse(reference.trim(), base);
  return url && schemes.has(url.protocol) ? url.href : undefined;
}

/**
 * The base URL of a page: its `<base>` resolved against `url`, or `url` if the page has no usable
 * `<base>`.
 */
export function resolveBase(url: string, base: string | undefined): string {
  return (base !== undefined && resolveUrl(base, url, IMAGE_SCHEMES)) || url;
}
