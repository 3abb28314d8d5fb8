import { getTag } from "../parse/tags.ts";
import { createNode, type HtmlNode } from "../parse/tree.ts";
import { measure } from "./measure.ts";
import { selectElements } from "./select-elements.ts";
import type { ContentSelectors, Selector } from "./selectors.ts";

/**
 * Removes the elements that selectors leave out, and returns those to read instead of the main
 * content that the reader would choose. Empty if none matches. Hidden elements and elements without
 * text don't count, because scripts may fill them only later.
 */
export function applySelectors(
  root: HtmlNode,
  { main, exclude }: ContentSelectors,
): readonly HtmlNode[] {
  // Hidden elements are removed, too, because the reader may reveal them later.
  if (exclude.length > 0) removeElements(selectElements(root, exclude, () => false));
  if (main.length === 0) return [];
  measure(root);
  return selectElements(root, main, ({ hidden }) => hidden).filter(({ letters }) => letters > 0);
}

function removeElements(elements: readonly HtmlNode[]): void {
  const removed = new Set(elements);
  for (const parent of new Set(elements.map((element) => element.parent))) {
    if (!parent) continue;
    const children: HtmlNode[] = [];
    for (let child = parent.firstChild; child; child = child.nextSibling)
      if (!removed.has(child)) children.push(child);
    setChildren(parent, children);
  }
}

/** Joins elements to a document of their own. A single one stays where it is. */
export function joinElements(elements: readonly HtmlNode[]): HtmlNode {
  if (elements.length === 1) return elements[0]!;
  const document = createNode(getTag("#document"), undefined, "", undefined);
  setChildren(document, elements);
  for (const element of elements) element.parent = document;
  return document;
}

function setChildren(parent: HtmlNode, children: readonly HtmlNode[]): void {
  parent.firstChild = children[0];
  parent.lastChild = children.at(-1);
  for (const [index, child] of children.entries()) child.nextSibling = children[index + 1];
}

/** The names of the attributes in selectors. */
export function selectorAttributes({ main, exclude }: ContentSelectors): ReadonlySet<string> {
  const steps = [...main, ...exclude].flatMap((selector: Selector) => selector);
  return new Set(steps.flatMap(({ attributes }) => attributes.map(({ name }) => name)));
}
