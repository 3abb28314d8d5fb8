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

interface ParseOptions {
  readonly attributes?: ReadonlySet<string> | undefined;
  readonly robot?: string | undefined;
}

/**
 * Parses a page in linear time on any input. Throws a `PageLimitError` if it has more than
 * 1.5 million elements and texts. Applies the HTML standard's implied ends for
 * paragraphs, list items, cells and rows. `attributes` are the names of further attributes to read,
 * and `robot` is the name of the reading robot.
 */
export function parseHtml(html: string, { attributes, robot }: ParseOptions = {}): ParsedPage {
  const builder = new TreeBuilder(robot);
  scanHtml(html, builder, attributes);
  return builder.finish();
}

class TreeBuilder implements HtmlEvents {
  readonly #root = createNode(getTag("#document"), undefined, "", undefined);
  readonly #head: PageHead;
  readonly #visibility = createVisibilityTracker();
  readonly #structured = createStructuredContent();
  readonly #kindDetector = createPageKindDetector();
  #current = this.#root;
  #hasTitle = false;
  #nodes = 0;
  /** The outermost open svg element. */
  #foreign: HtmlNode | undefined;

  constructor(robot: string | undefined) {
    this.#head = { title: "", robot };
  }

  isForeign(): boolean {
    return this.#foreign !== undefined;
  }

  open(name: string, attributes: Attributes | undefined, selfClosing: boolean): void {
    const tag = getTag(name);
    this.#closeBefore(tag);
    if (attributes) {
      if (tag.traits & METADATA) readHeadElement(this.#head, tag.name, attributes);
      this.#kindDetector.observe(tag.name, attributes);
      this.#structured.observe(attributes);
    }
    const node = this.#addNode(tag, "", attributes);
    this.#visibility.observe(node);
    if (tag.traits & VOID || (this.#foreign && selfClosing)) return;
    if (name === "svg") this.#foreign ??= node;
    this.#current = node;
  }

  close(name: string): void {
    const tag = getTag(name);
    if (name === "title") this.#hasTitle ||= this.#head.title.trim() !== "";
    // Content after </body> still belongs to the body.
    if (tag.traits & VOID || name === "body" || name === "html") return;
    if (tag.traits & HEADING) this.#closeNearest(HEADING, SCOPE);
    else this.#closeNamed(tag, closingScope(tag));
  }

  text(text: string): void {
    const current = this.#current;
    if (current.tag.traits & RAW && !scriptFormula(current)) {
      this.#kindDetector.observeScript(current.attributes, text);
      this.#structured.observeScript(current.attributes, text);
      readScriptDates(this.#head, current.attributes, text);
      return;
    }
    if (current.tag.name === "title" && !this.#foreign && !this.#hasTitle) this.#head.title += text;
    if (current.tag.name === "head" && text.trim() !== "") this.#closeThrough(current);
    const last = this.#current.lastChild;
    if (last?.tag === TEXT) last.text += text;
    else this.#addNode(TEXT, text, undefined);
  }

  finish(): ParsedPage {
    this.#visibility.finish();
    return {
      root: this.#root,
      head: this.#head,
      kind: this.#kindDetector.kind(),
      visibility: this.#visibility,
      structured: this.#structured,
    };
  }

  /** Closes the elements that the start of another one ends. */
  #closeBefore(tag: Tag): void {
    if (this.#current.tag.name === "head" && !(tag.traits & IN_HEAD))
      this.#closeThrough(this.#current);
    if (this.#foreign && tag.traits & BLOCK && !isInForeignObject(this.#current))
      this.#closeThrough(this.#foreign);
    if (!this.#foreign) closeImplied(tag, this.#current.tag, this.#closeNearest);
    // A link inside a link ends the outer one.
    if (tag.name === "a" && this.#current.tag === tag) this.#closeThrough(this.#current);
  }

  #addNode(tag: Tag, text: string, attributes: Attributes | undefined): HtmlNode {
    this.#nodes++;
    if (this.#nodes > MAX_NODES)
      throw new PageLimitError(`The page has more than ${MAX_NODES} elements and texts.`);
    return createNode(tag, this.#current, text, attributes);
  }

  #closeThrough(node: HtmlNode): void {
    for (let open = this.#current; open !== node; open = open.parent!)
      if (open === this.#foreign) this.#foreign = undefined;
    if (node === this.#foreign) this.#foreign = undefined;
    this.#current = node.parent ?? this.#root;
  }

  /** A property, because `closeImplied` receives it for each element. */
  readonly #closeNearest: CloseNearest = (traits, stops) => {
    let node = this.#current;
    for (let steps = 0; node !== this.#root && steps < MAX_STEPS; steps++, node = node.parent!) {
      if (node.tag.traits & traits) return this.#closeThrough(node);
      if (node.tag.traits & stops) return;
    }
  };

  #closeNamed(tag: Tag, stops: number): void {
    let node = this.#current;
    for (let steps = 0; node !== this.#root && steps < MAX_STEPS; steps++, node = node.parent!) {
      if (node.tag === tag || node.tag.name === tag.name) {
        this.#closeThrough(node);
        return;
      }
      if (node.tag.traits & stops) return;
    }
  }
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
