import { Marked } from "marked";
import { renderShell } from "../../lib/kit/page-shell.ts";
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
  return renderShell(site, {
    title,
    description,
    language,
    main: markdownParser.parse(body, { async: false }),
  });
}
