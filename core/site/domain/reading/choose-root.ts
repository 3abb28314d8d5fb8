import type { PageKind } from "./page-kind.ts";
import { type HtmlNode, isExcluded, walk } from "./tree.ts";

/** Letters in sentences outside of the marked part that are enough to doubt the mark. */
const proseMargin = 300;

/**
 * The element that holds a page's content: what the page marks as it, or what is around that while two in three of all
 * sentences stand outside of the mark (a `<main>` that is only the grid of products).
 */
export function chooseRoot(page: HtmlNode, kind: PageKind): HtmlNode {
  let root = findMarkedContent(page, kind);
  for (let up = root.parent; up && root !== page; up = up.parent) {
    if (up.prose > 3 * root.prose + proseMargin) root = up;
  }
  return root;
}

/**
 * The largest `<main>` if it holds a fair share of the text (its article, when that is nearly all of it), else the only
 * article, else the largest element with one of the usual names, else the whole page. Shares are of the letters that are
 * left when the frame is dropped.
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
    // An article of a discussion is one post.
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
