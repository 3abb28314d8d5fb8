import type { Dialect } from "../dialects/dialect.ts";
import { removeInvisible } from "../hide/invisible.ts";
import { BLOCK, TABLE_PART } from "../parse/tags.ts";
import { type HtmlNode, isExcluded, TEXT, walk } from "../parse/tree.ts";
import { extractFootnotes } from "./footnotes/footnotes.ts";
import {
  enterFootnote,
  leaveFootnote,
  writeFootnoteReference,
} from "./footnotes/write-footnotes.ts";
import { textFormula } from "./formulas/tex.ts";
import { writeFormula } from "./formulas/write-formula.ts";
import { createLinkResolver } from "./links.ts";
import {
  breakBlock,
  createOutputBuffer,
  type ElementWriter,
  flush,
  type RenderContext,
} from "./render-context.ts";
import { blockElements } from "./write-block-elements.ts";
import { writeEmbed } from "./write-embeds.ts";
import { listElements } from "./write-list-elements.ts";
import { tableElements } from "./write-table-elements.ts";
import { textElements } from "./write-text-elements.ts";

const ELEMENT_WRITERS = new Map<string, ElementWriter>(
  Object.entries({ ...textElements, ...blockElements, ...listElements, ...tableElements }),
);

/**
 * Writes the visible content of a subtree in a dialect. Links and images resolve against `base`.
 */
export function render(root: HtmlNode, dialect: Dialect, base: string): string {
  const page = createOutputBuffer(false);
  const footnotes = extractFootnotes(root);
  const context: RenderContext = {
    dialect,
    resolver: createLinkResolver(base),
    buffer: page,
    page,
    cell: createOutputBuffer(true),
    tables: [],
    links: [],
    admonitions: new Set(),
    layouts: new Set(),
  };
  const enterNode = (node: HtmlNode): boolean => {
    if (isExcluded(node)) {
      writeEmbed(context, node);
      return false;
    }
    if (node.tag === TEXT) {
      writeText(context, node);
      return true;
    }
    if (node.tag.traits & BLOCK) breakBlock(context, node);
    if (footnotes) {
      const reference = footnotes.references.get(node);
      if (reference !== undefined) return writeFootnoteReference(context, reference);
      const note = footnotes.notes.get(node);
      if (note !== undefined) return enterFootnote(context, note);
    }
    return ELEMENT_WRITERS.get(node.tag.name)?.enter?.(context, node) !== false;
  };
  const leaveNode = (node: HtmlNode): void => {
    if (node.tag === TEXT) return;
    if (context.buffer.line?.node === node) {
      flush(context);
      context.buffer.line = undefined;
    } else if (node.tag.traits & BLOCK) breakBlock(context, node);
    if (footnotes?.notes.has(node)) leaveFootnote(context);
    else ELEMENT_WRITERS.get(node.tag.name)?.leave?.(context, node);
  };
  walk(root, enterNode, leaveNode);
  flush(context);
  return page.writer.take();
}

/** Matches every text with characters to remove or white space to collapse. Most texts have none. */
const NOT_PLAIN = /[^ -~]| {2}/;
/** Matches every text that may have invisible characters. */
const NOT_ASCII = /[^\t\n\f\r -~]/;
const ONLY_SPACE = /^[ \t\n\r\f]+$/;

function writeText(context: RenderContext, { text, parent }: HtmlNode): void {
  const { inline } = context.buffer;
  const isBetweenCells =
    parent !== undefined && (parent.tag.traits & TABLE_PART) !== 0 && text.trim() === "";
  if (isBetweenCells) return;
  if (text === "\n" || (text[0]! <= " " && ONLY_SPACE.test(text))) {
    inline.addSpace(text);
    return;
  }
  const formula = parent?.attributes?.class === undefined ? undefined : textFormula(text, parent);
  if (formula) writeFormula(context, formula);
  else if (NOT_PLAIN.test(text)) inline.add(NOT_ASCII.test(text) ? removeInvisible(text) : text);
  else inline.addPlain(text);
}
