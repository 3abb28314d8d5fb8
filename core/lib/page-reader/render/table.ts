import type { Attributes } from "../parse/scan-html.ts";
import { BLOCK, HEADING } from "../parse/tags.ts";
import { type HtmlNode, isExcluded, TEXT, walk } from "../parse/tree.ts";

/** The alignment of a cell's text. */
export type Alignment = "left" | "center" | "right";

/** A table cell in the output format. */
interface Cell {
  /** One line. */
  text: string;
  isHeader: boolean;
  alignment: Alignment | undefined;
  /** The number of columns that the cell spans. */
  columns: number;
  /** The number of rows that the cell spans. */
  rows: number;
}

/** A row of a table. */
export interface Row {
  cells: Cell[];
  /** Whether the row is in a `<thead>`. */
  isHead: boolean;
}

/**
 * Spans beyond this many columns are ignored. Covered cells are written out, so a small page could
 * otherwise produce gigabytes.
 */
const MAX_COLUMNS = 40;

/** The value of a colspan or rowspan attribute, 1 to 65534. Invalid values are 1. */
export function parseSpan(value: string | undefined): number {
  const span = Number.parseInt(value ?? "", 10);
  return span > 0 ? Math.min(span, 65534) : 1;
}

const TEXT_ALIGN = /(?:^|[;\s])text-align:\s*(left|center|right)\b/i;

/** The alignment that a cell's own attributes set. */
export function parseAlignment(attributes: Attributes | undefined): Alignment | undefined {
  if (!attributes) return undefined;
  const { align, style } = attributes;
  const value = (style !== undefined && TEXT_ALIGN.exec(style.slice(0, 500))?.[1]) || align;
  const alignment = value?.toLowerCase();
  return alignment === "left" || alignment === "center" || alignment === "right"
    ? alignment
    : undefined;
}

/**
 * The alignment of each column, which is that of its cells below the header row if all agree. Rows
 * with spans don't count because their cells may be in other columns.
 */
export function columnAlignments(rows: Row[], width: number): (Alignment | undefined)[] {
  const body = (hasHeader(rows) && rows.length > 1 ? rows.slice(1) : rows).filter((row) =>
    row.cells.every((cell) => cell.columns === 1 && cell.rows === 1),
  );
  return Array.from({ length: width }, (_, x) => {
    const alignment = body[0]?.cells[x]?.alignment;
    return body.every(({ cells }) => cells[x] === undefined || cells[x].alignment === alignment)
      ? alignment
      : undefined;
  });
}

/**
 * Arranges the cells of a table in columns. The cells that a colspan or rowspan covers are empty,
 * so each text is written once. A row ends with its last cell, so a span at the end adds no
 * columns.
 */
export function toGrid(rows: Row[]): string[][] {
  const grid: string[][] = [];
  /** The first row in each column that no rowspan from above covers. */
  const freeFrom: number[] = new Array<number>(MAX_COLUMNS).fill(0);
  rows.forEach((row, y) => {
    const line: string[] = [];
    let x = 0;
    for (const cell of row.cells) {
      while ((freeFrom[x] ?? 0) > y) x++;
      while (line.length < x) line.push("");
      line.push(cell.text);
      const end = Math.max(x + 1, Math.min(x + cell.columns, MAX_COLUMNS));
      if (end <= MAX_COLUMNS) freeFrom.fill(y + cell.rows, x, end);
      x = end;
    }
    grid.push(line);
  });
  return grid;
}

/**
 * Whether the first row is the header row: it is in a `<thead>`, all its cells are `<th>` or empty,
 * or the table marks no headers at all.
 */
export function hasHeader(rows: Row[]): boolean {
  const first = rows[0];
  if (!first) return false;
  const isMarked = rows.some((row) => row.isHead || row.cells.some((cell) => cell.isHeader));
  return (
    !isMarked || first.isHead || first.cells.every((cell) => cell.isHeader || cell.text === "")
  );
}

/**
 * Adds to `layouts` the tables in a subtree that only lay out the page. A layout table has a
 * presentation role, a single column or row, or contains tables, headings or multi-line code. Its
 * cells are read one after another.
 */
export function findLayoutTables(root: HtmlNode, layouts: Set<HtmlNode>): void {
  const open: {
    table: HtmlNode;
    rows: number;
    columns: number;
    maxColumns: number;
    headers: number;
  }[] = [];
  walk(
    root,
    (node) => {
      if (isExcluded(node)) return false;
      const inner = open.at(-1);
      switch (node.tag.name) {
        case "table":
          if (inner) layouts.add(inner.table);
          open.push({ table: node, rows: 0, columns: 0, maxColumns: 0, headers: 0 });
          if (/^(?:presentation|none)$/i.test(node.attributes?.role ?? "")) layouts.add(node);
          return true;
        case "tr":
          if (inner) {
            inner.rows++;
            inner.columns = 0;
          }
          return true;
        case "td":
        case "th":
          if (!inner) return true;
          if (node.tag.name === "th") inner.headers++;
          inner.columns++;
          inner.maxColumns = Math.max(inner.maxColumns, inner.columns);
          return true;
        case "pre":
          if (inner && isMultiLine(node)) layouts.add(inner.table);
          return false;
        default:
          if (inner && node.tag.traits & HEADING && node.tag.traits & BLOCK)
            layouts.add(inner.table);
          return true;
      }
    },
    (node) => {
      if (node.tag.name !== "table") return;
      const table = open.pop();
      if (table && (table.maxColumns < 2 || (table.rows < 2 && table.headers === 0)))
        layouts.add(table.table);
    },
  );
}

function isMultiLine(pre: HtmlNode): boolean {
  let lines = 0;
  walk(pre, (node) => {
    if (node.tag === TEXT && node.text.trim().includes("\n")) lines += 2;
    else if (node.tag.name === "br" || (node !== pre && node.tag.traits & BLOCK)) lines++;
  });
  return lines > 1;
}
