import type { Attributes } from "./scan-html.ts";
import { BLOCK, type Tag } from "./tags.ts";

/** A node of a page: an element, or a run of text (its tag is `TEXT`). Siblings are linked, so that every walk is a loop. */
export interface Node {
  readonly tag: Tag;
  text: string;
  readonly attributes: Attributes | undefined;
  parent: Node | undefined;
  first: Node | undefined;
  last: Node | undefined;
  next: Node | undefined;
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
export const TEXT: Tag = { name: "#text", is: 0 };

/** Makes a node and appends it to its parent. */
export function createNode(
  tag: Tag,
  parent: Node | undefined,
  text: string,
  attributes: Attributes | undefined,
): Node {
  const node: Node = {
    tag,
    text,
    attributes,
    parent,
    first: undefined,
    last: undefined,
    next: undefined,
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
    if (parent.last) parent.last.next = node;
    else parent.first = node;
    parent.last = node;
  }
  return node;
}

/** Walks a subtree in document order, at any depth. A node whose `enter` returns false is neither descended into nor left. */
export function walk(
  root: Node,
  enter: (node: Node) => boolean | void,
  leave?: (node: Node) => void,
): void {
  let node: Node = root;
  for (;;) {
    const entered = enter(node) !== false;
    if (entered && node.first) {
      node = node.first;
      continue;
    }
    if (entered) leave?.(node);
    while (node !== root && !node.next) {
      node = node.parent!;
      leave?.(node);
    }
    if (node === root) return;
    node = node.next!;
  }
}

/** Whether a node takes no part in what is read. */
export function isOut(node: Node): boolean {
  return node.hidden || node.dropped;
}

/** The visible text of a subtree, white space collapsed. */
export function textOf(root: Node): string {
  const parts: string[] = [];
  walk(root, (node) => {
    if (isOut(node)) return false;
    if (node.tag === TEXT) parts.push(node.text);
    else if (node.tag.is & BLOCK || node.tag.name === "br") parts.push(" ");
    return true;
  });
  return parts.join("").replace(/\s+/g, " ").trim();
}

/** The node after this one below a root, in the order of the page and past what is left out; nothing after the last. */
export function following(root: Node, node: Node): Node | undefined {
  if (node.first && !isOut(node)) return node.first;
  while (node !== root && !node.next) node = node.parent!;
  return node === root ? undefined : node.next;
}

/** The text of an element's first 40 nodes: all of a short one's, and little work when elements of a kind are nested deeply. */
export function beginningOf(root: Node): string {
  let text = "";
  let node: Node | undefined = root;
  for (let steps = 0; node && steps < 40; steps++) {
    if (!isOut(node)) text += node.text;
    node = following(root, node);
  }
  return text.replace(/\s+/g, " ").trim();
}
