import { fewestLetters, measure } from "./measure.ts";
import { UNSEEN } from "./tags.ts";
import { type Node, walk } from "./tree.ts";

/**
 * Shows what is hidden only until people look at it: what a control of the page opens (a tab's panel, the answer to a
 * question), and parts that arrive late and are moved into place (React's streamed segments). Where next to nothing else is
 * there, the `<noscript>` text is the page.
 */
export function reveal(root: Node): void {
  const controlled = new Set<string>();
  walk(root, ({ attributes }) => {
    for (const id of attributes?.["aria-controls"]?.slice(0, 200).split(/\s+/) ?? []) controlled.add(id);
  });
  const noscripts: Node[] = [];
  walk(root, (node) => {
    if (!node.hidden) return true;
    if (node.tag.name === "noscript" && node.parent?.tag.name !== "head") noscripts.push(node);
    if (!(node.tag.is & UNSEEN) && isOpenedLater(node, controlled)) node.hidden = false;
    return !node.hidden;
  });
  measure(root);
  if (root.letters >= fewestLetters) return;
  for (const node of noscripts) node.hidden = false;
  measure(root);
}

function isOpenedLater({ attributes }: Node, controlled: Set<string>): boolean {
  if (!attributes) return false;
  const { id, role } = attributes;
  if (role?.toLowerCase() === "tabpanel") return true;
  return id !== undefined && (controlled.has(id) || (attributes.hidden !== undefined && /^S:[\da-z]+$/.test(id)));
}
