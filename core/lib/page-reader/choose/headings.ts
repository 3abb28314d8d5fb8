import { HEADING } from "../parse/tags.ts";
import { type HtmlNode, isExcluded, nextNode, walk } from "../parse/tree.ts";

/**
 * The ancestors of the first visible `<h1>`, up to `main`. They are content even if their class
 * names suggest otherwise, because many pages put their title in a "masthead" or a "cta" banner.
 */
export function titleAncestors(main: HtmlNode): Set<HtmlNode> {
  let title: HtmlNode | undefined;
  walk(main, (node) => {
    if (title || isExcluded(node)) return false;
    if (node.tag.name === "h1" && node.letters > 0) title = node;
    return true;
  });
  const ancestors = new Set<HtmlNode>();
  for (let up = title; up && up !== main; up = up.parent) ancestors.add(up);
  return ancestors;
}

/** Whether one of an element's first 400 nodes is a heading with text. */
export function hasHeading(root: HtmlNode): boolean {
  let node: HtmlNode | undefined = root;
  for (let steps = 0; node && steps < 400; steps++) {
    if (node.tag.traits & HEADING && node.letters > 0 && !isExcluded(node)) return true;
    node = nextNode(root, node);
  }
  return false;
}
