import { pageUrl, type Site, serviceUrl } from "./site.ts";

/** The most characters that llms-full.txt has of pages: a page that does not fit is left out whole. */
export const MAX_CHARACTERS = 1_000_000;

/** A page's text as Markdown. */
export interface PageText {
  readonly path: string;
  readonly content: string;
}

/** The text of /llms-full.txt: pages one after the other, and at the end what was left out. */
export function llmsFullText(
  site: Site,
  pages: readonly PageText[],
  omitted: readonly string[],
): string {
  const intro = [
    `# ${oneLine(site.name)}`,
    `> ${oneLine(site.description)}`,
    `The pages of this site as Markdown, one after the other, each after its address. ${serviceUrl(site, "/llms.txt")} lists them; ` +
      `${serviceUrl(site, "/agent/read?url=PAGE")} gives one.`,
  ];
  return `${[...intro, ...pages.map((page) => pageSection(site, page)), ...(omitted.length > 0 ? [omittedSection(site, omitted)] : [])].join("\n\n")}\n`;
}

const pageSection = (site: Site, { path, content }: PageText) =>
  `---\n\nSource: ${pageUrl(site, path)}\n\n${content.trim()}`;

/** The most pages that are named one by one. */
const MAX_NAMED = 500;

function omittedSection(site: Site, paths: readonly string[]): string {
  const named = paths.slice(0, MAX_NAMED).map((path) => `- ${pageUrl(site, path)}`);
  const more = paths.length > MAX_NAMED ? [`- and ${paths.length - MAX_NAMED} more`] : [];
  return `---\n\nLeft out, because this text has an end or they could not be read as text (${paths.length} of the pages):\n\n${[...named, ...more].join("\n")}`;
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();
