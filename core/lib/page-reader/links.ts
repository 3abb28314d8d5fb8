const LINK_SCHEMES = new Set(["http:", "https:", "mailto:", "tel:"]);

/**
 * Longer references, in UTF-16 units, are dropped because they hold data rather than an address.
 */
const MAX_LENGTH = 4096;

/**
 * Resolves a link. Returns undefined if it is malformed or its scheme is not http, https, mailto or
 * tel.
 */
export function absoluteLink(href: string, base: string): string | undefined {
  return resolveUrl(href, base, LINK_SCHEMES);
}

const IMAGE_SCHEMES = new Set(["http:", "https:"]);

/**
 * Resolves an image's address. Returns undefined if it is malformed or its scheme is not http or
 * https.
 */
export function absoluteImage(src: string, base: string): string | undefined {
  return resolveUrl(src, base, IMAGE_SCHEMES);
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
