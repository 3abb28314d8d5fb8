import { type ElementWriting, flush } from "./pen.ts";
import { spanOf } from "./table.ts";

const cell: ElementWriting = {
  enter(pen) {
    if (pen.tables.at(-1)) pen.sheet = pen.cell;
  },
  leave(pen, { tag, attributes }) {
    const rows = pen.tables.at(-1);
    if (!rows) return;
    flush(pen);
    const text = pen.dialect.cell(pen.cell.writer.take());
    pen.sheet = pen.page;
    if (rows.length === 0) rows.push({ cells: [], isHead: false });
    rows.at(-1)!.cells.push({
      text,
      isHeader: tag.name === "th",
      columns: spanOf(attributes?.colspan),
      rows: spanOf(attributes?.rowspan),
    });
  },
};

/** Tables. Those that are only a layout are read cell by cell, as if they were not there. */
export const tableElements: Record<string, ElementWriting> = {
  table: {
    enter(pen, node) {
      pen.tables.push(pen.layouts.has(node) ? undefined : []);
    },
    leave(pen) {
      const rows = pen.tables.pop()?.filter((row) => row.cells.length > 0);
      if (rows?.some((row) => row.cells.some(({ text }) => text !== "")))
        pen.sheet.writer.block(pen.dialect.table(rows));
    },
  },
  tr: {
    enter(pen, node) {
      pen.tables.at(-1)?.push({ cells: [], isHead: node.parent?.tag.name === "thead" });
    },
  },
  td: cell,
  th: cell,
};
