import { pageUrl, type Site, serviceUrl } from "../../site.ts";
import { oneLine } from "../text/page-sections.ts";

/**
 * The maximum number of characters of all pages. A page that doesn't fit is omitted, not truncated.
 */
export const MAX_CHARACTERS = 1_000_000;

/** The content of a page as Markdown. */
interface PageText {
  readonly path: string;
  readonly content: string;
}

/** Creates the start of /llms-full.txt. `total` is the number of pages of the site. */
export const introSection = (site: Site, total: number): string =>
  [
    `# ${oneLine(site.name)}`,
    `> ${oneLine(site.description)}`,
    `Pages of this site as Markdown, each with its URL as the source. The site has ${formatPages(total)}. ` +
      `This text holds as many of them as fit into ${MAX_CHARACTERS.toLocaleString("en-US")} characters, and its end states which it leaves out. ` +
      `${serviceUrl(site, "/llms.txt")} lists all pages. ` +
      `${serviceUrl(site, "/agent/read?url=PAGE")} returns a single page.\n`,
  ].join("\n\n");

export const pageSection = (site: Site, { path, content }: PageText): string =>
  `\n---\n\nSource: ${pageUrl(site, path)}\n\n${content.trim()}\n`;

/** The maximum number of omitted pages in the list. */
const MAX_NAMED = 500;

/** Creates the end of /llms-full.txt, which states how many of the pages it holds. */
export function omittedSection(site: Site, omitted: readonly string[], total: number): string {
  const held = `\n---\n\nThis text holds ${(total - omitted.length).toLocaleString("en-US")} of ${formatPages(total)}.`;
  if (omitted.length === 0) return `${held}\n`;
  const named = omitted.slice(0, MAX_NAMED).map((path) => `- ${pageUrl(site, path)}`);
  const more = omitted.length > MAX_NAMED ? [`- and ${omitted.length - MAX_NAMED} more`] : [];
  return `${held} It leaves out ${omitted.length}, because they exceed the limits of size and number, or can't be read as text:\n\n${[...named, ...more].join("\n")}\n`;
}

const formatPages = (count: number): string =>
  count === 1 ? "1 page" : `${count.toLocaleString("en-US")} pages`;
