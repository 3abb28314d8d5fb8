import { isControl, isFrame } from "./boilerplate.ts";
import { chooseRoot } from "./choose-root.ts";
import { fewestLetters, measure } from "./measure.ts";
import { prune } from "./prune.ts";
import { reveal } from "./reveal.ts";
import { isOut, type Node, walk } from "./tree.ts";

/**
 * The part of a page that is its content; what is not is marked as dropped inside of it. Falls back to all that is shown
 * when little would be left.
 */
export function mainContent(root: Node): Node {
  walk(root, (node) => {
    if (!node.hidden && isControl(node)) node.dropped = true;
    return !isOut(node);
  });
  reveal(root);
  const all = root.letters;
  const dropped = dropFrame(root);
  measure(root);
  if (root.letters < Math.min(fewestLetters, all)) {
    for (const node of dropped) node.dropped = false;
    measure(root);
    return root;
  }
  const main = chooseRoot(root);
  prune(main);
  return main;
}

/** Drops the site's frame around the content, and forms that are not the page itself. */
function dropFrame(root: Node): Node[] {
  const dropped: Node[] = [];
  let contents = 0;
  walk(
    root,
    (node) => {
      if (isOut(node)) return false;
      if (isFrame(node, contents > 0) || (node.tag.name === "form" && node.letters < 0.5 * root.letters)) {
        node.dropped = true;
        dropped.push(node);
        return false;
      }
      if (isContent(node)) contents++;
      return true;
    },
    (node) => {
      if (isContent(node)) contents--;
    },
  );
  return dropped;
}

function isContent({ tag, attributes }: Node): boolean {
  return tag.name === "main" || tag.name === "article" || attributes?.role === "main";
}
