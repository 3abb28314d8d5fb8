import { createStructuredContent, type StructuredContent } from "../choose/structured-content.ts";
import { createVisibilityTracker, type VisibilityTracker } from "../hide/visibility.ts";
import { PageLimitError } from "../page.ts";
import { scriptFormula } from "../render/formulas/tex.ts";
import { type CloseNearest, closeImplied, closingScope } from "./implied-ends.ts";
import { readScriptDates } from "./page-dates.ts";
import { type PageHead, readHeadElement } from "./page-head.ts";
import { createPageKindDetector, type PageKind } from "./page-kind.ts";
import { type Attributes, type HtmlEvents, scanHtml } from "./scan-html.ts";
import { BLOCK, getTag, HEADING, IN_HEAD, METADATA, RAW, SCOPE, type Tag, VOID } from "./tags.ts";
import { createNode, type HtmlNode, TEXT } from "./tree.ts";

/** A page as a tree, with its metadata. */
export interface ParsedPage {
  root: HtmlNode;
  head: PageHead;
  kind: PageKind;
  visibility: VisibilityTracker;
  structured: StructuredContent;
}

/**
 * How many ancestors are searched for the element of an end tag. Real pages aren't nested this
 * deeply. Without a limit, stray end tags under deep nesting would take quadratic time. An end tag
 * without a match is ignored, so the limit can extend a hidden element but never reveal its
 * content.
 */
const MAX_STEPS = 200;

/**
 * The maximum number of elements and texts of a page. Each takes about 200 bytes of memory and a
 * microsecond. A megabyte of ordinary HTML has 20,000 to 150,000.
 */
const MAX_NODES = 1_500_000;

/**
 * Parses a page in linear time on any input. Throws a `PageLimitError` if it has more than
 * 1.5 million elements and texts. Applies the HTML standard's implied ends for
 * paragraphs, list items, cells and rows. `attributes` are the names of further attributes to read,
 * and `robot` is the name of the reading robot.
 */
export function parseHtml(
  html: string,
  {
    attributes: extraAttributes,
    robot,
  }: {
    readonly attributes?: ReadonlySet<string> | undefined;
    readonly robot?: string | undefined;
  } = {},
): ParsedPage {
  const root = createNode(getTag("#document"), undefined, "", undefined);
  const head: PageHead = { title: "", robot };
  const visibility = createVisibilityTracker();
  const structured = createStructuredContent();
  const kindDetector = createPageKindDetector();
  let current = root;
  let hasTitle = false;
  let nodes = 0;
  /** The outermost open svg element. */
  let foreign: HtmlNode | undefined;

  const addNode = (tag: Tag, text: string, attributes: Attributes | undefined): HtmlNode => {
    nodes++;
    if (nodes > MAX_NODES)
      throw new PageLimitError(`The page has more than ${MAX_NODES} elements and texts.`);
    return createNode(tag, current, text, attributes);
  };
  const closeThrough = (node: HtmlNode) => {
    for (let open = current; open !== node; open = open.parent!)
      if (open === foreign) foreign = undefined;
    if (node === foreign) foreign = undefined;
    current = node.parent ?? root;
  };
  const closeNearest: CloseNearest = (traits, stops) => {
    let node = current;
    for (let steps = 0; node !== root && steps < MAX_STEPS; steps++, node = node.parent!) {
      if (node.tag.traits & traits) return closeThrough(node);
      if (node.tag.traits & stops) return;
    }
  };
  const closeNamed = (tag: Tag, stops: number) => {
    let node = current;
    for (let steps = 0; node !== root && steps < MAX_STEPS; steps++, node = node.parent!) {
      if (node.tag === tag || node.tag.name === tag.name) return closeThrough(node);
      if (node.tag.traits & stops) return;
    }
  };

  const events: HtmlEvents = {
    isForeign: () => foreign !== undefined,
    open(name, attributes, selfClosing) {
      const tag = getTag(name);
      if (current.tag.name === "head" && !(tag.traits & IN_HEAD)) closeThrough(current);
      if (foreign && tag.traits & BLOCK && !isInForeignObject(current)) closeThrough(foreign);
      if (!foreign) closeImplied(tag, current.tag, closeNearest);
      // A link inside a link ends the outer one.
      if (name === "a" && current.tag === tag) closeThrough(current);
      if (attributes) {
        if (tag.traits & METADATA) readHeadElement(head, tag.name, attributes);
        kindDetector.observe(tag.name, attributes);
        structured.observe(attributes);
      }
      const node = addNode(tag, "", attributes);
      visibility.observe(node);
      if (tag.traits & VOID || (foreign && selfClosing)) return;
      if (name === "svg") foreign ??= node;
      current = node;
    },
    close(name) {
      const tag = getTag(name);
      if (name === "title") hasTitle ||= head.title.trim() !== "";
      // Content after </body> still belongs to the body.
      if (tag.traits & VOID || name === "body" || name === "html") return;
      if (tag.traits & HEADING) closeNearest(HEADING, SCOPE);
      else closeNamed(tag, closingScope(tag));
    },
    text(text) {
      if (current.tag.traits & RAW && !scriptFormula(current)) {
        kindDetector.observeScript(current.attributes, text);
        structured.observeScript(current.attributes, text);
        readScriptDates(head, current.attributes, text);
        return;
      }
      if (current.tag.name === "title" && !foreign && !hasTitle) head.title += text;
      if (current.tag.name === "head" && text.trim() !== "") closeThrough(current);
      const last = current.lastChild;
      if (last?.tag === TEXT) last.text += text;
      else addNode(TEXT, text, undefined);
    },
  };
  scanHtml(html, events, extraAttributes);
  visibility.finish();
  return { root, head, kind: kindDetector.kind(), visibility, structured };
}

/**
 * Whether a node is in an SVG `<foreignObject>`, which may hold HTML. Elsewhere, an HTML block ends
 * the SVG.
 */
function isInForeignObject(node: HtmlNode | undefined): boolean {
  for (let steps = 0; node && steps < MAX_STEPS; steps++, node = node.parent) {
    if (node.tag.name === "foreignobject") return true;
    if (node.tag.name === "svg") return false;
  }
  return false;
}
