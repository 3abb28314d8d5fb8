const linkSchemes = new Set(["http:", "https:", "mailto:", "tel:"]);

/** The longest link that is kept: longer ones are data, not addresses. */
const maxLength = 4096;

/** The absolute form of a link as written on a page, or undefined when it leads nowhere that an agent should go (another scheme, malformed). */
export function absoluteLink(href: string, base: string): string | undefined {
  return resolveUrl(href, base, linkSchemes);
}

const imageSchemes = new Set(["http:", "https:"]);

/** The absolute form of an image's address; undefined for data: and other schemes. */
export function absoluteImage(src: string, base: string): string | undefined {
  return resolveUrl(src, base, imageSchemes);
}

function resolveUrl(reference: string, base: string, schemes: Set<string>): string | undefined {
  if (reference.length > maxLength) return undefined;
  const url = URL.parse(reference.trim(), base);
  return url && schemes.has(url.protocol) ? url.href : undefined;
}

/** The address that relative links of a page start from: its `<base>`, itself resolved, or its own URL. */
export function resolveBase(url: string, base: string | undefined): string {
  return (base !== undefined && resolveUrl(base, url, imageSchemes)) || url;
}
