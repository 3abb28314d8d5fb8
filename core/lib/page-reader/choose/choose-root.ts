import type { PageKind } from "../parse/page-kind.ts";
import { type HtmlNode, isExcluded, walk } from "../parse/tree.ts";

/** How many letters of prose outside the marked element cast doubt on the mark. */
const PROSE_MARGIN = 300;

/** How many times the letters of the content an ancestor with the title may have. */
const TITLE_MARGIN = 1.3;

/**
 * The element that holds a page's content: the element that the page marks as its content, or an
 * ancestor if over two thirds of the ancestor's prose is outside the marked element (for example a
 * `<main>` with only a product grid).
 */
export function chooseRoot(page: HtmlNode, kind: PageKind): HtmlNode {
  let root = findMarkedContent(page, kind);
  for (let up = root.parent; up && root !== page; up = up.parent) {
    if (up.prose > 3 * root.prose + PROSE_MARGIN) root = up;
  }
  return includeTitle(page, root);
}

/**
 * An ancestor of the root that also holds the only title of the page, if the root has none and the
 * ancestor adds little else. Shops put the title and description of a category before `<main>`.
 */
function includeTitle(page: HtmlNode, root: HtmlNode): HtmlNode {
  const titles: HtmlNode[] = [];
  walk(page, (node) => {
    if (isExcluded(node)) return false;
    if (node.tag.name === "h1" && node.letters > 0) titles.push(node);
    return true;
  });
  if (titles.length !== 1) return root;
  const ancestors = new Set<HtmlNode>();
  for (let up: HtmlNode | undefined = titles[0]; up; up = up.parent) ancestors.add(up);
  let common: HtmlNode | undefined = root;
  while (common && !ancestors.has(common)) common = common.parent;
  return common && common.letters < TITLE_MARGIN * root.letters ? common : root;
}

/**
 * The largest `<main>` if it holds at least 15% of the text, or its largest article if that holds
 * at least 60% of the `<main>`. Otherwise the only article, the largest element with a common
 * content name, or the whole page. Shares refer to the letters that remain after the site's frame
 * is dropped.
 */
function findMarkedContent(page: HtmlNode, kind: PageKind): HtmlNode {
  const mains: HtmlNode[] = [];
  const articles: HtmlNode[] = [];
  const namedNodes: HtmlNode[] = [];
  walk(page, (node) => {
    if (isExcluded(node)) return false;
    const { tag, attributes } = node;
    if (tag.name === "main" || attributes?.role === "main") mains.push(node);
    else if (tag.name === "article") articles.push(node);
    else if (attributes && hasContentName(attributes.id, attributes.class)) namedNodes.push(node);
    return true;
  });
  const hasShare = (node: HtmlNode | undefined, share: number): node is HtmlNode =>
    node !== undefined && node.letters >= share * page.letters;

  const main = largest(mains);
  const article = largest(articles);
  if (hasShare(main, 0.15)) {
    // In a discussion, an article is a single post.
    return kind !== "discussion" &&
      article &&
      article.letters >= 0.6 * main.letters &&
      isInside(article, main)
      ? article
      : main;
  }
  if (articles.length === 1 && hasShare(article, 0.25)) return article;
  const content = largest(namedNodes);
  return hasShare(content, 0.3) ? content : page;
}

function largest(nodes: HtmlNode[]): HtmlNode | undefined {
  return nodes.reduce<HtmlNode | undefined>(
    (best, node) => (best && best.letters >= node.letters ? best : node),
    undefined,
  );
}

function isInside(node: HtmlNode, ancestor: HtmlNode): boolean {
  let up: HtmlNode | undefined = node;
  while (up && up !== ancestor) up = up.parent;
  return up !== undefined;
}

function hasContentName(id = "", className = ""): boolean {
  return (
    /^(?:main|content|main-?content|primary)$/i.test(id) ||
    /(?:^|\s)main-content(?:\s|$)/i.test(className)
  );
}
