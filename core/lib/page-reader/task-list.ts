import { type HtmlNode, TEXT } from "./tree.ts";

/**
 * Whether a node is the state of a task: a checkbox that a list item starts with, in a
 * paragraph or not. In a label, it must be disabled, because filters of shops look the same.
 */
export function isTaskState(node: HtmlNode): boolean {
  if (node.tag.name !== "input" || node.attributes?.type?.toLowerCase() !== "checkbox")
    return false;
  let element = node;
  for (let steps = 0; steps < 3; steps++) {
    const parent: HtmlNode | undefined = element.parent;
    if (!parent || !isFirst(element, parent)) return false;
    const { name } = parent.tag;
    if (name === "li") return true;
    const isLabel = name === "label" && node.attributes.disabled !== undefined;
    if (!isLabel && name !== "p") return false;
    element = parent;
  }
  return false;
}

/** Whether only white space is before a node in its parent. */
function isFirst(node: HtmlNode, { firstChild }: HtmlNode): boolean {
  if (firstChild === node) return true;
  return (
    firstChild?.tag === TEXT && firstChild.text.trim() === "" && firstChild.nextSibling === node
  );
}
