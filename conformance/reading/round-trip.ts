import { marked } from "marked";
import { resolveBase } from "../../core/lib/page-reader/links.ts";
import { markdownDialect } from "../../core/lib/page-reader/markdown-dialect.ts";
import { parseHtml } from "../../core/lib/page-reader/parse-html.ts";
import { render } from "../../core/lib/page-reader/render.ts";
import { extractFacts, type PageFacts } from "./facts.ts";
import { expandFootnotes } from "./page-text.ts";

/** Converts the whole visible page to Markdown, including the site's frame. */
export function wholePageToMarkdown(html: string, url: string): string {
  const { root, head } = parseHtml(html);
  return render(root, markdownDialect, resolveBase(url, head.base));
}

/** Extracts the facts of Markdown, parsed by marked. Footnotes count as plain blocks. */
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
