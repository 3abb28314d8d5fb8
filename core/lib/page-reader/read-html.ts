import { resolveBase } from "./links.ts";
import { mainContent } from "./main-content.ts";
import { markdownDialect } from "./markdown-dialect.ts";
import type { ReadOptions, ReadPage } from "./page.ts";
import { toOneLine } from "./page-head.ts";
import { parseHtml } from "./parse-html.ts";
import { render } from "./render.ts";
import { textDialect } from "./text-dialect.ts";
import { type HtmlNode, textContent, walk } from "./tree.ts";

/**
 * Extracts the title, description, language and main content of an HTML page. A `<base>` takes
 * precedence over `url`.
 */
export function readHtml(html: string, { url, format }: ReadOptions): ReadPage {
  const page = parseHtml(html);
  const { head } = page;
  const title = toOneLine(head.title) ?? head.socialTitle ?? firstHeading(page.root);
  const main = mainContent(page);
  const content = render(
    main,
    format === "markdown" ? markdownDialect : textDialect,
    resolveBase(url, head.base),
  );
  return {
    title,
    content: content === "" ? "" : `${content}\n`,
    ...(head.description && { description: head.description }),
    ...(head.language && { language: head.language }),
  };
}

function firstHeading(root: HtmlNode): string {
  let title = "";
  walk(root, (node) => {
    if (title !== "" || node.hidden) return false;
    if (node.tag.name !== "h1") return true;
    title = textContent(node);
    return false;
  });
  return title;
}
