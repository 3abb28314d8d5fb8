import { HEADING } from "./tags.ts";
import { following, isOut, type Node, walk } from "./tree.ts";

/** The elements around the first title that is shown: a page's head is called a masthead, or a banner with a call, and is still where it begins. */
export function holdersOfTitle(main: Node): Set<Node> {
  let title: Node | undefined;
  walk(main, (node) => {
    if (title || isOut(node)) return false;
    if (node.tag.name === "h1" && node.letters > 0) title = node;
    return true;
  });
  const holders = new Set<Node>();
  for (let up = title; up && up !== main; up = up.parent) holders.add(up);
  return holders;
}

/** Whether there is a heading among an element's first 400 nodes. */
export function hasHeading(root: Node): boolean {
  let node: Node | undefined = root;
  for (let steps = 0; node && steps < 400; steps++) {
    if (node.tag.is & HEADING && node.letters > 0 && !isOut(node)) return true;
    node = following(root, node);
  }
  return false;
}
