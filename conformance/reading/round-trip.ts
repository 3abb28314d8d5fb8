import { marked } from "marked";
import { resolveBase } from "../../core/site/domain/reading/links.ts";
import { markdownDialect } from "../../core/site/domain/reading/markdown-dialect.ts";
import { parseHtml } from "../../core/site/domain/reading/parse-html.ts";
import { render } from "../../core/site/domain/reading/render.ts";
import { extractFacts, type PageFacts } from "./facts.ts";
import { expandFootnotes } from "./footnotes.ts";

/** All that a page shows, as Markdown: nothing is taken for the site's frame and left out. */
export function wholePageToMarkdown(html: string, url: string): string {
  const { root, head } = parseHtml(html);
  return render(root, markdownDialect, resolveBase(url, head.base));
}

/** What Markdown says, as marked reads it, with its footnotes where they stand. */
export function extractMarkdownFacts(
  source: string,
  url: string,
): { facts: PageFacts; notes: number; looseNotes: string[] } {
  const { markdown, notes, loose } = expandFootnotes(source);
  return {
    facts: extractFacts(marked.parse(markdown, { async: false, gfm: true }), url),
    notes,
    looseNotes: loose,
  };
}
