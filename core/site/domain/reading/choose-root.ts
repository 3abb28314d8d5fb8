import type { PageKind } from "./page-kind.ts";
import { isOut, type Node, walk } from "./tree.ts";

/** Letters in sentences outside of the marked part that are enough to doubt the mark. */
const muchProse = 300;

/**
 * The element that holds a page's content: what the page marks as it, or what is around that while two in three of all
 * sentences stand outside of the mark (a `<main>` that is only the grid of products).
 */
export function chooseRoot(page: Node, kind: PageKind): Node {
  let root = markedContent(page, kind);
  for (let up = root.parent; up && root !== page; up = up.parent) {
    if (up.prose > 3 * root.prose + muchProse) root = up;
  }
  return root;
}

/**
 * The largest `<main>` if it holds a fair share of the text (its article, when that is nearly all of it), else the only
 * article, else the largest element with one of the usual names, else the whole page. Shares are of the letters that are
 * left when the frame is dropped.
 */
function markedContent(page: Node, kind: PageKind): Node {
  const mains: Node[] = [];
  const articles: Node[] = [];
  const named: Node[] = [];
  walk(page, (node) => {
    if (isOut(node)) return false;
    const { tag, attributes } = node;
    if (tag.name === "main" || attributes?.role === "main") mains.push(node);
    else if (tag.name === "article") articles.push(node);
    else if (attributes && isNamedContent(attributes.id, attributes.class)) named.push(node);
    return true;
  });
  const holds = (node: Node | undefined, share: number): node is Node =>
    node !== undefined && node.letters >= share * page.letters;

  const main = largest(mains);
  const article = largest(articles);
  if (holds(main, 0.15)) {
    // An article of a discussion is one post.
    return kind !== "discussion" &&
      article &&
      article.letters >= 0.6 * main.letters &&
      isInside(article, main)
      ? article
      : main;
  }
  if (articles.length === 1 && holds(article, 0.25)) return article;
  const content = largest(named);
  return holds(content, 0.3) ? content : page;
}

function largest(nodes: Node[]): Node | undefined {
  return nodes.reduce<Node | undefined>(
    (best, node) => (best && best.letters >= node.letters ? best : node),
    undefined,
  );
}

function isInside(node: Node, ancestor: Node): boolean {
  let up: Node | undefined = node;
  while (up && up !== ancestor) up = up.parent;
  return up !== undefined;
}

function isNamedContent(id = "", className = ""): boolean {
  return (
    /^(?:main|content|main-?content|primary)$/i.test(id) ||
    /(?:^|\s)main-content(?:\s|$)/i.test(className)
  );
}
