import type { Dialect } from "./dialect.ts";
import { takeFootnotes } from "./footnotes.ts";
import { removeInvisible } from "./invisible.ts";
import { createSheet, divide, type ElementWriting, flush, type Pen } from "./pen.ts";
import { findLayoutTables } from "./table.ts";
import { BLOCK, TABLE_PART } from "./tags.ts";
import { isOut, type Node, TEXT, walk } from "./tree.ts";
import { blockElements } from "./write-block-elements.ts";
import { callNote, enterNote, leaveNote } from "./write-footnotes.ts";
import { listElements } from "./write-list-elements.ts";
import { tableElements } from "./write-table-elements.ts";
import { textElements } from "./write-text-elements.ts";

const writings = new Map<string, ElementWriting>(
  Object.entries({ ...textElements, ...blockElements, ...listElements, ...tableElements }),
);

/** Writes what people see of a subtree in a dialect; links and images are resolved against `base`. */
export function render(root: Node, dialect: Dialect, base: string): string {
  const page = createSheet(false);
  const footnotes = takeFootnotes(root);
  const pen: Pen = {
    dialect,
    base,
    sheet: page,
    page,
    cell: createSheet(true),
    tables: [],
    links: [],
    layouts: findLayoutTables(root),
  };
  const entered = (node: Node): boolean => {
    if (isOut(node)) return false;
    if (node.tag === TEXT) {
      writeText(pen, node);
      return true;
    }
    if (node.tag.is & BLOCK) divide(pen, node);
    if (footnotes) {
      const call = footnotes.calls.get(node);
      if (call !== undefined) return callNote(pen, call);
      const note = footnotes.notes.get(node);
      if (note !== undefined) return enterNote(pen, note);
    }
    return writings.get(node.tag.name)?.enter?.(pen, node) !== false;
  };
  const left = (node: Node): void => {
    if (node.tag === TEXT) return;
    if (pen.sheet.line?.node === node) {
      flush(pen);
      pen.sheet.line = undefined;
    } else if (node.tag.is & BLOCK) divide(pen, node);
    if (footnotes?.notes.has(node)) leaveNote(pen);
    else writings.get(node.tag.name)?.leave?.(pen, node);
  };
  walk(root, entered, left);
  flush(pen);
  return page.writer.take();
}

function writeText(pen: Pen, node: Node): void {
  const isBetweenCells =
    node.parent !== undefined && (node.parent.tag.is & TABLE_PART) !== 0 && node.text.trim() === "";
  if (!isBetweenCells) pen.sheet.inline.add(removeInvisible(node.text));
}
