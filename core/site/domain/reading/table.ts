import { BLOCK, HEADING } from "./tags.ts";
import { type HtmlNode, isExcluded, TEXT, walk } from "./tree.ts";

/** A cell as written out, and how far it reaches. */
export interface Cell {
  /** One line. */
  text: string;
  isHeader: boolean;
  columns: number;
  rows: number;
}

/** A row of a table. */
export interface Row {
  cells: Cell[];
  /** In a thead. */
  isHead: boolean;
}

/** The columns in which spans are followed. Each covered cell is written out, so that without a bound a small page could ask for gigabytes. */
const maxColumns = 40;

/** The columns or rows that a colspan or rowspan attribute asks for. */
export function parseSpan(value: string | undefined): number {
  const span = Number.parseInt(value ?? "", 10);
  return span > 0 ? Math.min(span, 65534) : 1;
}

/**
 * The cells of a table in their columns. What a colspan or rowspan covers is left empty, so that the cell is said once.
 * Rows end with their last cell; a span that covers no cell's column adds none.
 */
export function toGrid(rows: Row[]): string[][] {
  const grid: string[][] = [];
  /** For each column, the first row that no cell from above covers. */
  const freeFrom: number[] = new Array<number>(maxColumns).fill(0);
  rows.forEach((row, y) => {
    const line: string[] = [];
    let x = 0;
    for (const cell of row.cells) {
      while ((freeFrom[x] ?? 0) > y) x++;
      while (line.length < x) line.push("");
      line.push(cell.text);
      const end = Math.max(x + 1, Math.min(x + cell.columns, maxColumns));
      if (end <= maxColumns) freeFrom.fill(y + cell.rows, x, end);
      x = end;
    }
    grid.push(line);
  });
  return grid;
}

/** Whether the first row names the columns. A first row of a name and a value does not; where nothing is marked, it is taken to. */
export function hasHeader(rows: Row[]): boolean {
  const first = rows[0];
  if (!first) return false;
  const isMarked = rows.some((row) => row.isHead || row.cells.some((cell) => cell.isHeader));
  return (
    !isMarked || first.isHead || first.cells.every((cell) => cell.isHeader || cell.text === "")
  );
}

/**
 * The tables that are no grids of short texts, but a layout: marked so, of one column or one row, or with other tables,
 * headings or code of several lines inside. Their cells are read one after the other.
 */
export function findLayoutTables(root: HtmlNode): Set<HtmlNode> {
  const layouts = new Set<HtmlNode>();
  const open: { table: HtmlNode; rows: number; columns: number; most: number; headers: number }[] =
    [];
  walk(
    root,
    (node) => {
      if (isExcluded(node)) return false;
      const inner = open.at(-1);
      switch (node.tag.name) {
        case "table":
          if (inner) layouts.add(inner.table);
          open.push({ table: node, rows: 0, columns: 0, most: 0, headers: 0 });
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
          inner.most = Math.max(inner.most, ++inner.columns);
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
      if (table && (table.most < 2 || (table.rows < 2 && table.headers === 0)))
        layouts.add(table.table);
    },
  );
  return layouts;
}

function isMultiLine(pre: HtmlNode): boolean {
  let lines = 0;
  walk(pre, (node) => {
    if (node.tag === TEXT && node.text.trim().includes("\n")) lines += 2;
    else if (node.tag.name === "br" || (node !== pre && node.tag.traits & BLOCK)) lines++;
  });
  return lines > 1;
}
