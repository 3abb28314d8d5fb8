import { type BlockWriter, createBlockWriter } from "./block-writer.ts";
import type { Dialect } from "./dialect.ts";
import { createInlineBuffer, type InlineBuffer, type Run } from "./inline.ts";
import type { Row } from "./table.ts";
import type { HtmlNode } from "./tree.ts";

/** A list that has ended: of which kind, how it was marked, and how many blocks there were then. */
export interface EndedList {
  readonly kind: "ordered" | "unordered" | "definitions";
  readonly isAlternate: boolean;
  readonly at: number;
}

/** A list that is open. */
export interface List {
  readonly kind: EndedList["kind"];
  /** Marked otherwise than the list right before it, which it would else continue. */
  isAlternate: boolean;
  /** The last list that ended inside of the open item. */
  ended: EndedList | undefined;
  /** The number of the next item; undefined in an unordered list. */
  number: number | undefined;
  items: number;
  isItemOpen: boolean;
  /** The last that was written of a definition list is a term. */
  isTermLast: boolean;
}

/** A text being written: the page, or one cell of a table. */
export interface OutputBuffer {
  readonly inline: InlineBuffer;
  readonly writer: BlockWriter;
  readonly lists: List[];
  /** The last list that ended outside of any other. */
  ended: EndedList | undefined;
  /** An element that is written as one line: a heading of a level, or a term. */
  line: { node: HtmlNode; kind: number | "term" } | undefined;
  /** How many blocks there were when a term's definition began: text comes right under its term, other blocks do not. */
  definitionAt: number;
  /** How many blocks there were when the last footnote ended: the next comes right under it. */
  notesAt: number;
  readonly isCell: boolean;
}

/** What the elements of a page write with. */
export interface RenderContext {
  readonly dialect: Dialect;
  readonly base: string;
  /** The page, or while a cell is written, that cell: a cell holds no other table whose cells are written apart. */
  buffer: OutputBuffer;
  readonly page: OutputBuffer;
  readonly cell: OutputBuffer;
  /** The open tables' rows; undefined for a table that is only a layout. */
  readonly tables: (Row[] | undefined)[];
  /** The links around the open ones. */
  readonly links: string[];
  readonly layouts: Set<HtmlNode>;
}

/** How an element is written: `enter` returns false when its content is not to be visited. */
export interface ElementWriter {
  enter?(context: RenderContext, node: HtmlNode): boolean | void;
  leave?(context: RenderContext, node: HtmlNode): void;
}

/** An empty sheet. */
export function createOutputBuffer(isCell: boolean): OutputBuffer {
  return {
    inline: createInlineBuffer(),
    writer: createBlockWriter(),
    lists: [],
    ended: undefined,
    line: undefined,
    definitionAt: -1,
    notesAt: -1,
    isCell,
  };
}

/** Writes the text that was collected as a block. */
export function flush({ buffer, dialect }: RenderContext): void {
  const runs = buffer.inline.take();
  if (runs.length === 0) return;
  const text = blockText(runs, buffer, dialect);
  if (text === "") return;
  buffer.writer.block(text, buffer.definitionAt === buffer.writer.count() ? "tight" : undefined);
  // A link around several blocks is said once, on the first.
  const link = buffer.inline.link();
  if (link !== "" && runs.some((run) => run.link === link)) buffer.inline.setLink("");
}

function blockText(runs: Run[], { line, isCell }: OutputBuffer, dialect: Dialect): string {
  if (line) return line.kind === "term" ? dialect.term(runs) : dialect.heading(line.kind, runs);
  return isCell ? dialect.cellText(runs) : dialect.paragraph(runs);
}

/** Ends a block: the text before and the text after are apart. Inside of a heading or term, phrases are only spaced. */
export function breakBlock(context: RenderContext, node: HtmlNode): void {
  const { line, inline } = context.buffer;
  const isPhrase =
    node.tag.name === "div" ||
    node.tag.name === "center" ||
    (line?.kind === "term" && node.tag.name === "p");
  if (line && isPhrase) return inline.add(" ");
  flush(context);
  context.buffer.line = undefined;
}

/** Writes all text up to the end of `node` as one line. */
export function beginLine(context: RenderContext, node: HtmlNode, kind: number | "term"): void {
  flush(context);
  context.buffer.line = { node, kind };
}
