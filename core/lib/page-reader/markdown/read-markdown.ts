import { removeInvisible } from "../hide/invisible.ts";
import type { ReadOptions, ReadPage } from "../page.ts";
import { parseFrontMatter } from "../parse/front-matter.ts";
import { toOneLine } from "../parse/page-head.ts";
import { createLinkResolver } from "../render/links.ts";
import { blankCode } from "./markdown-code.ts";
import { editMarkdown } from "./markdown-edits.ts";
import { markdownText } from "./markdown-text.ts";

/**
 * Reads a Markdown source: takes the title, description and language from its front matter, makes
 * relative links absolute, and removes hidden HTML and invisible characters.
 */
export function readMarkdown(markdown: string, { url, format }: ReadOptions): ReadPage {
  const { title, description, language, canonical, published, modified, body } =
    parseFrontMatter(markdown);
  const canonicalUrl = canonical && createLinkResolver(url).image(canonical);
  const source = removeInvisible(editMarkdown(body, url)).trim();
  const content = format === "markdown" ? source : markdownText(source);
  return {
    title: toOneLine(title ?? "") ?? firstHeading(source),
    content: content === "" ? "" : `${content}\n`,
    ...(description && { description: toOneLine(description) ?? "" }),
    ...(language && { language }),
    ...(canonicalUrl && { canonical: canonicalUrl }),
    ...(published && { published }),
    ...(modified && { modified }),
  };
}

/**
 * The title and description of a Markdown source. The title comes from its front matter or its
 * first level-1 heading, the description from its front matter.
 */
export function describeMarkdown(markdown: string): { title?: string; description?: string } {
  const frontMatter = parseFrontMatter(markdown.slice(0, 200_000));
  const title = toOneLine(frontMatter.title ?? "") ?? firstHeading(frontMatter.body);
  const description = toOneLine(frontMatter.description ?? "");
  return { ...(title && { title }), ...(description && { description }) };
}

/** The first level-1 heading as plain text, or "". */
function firstHeading(source: string): string {
  const start = source.slice(0, 50_000);
  const visible = blankCode(start);
  const match = /^ {0,3}#[ \t]+(.+)$|^([^\n#>|-].*)\n=+[ \t]*$/m.exec(visible);
  if (!match) return "";
  // Read the heading from the source because `visible` has its code blanked out.
  const newline = start.indexOf("\n", match.index + 1);
  const line = start.slice(match.index, newline === -1 ? undefined : newline);
  return toOneLine(markdownText(line.replace(/[ \t]#+[ \t]*$/, ""))) ?? "";
}
