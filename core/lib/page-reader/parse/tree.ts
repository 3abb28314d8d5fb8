import type { Attributes } from "./scan-html.ts";
import { BLOCK, type Tag } from "./tags.ts";

/**
 * An element, or a run of text with the tag `TEXT`. Siblings form a linked list so that walks need
 * no recursion.
 */
export interface HtmlNode {
  readonly tag: Tag;
  text: string;
  readonly attributes: Attributes | undefined;
  parent: HtmlNode | undefined;
  firstChild: HtmlNode | undefined;
  lastChild: HtmlNode | undefined;
  nextSibling: HtmlNode | undefined;
  /** Not visible to people. */
  hidden: boolean;
  /** Visible, but not part of the content. */
  dropped: boolean;
  // `measure` sets the counts below. They include the node itself and its descendants.
  /** Letters of visible text. */
  letters: number;
  /** Letters of visible text in links. */
  linkLetters: number;
  links: number;
  /** Letters in long runs of text outside links, which are sentences rather than labels. */
  prose: number;
  /** Letters of the longest run of text outside links. */
  longest: number;
  /** `<article>` elements. */
  articles: number;
  /** Headings and images. */
  headingsAndImages: number;
}

/** The tag of a run of text. */
export const TEXT: Tag = { name: "#text", traits: 0 };

/** Creates a node and appends it to its parent. */
export function createNode(
  tag: Tag,
  parent: HtmlNode | undefined,
  text: string,
  attributes: Attributes | undefined,
): HtmlNode {
  const node: HtmlNode = {
    tag,
    text,
    attributes,
    parent,
    firstChild: undefined,
    lastChild: undefined,
    nextSibling: undefined,
    hidden: false,
    dropped: false,
    letters: 0,
    linkLetters: 0,
    links: 0,
    prose: 0,
    longest: 0,
    articles: 0,
    headingsAndImages: 0,
  };
  if (parent) {
    if (parent.lastChild) parent.lastChild.nextSibling = node;
    else parent.firstChild = node;
    parent.lastChild = node;
  }
  return node;
}

/**
 * Walks a subtree in document order. If `enter` returns false, the walk skips the node's children
 * and its `leave`.
 */
export function walk(
  root: HtmlNode,
  enter: ((node: HtmlNode) => boolean) | ((node: HtmlNode) => void),
  leave?: (node: HtmlNode) => void,
): void {
  let node: HtmlNode = root;
  for (;;) {
    const entered = enter(node) !== false;
    if (entered && node.firstChild) {
      node = node.firstChild;
      continue;
    }
    if (entered) leave?.(node);
    while (node !== root && !node.nextSibling) {
      node = node.parent!;
      leave?.(node);
    }
    if (node === root) return;
    node = node.nextSibling!;
  }
}

/** Whether a node is excluded from the output. */
export function isExcluded(node: HtmlNode): boolean {
  return node.hidden || node.dropped;
}

/** Whether an element has a child that is a block with text. */
export function hasBlocks(node: HtmlNode): boolean {
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (child.tag.traits & BLOCK && !isExcluded(child) && child.letters > 0) return true;
  return false;
}

/** White space other than a single space, which would be replaced by itself. */
const COLLAPSIBLE_SPACE = /[^\S ]\s*| \s+/g;

/** Replaces each run of white space by a space, and removes it from the ends. */
export function collapseSpace(text: string): string {
  return text.replace(COLLAPSIBLE_SPACE, " ").trim();
}

/** The visible text of a subtree with collapsed white space. */
export function textContent(root: HtmlNode): string {
  const parts: string[] = [];
  walk(root, (node) => {
    if (isExcluded(node)) return false;
    if (node.tag === TEXT) parts.push(node.text);
    else if (node.tag.traits & BLOCK || node.tag.name === "br") parts.push(" ");
    return true;
  });
  return collapseSpace(parts.join(""));
}

/** The node after `node` in document order, within `root`. Skips the children of excluded nodes. */
export function nextNode(root: HtmlNode, node: HtmlNode): HtmlNode | undefined {
  if (node.firstChild && !isExcluded(node)) return node.firstChild;
  while (node !== root && !node.nextSibling) node = node.parent!;
  return node === root ? undefined : node.nextSibling;
}

/**
 * The visible text of an element's first 40 nodes. The limit bounds the work when many nested
 * elements are examined.
 */
export function leadingText(root: HtmlNode): string {
  let text = "";
  let node: HtmlNode | undefined = root;
  for (let steps = 0; node && steps < 40; steps++) {
    if (!isExcluded(node)) text += node.text;
    node = nextNode(root, node);
  }
  return collapseSpace(text);
}
