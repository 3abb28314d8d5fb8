import { Marked } from "marked";
import { renderShell } from "../../domain/shell.ts";
import { describeMarkdown, parseFrontMatter } from "./reading/index.ts";
import type { Site } from "./site.ts";

const markdownParser = new Marked({ gfm: true });

/** A Markdown page for people: GitHub-flavoured Markdown as HTML. It is the operator's own, so its HTML stays as it is. */
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
