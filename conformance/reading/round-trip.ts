import { marked } from "marked";
import { baseOf } from "../../core/site/domain/reading/links.ts";
import { markdownDialect } from "../../core/site/domain/reading/markdown-dialect.ts";
import { parseHtml } from "../../core/site/domain/reading/parse-html.ts";
import { render } from "../../core/site/domain/reading/render.ts";
import { type Facts, factsOf } from "./facts.ts";
import { withoutFootnotes } from "./footnotes.ts";

/** All that a page shows, as Markdown: nothing is taken for the site's frame and left out. */
export function wholeAsMarkdown(html: string, url: string): string {
  const { root, head } = parseHtml(html);
  return render(root, markdownDialect, baseOf(url, head.base));
}

/** What Markdown says, as marked reads it, with its footnotes where they stand. */
export function factsOfMarkdown(
  source: string,
  url: string,
): { facts: Facts; notes: number; looseNotes: string[] } {
  const { markdown, notes, loose } = withoutFootnotes(source);
  return {
    facts: factsOf(marked.parse(markdown, { async: false, gfm: true }), url),
    notes,
    looseNotes: loose,
  };
}
