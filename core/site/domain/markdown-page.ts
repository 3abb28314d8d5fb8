import { Marked } from "marked";
import { pageInShell } from "../../domain/shell.ts";
import { describeMarkdown, takeFrontMatter } from "./reading/index.ts";
import type { Site } from "./site.ts";

const marked = new Marked({ gfm: true });

/** A Markdown page for people: GitHub-flavoured Markdown as HTML. It is the operator's own, so its HTML stays as it is. */
export function markdownPage(site: Site, source: string): string {
  const { title = "", description } = describeMarkdown(source);
  const { body, language } = takeFrontMatter(source);
  return pageInShell(site, {
    title,
    description,
    language,
    main: marked.parse(body, { async: false }),
  });
}
