import { pageUrl, type Site, urlOf } from "./site.ts";

/** The most characters that llms-full.txt has of pages: a page that does not fit is left out whole. */
export const FULL_CHARACTERS = 1_000_000;

/** A page's text as Markdown. */
export interface PageText {
  readonly path: string;
  readonly content: string;
}

/** The text of /llms-full.txt: pages one after the other, and at the end what was left out. */
export function llmsFullText(
  site: Site,
  pages: readonly PageText[],
  leftOut: readonly string[],
): string {
  const opening = [
    `# ${line(site.name)}`,
    `> ${line(site.description)}`,
    `The pages of this site as Markdown, one after the other, each after its address. ${urlOf(site, "/llms.txt")} lists them; ` +
      `${urlOf(site, "/agent/read?url=PAGE")} gives one.`,
  ];
  return `${[...opening, ...pages.map((page) => section(site, page)), ...(leftOut.length > 0 ? [omitted(site, leftOut)] : [])].join("\n\n")}\n`;
}

const section = (site: Site, { path, content }: PageText) =>
  `---\n\nSource: ${pageUrl(site, path)}\n\n${content.trim()}`;

/** The most pages that are named one by one. */
const NAMED = 500;

function omitted(site: Site, paths: readonly string[]): string {
  const named = paths.slice(0, NAMED).map((path) => `- ${pageUrl(site, path)}`);
  const more = paths.length > NAMED ? [`- and ${paths.length - NAMED} more`] : [];
  return `---\n\nLeft out, because this text has an end or they could not be read as text (${paths.length} of the pages):\n\n${[...named, ...more].join("\n")}`;
}

const line = (text: string) => text.replaceAll(/\s+/g, " ").trim();
