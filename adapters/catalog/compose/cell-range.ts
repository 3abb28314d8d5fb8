import { argumentError } from "../../../core/lib/openapi-tools/body/index.ts";

/** A `GridRange` of Google Sheets: indexes count from 0, and those of the end are exclusive. */
interface GridRange {
  readonly sheetId: unknown;
  readonly startRowIndex?: number;
  readonly endRowIndex?: number;
  readonly startColumnIndex?: number;
  readonly endColumnIndex?: number;
}

const A1 = /^\$?([A-Za-z]{1,3})?\$?([1-9]\d{0,7})?(?::\$?([A-Za-z]{1,3})?\$?([1-9]\d{0,7})?)?$/;

/**
 * Parses cells in A1 notation without a sheet: `B2`, `A1:C10`, `A:C` or `2:5`. Without cells, the
 * range is the whole sheet.
 */
export function parseCellRange(sheetId: unknown, cells: unknown): GridRange {
  if (cells === undefined) return { sheetId };
  const match = A1.exec(String(cells).trim());
  if (!match || match[0] === "" || match[0] === ":")
    throw argumentError("cells", "a1", "Must be cells without the sheet's name, such as A1:C10.");
  const [, startColumn, startRow, lastColumn, lastRow] = match;
  const isSingle = !match[0].includes(":");
  const endColumn = isSingle ? startColumn : lastColumn;
  const endRow = isSingle ? startRow : lastRow;
  return {
    sheetId,
    ...(startRow && { startRowIndex: Number(startRow) - 1 }),
    ...(endRow && { endRowIndex: Number(endRow) }),
    ...(startColumn && { startColumnIndex: columnNumber(startColumn) - 1 }),
    ...(endColumn && { endColumnIndex: columnNumber(endColumn) }),
  };
}

/** `A` is 1, `Z` is 26 and `AA` is 27. */
export function columnNumber(letters: string): number {
  return [...letters.toUpperCase()].reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  );
}
