import { pageUrl, type Site, serviceUrl } from "../site.ts";

/**
 * The maximum number of characters of all pages. A page that doesn't fit is omitted, not truncated.
 */
export const MAX_CHARACTERS = 1_000_000;

/** The content of a page as Markdown. */
export interface PageText {
  readonly path: string;
  readonly content: string;
}

/** Creates the text of /llms-full.txt: the pages, and at the end a list of the omitted ones. */
export function llmsFullText(
  site: Site,
  pages: readonly PageText[],
  omitted: readonly string[],
): string {
  const intro = [
    `# ${oneLine(site.name)}`,
    `> ${oneLine(site.description)}`,
    `The pages of this site as Markdown, each with its URL as the source. ${serviceUrl(site, "/llms.txt")} lists the pages. ` +
      `${serviceUrl(site, "/agent/read?url=PAGE")} returns a single page.`,
  ];
  return `${[...intro, ...pages.map((page) => pageSection(site, page)), ...(omitted.length > 0 ? [omittedSection(site, omitted)] : [])].join("\n\n")}\n`;
}

const pageSection = (site: Site, { path, content }: PageText) =>
  `---\n\nSource: ${pageUrl(site, path)}\n\n${content.trim()}`;

/** The maximum number of omitted pages in the list. */
const MAX_NAMED = 500;

function omittedSection(site: Site, paths: readonly string[]): string {
  const named = paths.slice(0, MAX_NAMED).map((path) => `- ${pageUrl(site, path)}`);
  const more = paths.length > MAX_NAMED ? [`- and ${paths.length - MAX_NAMED} more`] : [];
  return `---\n\nOmitted, because they exceed the size limit or can't be read as text (${paths.length} of the pages):\n\n${[...named, ...more].join("\n")}`;
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();
