import { Marked } from "marked";
import type { ReadPage } from "../page.ts";
import { parseFrontMatter } from "../parse/front-matter.ts";
import { describeMarkdown } from "./read-markdown.ts";

const markdownParser = new Marked({ gfm: true });

/**
 * Renders a page in GitHub Flavored Markdown as HTML. Inline HTML isn't sanitized, because the
 * operator wrote the page.
 */
export function renderMarkdown(source: string): ReadPage {
  const { body, language } = parseFrontMatter(source);
  return {
    title: "",
    ...describeMarkdown(source),
    ...(language && { language }),
    content: markdownParser.parse(body, { async: false }),
  };
}
