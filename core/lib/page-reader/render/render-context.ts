import type { Dialect } from "../dialects/dialect.ts";
import { createInlineBuffer, type InlineBuffer, type Run } from "../dialects/inline.ts";
import type { HtmlNode } from "../parse/tree.ts";
import { type BlockWriter, createBlockWriter } from "./block-writer.ts";
import type { LinkResolver } from "./links.ts";
import type { Row } from "./table.ts";

/** A closed list. */
interface EndedList {
  readonly kind: "ordered" | "unordered" | "definitions";
  readonly isAlternate: boolean;
  /** The number of blocks written when the list ended. */
  readonly blockCount: number;
}

/** An open list. */
export interface List {
  readonly kind: EndedList["kind"];
  /**
   * Whether the list has alternate markers so that it doesn't merge with the list right before it.
   */
  isAlternate: boolean;
  /** The last list that ended inside the open item. */
  ended: EndedList | undefined;
  /** The number of the next item. Undefined in an unordered list. */
  number: number | undefined;
  /** The number of items so far. */
  items: number;
  isItemOpen: boolean;
  /** Whether the last element of a definition list was a term. */
  isTermLast: boolean;
}

/** The output in progress, of the page or of one table cell. */
export interface OutputBuffer {
  readonly inline: InlineBuffer;
  readonly writer: BlockWriter;
  readonly lists: List[];
  /** The last list that ended outside any other list. */
  ended: EndedList | undefined;
  /** The open element that is written as one line: a heading (`kind` is its level) or a term. */
  line: { node: HtmlNode; kind: number | "term" } | undefined;
  /**
   * The number of blocks when the last definition began. If the next block is a paragraph, no blank
   * line separates it from its term.
   */
  definitionStart: number;
  /**
   * The number of blocks when the last footnote ended. No blank line separates it from a footnote
   * right after it.
   */
  footnoteEnd: number;
  readonly isCell: boolean;
}

/** The state of the renderer. */
export interface RenderContext {
  readonly dialect: Dialect;
  readonly resolver: LinkResolver;
  /**
   * The current output: `page`, or `cell` inside a table cell. One cell buffer suffices because a
   * table inside a cell makes the outer table a layout table.
   */
  buffer: OutputBuffer;
  readonly page: OutputBuffer;
  readonly cell: OutputBuffer;
  /** The rows of each open table. Undefined for a layout table. */
  readonly tables: (Row[] | undefined)[];
  /** For each open `<a>`, the link that was in effect before it. */
  readonly links: string[];
  /** The open elements that are written as admonitions. */
  readonly admonitions: Set<HtmlNode>;
  /** The layout tables among the tables so far. */
  readonly layouts: Set<HtmlNode>;
}

/** Writes the start and the end of an element. */
export interface ElementWriter {
  /** Returning false skips the element's content. */
  enter?:
    | ((context: RenderContext, node: HtmlNode) => boolean)
    | ((context: RenderContext, node: HtmlNode) => void);
  leave?(context: RenderContext, node: HtmlNode): void;
}

export function createOutputBuffer(isCell: boolean): OutputBuffer {
  return {
    inline: createInlineBuffer(),
    writer: createBlockWriter(),
    lists: [],
    ended: undefined,
    line: undefined,
    definitionStart: -1,
    footnoteEnd: -1,
    isCell,
  };
}

/** Writes the collected text as a block. */
export function flush({ buffer, dialect }: RenderContext): void {
  const runs = buffer.inline.take();
  if (runs.length === 0) return;
  const text = blockText(runs, buffer, dialect);
  if (text === "") return;
  buffer.writer.block(text, buffer.definitionStart === buffer.writer.count() ? "tight" : undefined);
  // A link around several blocks is written only on the first.
  const link = buffer.inline.link();
  if (link !== "" && runs.some((run) => run.link === link)) buffer.inline.setLink("");
}

function blockText(runs: Run[], { line, isCell }: OutputBuffer, dialect: Dialect): string {
  if (line) return line.kind === "term" ? dialect.term(runs) : dialect.heading(line.kind, runs);
  return isCell ? dialect.cellText(runs) : dialect.paragraph(runs);
}

/** Ends the current block. Inside a heading or term, a `<div>` adds only a space. */
export function breakBlock(context: RenderContext, node: HtmlNode): void {
  const { line, inline } = context.buffer;
  const isPhrase =
    node.tag.name === "div" ||
    node.tag.name === "center" ||
    (line?.kind === "term" && node.tag.name === "p");
  if (line && isPhrase) {
    inline.add(" ");
    return;
  }
  flush(context);
  context.buffer.line = undefined;
}

/** Starts a heading or term: all text up to the end of `node` is written as one line. */
export function beginLine(context: RenderContext, node: HtmlNode, kind: number | "term"): void {
  flush(context);
  context.buffer.line = { node, kind };
}
