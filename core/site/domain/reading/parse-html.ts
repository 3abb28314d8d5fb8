import { type Concealment, createConcealment } from "./concealed.ts";
import { type CloseNearest, closeImplied, reachOf } from "./implied-ends.ts";
import { noteHead, type PageHead } from "./page-head.ts";
import { createPageSigns, type PageKind } from "./page-kind.ts";
import { scanHtml } from "./scan-html.ts";
import { BLOCK, HEADING, IN_HEAD, RAW, SCOPE, type Tag, tagOf, VOID } from "./tags.ts";
import { createNode, type Node, TEXT } from "./tree.ts";

/** A page as a tree, with what its head says and what it hides. */
export interface ParsedPage {
  root: Node;
  head: PageHead;
  kind: PageKind;
  concealment: Concealment;
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
  const concealment = createConcealment();
  const signs = createPageSigns();
  let current = root;
  let isTitled = false;
  /** The outermost open svg element. */
  let foreign: Node | undefined;

  const closeThrough = (node: Node) => {
    for (let open = current; open !== node; open = open.parent!)
      if (open === foreign) foreign = undefined;
    if (node === foreign) foreign = undefined;
    current = node.parent ?? root;
  };
  const closeNearest: CloseNearest = (is, stops) => {
    let node = current;
    for (let steps = 0; node !== root && steps < reach; steps++, node = node.parent!) {
      if (node.tag.is & is) return closeThrough(node);
      if (node.tag.is & stops) return;
    }
  };
  const closeNamed = (tag: Tag, stops: number) => {
    let node = current;
    for (let steps = 0; node !== root && steps < reach; steps++, node = node.parent!) {
      if (node.tag === tag || node.tag.name === tag.name) return closeThrough(node);
      if (node.tag.is & stops) return;
    }
  };

  scanHtml(html, {
    isForeign: () => foreign !== undefined,
    open(name, attributes, selfClosing) {
      const tag = tagOf(name);
      if (current.tag.name === "head" && !(tag.is & IN_HEAD)) closeThrough(current);
      if (foreign && tag.is & BLOCK && !isInForeignObject(current)) closeThrough(foreign);
      if (!foreign) closeImplied(tag, current.tag, closeNearest);
      // A link in a link ends the outer one.
      if (name === "a" && current.tag === tag) closeThrough(current);
      if (attributes) {
        noteHead(head, name, attributes);
        signs.note(name, attributes);
      }
      const node = createNode(tag, current, "", attributes);
      concealment.note(node);
      if (tag.is & VOID || (foreign && selfClosing)) return;
      if (name === "svg") foreign ??= node;
      current = node;
    },
    close(name) {
      const tag = tagOf(name);
      if (name === "title") isTitled ||= head.title.trim() !== "";
      // What follows </body> still belongs to the body.
      if (tag.is & VOID || name === "body" || name === "html") return;
      if (tag.is & HEADING) closeNearest(HEADING, SCOPE);
      else closeNamed(tag, reachOf(tag));
    },
    text(text) {
      if (current.tag.is & RAW) return signs.noteScript(current.attributes, text);
      if (current.tag.name === "title" && !foreign && !isTitled) head.title += text;
      if (current.tag.name === "head" && text.trim() !== "") closeThrough(current);
      const last = current.last;
      if (last?.tag === TEXT) last.text += text;
      else createNode(TEXT, current, text, undefined);
    },
  });
  concealment.settle();
  return { root, head, kind: signs.kind(), concealment };
}

/** Inside of foreignObject, SVG holds HTML; elsewhere a block of HTML ends it. */
function isInForeignObject(node: Node | undefined): boolean {
  for (let steps = 0; node && steps < reach; steps++, node = node.parent) {
    if (node.tag.name === "foreignobject") return true;
    if (node.tag.name === "svg") return false;
  }
  return false;
}
