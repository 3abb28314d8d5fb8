import { Marked } from "marked";
import { articlePage, renderDocument } from "../../lib/html-page/index.ts";
import { describeMarkdown, parseFrontMatter } from "../../lib/page-reader/index.ts";
import type { Site } from "../site.ts";

const markdownParser = new Marked({ gfm: true });

/**
 * Renders a page in GitHub Flavored Markdown as HTML. Inline HTML isn't sanitized, because the
 * operator wrote the page.
 */
export function markdownPage(site: Site, source: string): string {
  const { title = "", description } = describeMarkdown(source);
  const { body, language } = parseFrontMatter(source);
  const main = { html: markdownParser.parse(body, { async: false }) };
  return renderDocument(articlePage({ siteName: site.name, title, description, language, main }));
}
