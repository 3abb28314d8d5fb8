import { closeImplied, endOf, type CloseNearest } from "./implied-ends.ts";
import { isHidden, isOffScreen } from "./hidden.ts";
import { noteHead, type PageHead } from "./page-head.ts";
import { type Attributes, scanHtml } from "./scan-html.ts";
import { BLOCK, IN_HEAD, RAW, type Tag, tagOf, UNSEEN, VOID } from "./tags.ts";
import { createNode, type Node, TEXT } from "./tree.ts";

export interface ParsedPage {
  root: Node;
  head: PageHead;
}

/**
 * How far up an end tag looks for its start. Real pages are not nested this deeply; without a bound, stray end tags under
 * deep nesting would take quadratic time. An end tag that finds nothing is ignored, so a hidden element only grows.
 */
const reach = 200;

/** The tree of a page, with the HTML standard's implied ends for paragraphs, items, cells and rows; linear in time on any input. */
export function parseHtml(html: string): ParsedPage {
  const root = createNode(tagOf("#document"), undefined, "", undefined);
  const head: PageHead = { title: "" };
  const twins = createTwins();
  let current = root;
  let isTitled = false;
  /** The outermost open svg element. */
  let foreign: Node | undefined;

  const closeThrough = (node: Node) => {
    for (let open = current; open !== node; open = open.parent!) if (open === foreign) foreign = undefined;
    if (node === foreign) foreign = undefined;
    current = node.parent ?? root;
  };
  const closeNearest: CloseNearest = (matches, stops) => {
    let node = current;
    for (let steps = 0; node !== root && steps < reach; steps++) {
      if (matches(node.tag)) return closeThrough(node);
      if (node.tag.is & stops) return;
      node = node.parent!;
    }
  };

  scanHtml(html, {
    isForeign: () => foreign !== undefined,
    open(name, attributes, selfClosing) {
      const tag = tagOf(name);
      if (current.tag.name === "head" && !(tag.is & IN_HEAD)) closeThrough(current);
      if (foreign && tag.is & BLOCK && !isInForeignObject(current)) closeThrough(foreign);
      if (!foreign) closeImplied(tag, current.tag, closeNearest);
      if (attributes) noteHead(head, name, attributes);
      const node = createNode(tag, current, "", attributes);
      node.hidden = (tag.is & UNSEEN) !== 0 || (attributes !== undefined && hides(tag, attributes));
      if (attributes) twins.note(node, attributes);
      if (tag.is & VOID || (foreign && selfClosing)) return;
      if (name === "svg") foreign ??= node;
      current = node;
    },
    close(name) {
      const tag = tagOf(name);
      if (name === "title") isTitled ||= head.title.trim() !== "";
      if (!(tag.is & VOID)) closeNearest(...endOf(tag));
    },
    text(text) {
      if (current.tag.is & RAW) return;
      if (current.tag.name === "title" && !foreign && !isTitled) head.title += text;
      if (current.tag.name === "head" && text.trim() !== "") closeThrough(current);
      const last = current.last;
      if (last?.tag === TEXT) last.text += text;
      else createNode(TEXT, current, text, undefined);
    },
  });
  twins.show();
  return { root, head };
}

/** Whole pages are made visible by their scripts: a page that hid its own body would be blank to everyone. */
function hides(tag: Tag, attributes: Attributes): boolean {
  return tag.name !== "body" && tag.name !== "html" && isHidden(attributes);
}

/** Inside of foreignObject, SVG holds HTML; elsewhere a block of HTML ends it. */
function isInForeignObject(node: Node | undefined): boolean {
  for (let steps = 0; node && steps < reach; steps++, node = node.parent) {
    if (node.tag.name === "foreignobject") return true;
    if (node.tag.name === "svg") return false;
  }
  return false;
}

/** Hides text for screen readers, unless it turns out to stand beside its aria-hidden twin. */
function createTwins() {
  const offScreen: Node[] = [];
  const parents = new Set<Node | undefined>();
  return {
    note(node: Node, attributes: Attributes) {
      if (!node.hidden && isOffScreen(attributes)) {
        node.hidden = true;
        offScreen.push(node);
      } else if (attributes["aria-hidden"] !== undefined && !(node.tag.is & UNSEEN) && node.tag.name !== "i") {
        parents.add(node.parent);
      }
    },
    show() {
      for (const node of offScreen) if (parents.has(node.parent)) node.hidden = false;
    },
  };
}
