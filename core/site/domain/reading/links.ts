const linkable = new Set(["http:", "https:", "mailto:", "tel:"]);

/** The longest link that is kept: longer ones are data, not addresses. */
const longest = 4096;

/** The absolute form of a link as written on a page, or undefined when it leads nowhere that an agent should go (another scheme, malformed). */
export function absoluteLink(href: string, base: string): string | undefined {
  return absolute(href, base, linkable);
}

const loadable = new Set(["http:", "https:"]);

/** The absolute form of an image's address; undefined for data: and other schemes. */
export function absoluteImage(src: string, base: string): string | undefined {
  return absolute(src, base, loadable);
}

function absolute(reference: string, base: string, schemes: Set<string>): string | undefined {
  if (reference.length > longest) return undefined;
  const url = URL.parse(reference.trim(), base);
  return url && schemes.has(url.protocol) ? url.href : undefined;
}

/** The address that relative links of a page start from: its `<base>`, itself resolved, or its own URL. */
export function baseOf(url: string, base: string | undefined): string {
  return (base !== undefined && absolute(base, url, loadable)) || url;
}
