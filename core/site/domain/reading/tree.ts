import type { Attributes } from "./scan-html.ts";
import { BLOCK, type Tag } from "./tags.ts";

/** A node of a page: an element, or a run of text (its tag is `TEXT`). Siblings are linked, so that every walk is a loop. */
export interface HtmlNode {
  readonly tag: Tag;
  text: string;
  readonly attributes: Attributes | undefined;
  parent: HtmlNode | undefined;
  firstChild: HtmlNode | undefined;
  lastChild: HtmlNode | undefined;
  nextSibling: HtmlNode | undefined;
  /** Not shown to people. */
  hidden: boolean;
  /** Shown, but not part of what the page is about. */
  dropped: boolean;
  /** Letters of visible text inside, and how many of them are inside links: set by `measure`. */
  letters: number;
  linkLetters: number;
  links: number;
  /** Letters in long runs of text outside of links: sentences, not labels. */
  prose: number;
  /** Elements `<article>` inside, or itself. */
  articles: number;
  /** Headings and images inside. */
  figures: number;
}

/** The tag of a run of text. */
export const TEXT: Tag = { name: "#text", traits: 0 };

/** Makes a node and appends it to its parent. */
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
    articles: 0,
    figures: 0,
  };
  if (parent) {
    if (parent.lastChild) parent.lastChild.nextSibling = node;
    else parent.firstChild = node;
    parent.lastChild = node;
  }
  return node;
}

/** Walks a subtree in document order, at any depth. A node whose `enter` returns false is neither descended into nor left. */
export function walk(
  root: HtmlNode,
  enter: (node: HtmlNode) => boolean | void,
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

/** Whether a node takes no part in what is read. */
export function isExcluded(node: HtmlNode): boolean {
  return node.hidden || node.dropped;
}

/** The visible text of a subtree, white space collapsed. */
export function textContent(root: HtmlNode): string {
  const parts: string[] = [];
  walk(root, (node) => {
    if (isExcluded(node)) return false;
    if (node.tag === TEXT) parts.push(node.text);
    else if (node.tag.traits & BLOCK || node.tag.name === "br") parts.push(" ");
    return true;
  });
  return parts.join("").replace(/\s+/g, " ").trim();
}

/** The node after this one below a root, in the order of the page and past what is left out; nothing after the last. */
export function nextNode(root: HtmlNode, node: HtmlNode): HtmlNode | undefined {
  if (node.firstChild && !isExcluded(node)) return node.firstChild;
  while (node !== root && !node.nextSibling) node = node.parent!;
  return node === root ? undefined : node.nextSibling;
}

/** The text of an element's first 40 nodes: all of a short one's, and little work when elements of a kind are nested deeply. */
export function leadingText(root: HtmlNode): string {
  let text = "";
  let node: HtmlNode | undefined = root;
  for (let steps = 0; node && steps < 40; steps++) {
    if (!isExcluded(node)) text += node.text;
    node = nextNode(root, node);
  }
  return text.replace(/\s+/g, " ").trim();
}
