import { mainContent, showLabels } from "./choose/main-content.ts";
import { applySelectors, joinElements, selectorAttributes } from "./choose/select-content.ts";
import { markdownDialect } from "./dialects/markdown-dialect.ts";
import { textDialect } from "./dialects/text-dialect.ts";
import type { ReadOptions, ReadPage } from "./page.ts";
import { toOneLine } from "./parse/page-head.ts";
import { type ParsedPage, parseHtml } from "./parse/parse-html.ts";
import { type HtmlNode, textContent, walk } from "./parse/tree.ts";
import { createLinkResolver, resolveBase } from "./render/links.ts";
import { render } from "./render/render.ts";

/**
 * Extracts the title, description, language and main content of an HTML page. A `<base>` takes
 * precedence over `url`.
 */
export function readHtml(html: string, { url, format, selectors }: ReadOptions): ReadPage {
  const page = parseHtml(html, { attributes: selectors && selectorAttributes(selectors) });
  const { head } = page;
  const base = resolveBase(url, head.base);
  const selected = selectors ? applySelectors(page.root, selectors) : [];
  const title = toOneLine(head.title) ?? head.socialTitle ?? firstHeading(page.root);
  const main = selected.length > 0 ? selectedContent(page, selected) : mainContent(page);
  const content = render(main, format === "markdown" ? markdownDialect : textDialect, base);
  const canonical = head.canonical && createLinkResolver(base).image(head.canonical);
  return {
    title,
    content: content === "" ? "" : `${content}\n`,
    ...(head.description && { description: head.description }),
    ...(head.language && { language: head.language }),
    ...(canonical && { canonical }),
    ...(head.published && { published: head.published }),
    ...(head.modified && { modified: head.modified }),
  };
}

/** The elements that selectors name are read whole, except for what people don't see. */
function selectedContent(
  { root, visibility }: ParsedPage,
  selected: readonly HtmlNode[],
): HtmlNode {
  showLabels(root, visibility);
  return joinElements(selected);
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
