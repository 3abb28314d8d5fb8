import { isLineNumber } from "./line-numbers.ts";
import { type ElementWriter, flush } from "./render-context.ts";
import { findLayoutTables, parseAlignment, parseSpan } from "./table.ts";

const cellWriter: ElementWriter = {
  enter(context, node) {
    if (isLineNumber(node)) return false;
    if (context.tables.at(-1)) context.buffer = context.cell;
    return true;
  },
  leave(context, { tag, attributes }) {
    const rows = context.tables.at(-1);
    if (!rows) return;
    flush(context);
    const text = context.dialect.cell(context.cell.writer.take());
    context.buffer = context.page;
    if (rows.length === 0) rows.push({ cells: [], isHead: false });
    rows.at(-1)!.cells.push({
      text,
      isHeader: tag.name === "th",
      alignment: parseAlignment(attributes),
      columns: parseSpan(attributes?.colspan),
      rows: parseSpan(attributes?.rowspan),
    });
  },
};

/** Writers for tables. Layout tables are read cell by cell, as if the table weren't there. */
export const tableElements: Record<string, ElementWriter> = {
  table: {
    enter(context, node) {
      const { tables, layouts } = context;
      if (tables.length === 0) findLayoutTables(node, layouts);
      tables.push(layouts.has(node) ? undefined : []);
    },
    leave(context) {
      const rows = context.tables.pop()?.filter((row) => row.cells.length > 0);
      if (rows?.some((row) => row.cells.some(({ text }) => text !== "")))
        context.buffer.writer.block(context.dialect.table(rows));
    },
  },
  tr: {
    enter(context, node) {
      context.tables.at(-1)?.push({ cells: [], isHead: node.parent?.tag.name === "thead" });
    },
  },
  td: cellWriter,
  th: cellWriter,
};
