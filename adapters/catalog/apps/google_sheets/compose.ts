import {
  argumentError,
  type BodyArguments,
  type ComposedBody,
  type Composers,
  jsonBody,
} from "../../../../core/lib/openapi-tools/body/index.ts";
import { columnNumber, parseCellRange } from "../../compose/cell-range.ts";
import { fieldMask, requestsBody } from "../../compose/google-requests.ts";
import { parseColor } from "../../compose/rgb-color.ts";

/** A spreadsheet with a sheet for each name. Without names, Google creates one. */
const googleSheetsSpreadsheet = ({
  title,
  sheets,
  locale,
  time_zone: timeZone,
}: BodyArguments): ComposedBody =>
  jsonBody({
    properties: { title, locale, timeZone },
    sheets: (sheets as readonly string[] | undefined)?.map((name) => ({
      properties: { title: name },
    })),
  });

function googleSheetsFormat(args: BodyArguments): ComposedBody {
  const { sheet_id: sheetId, cells, alignment, number_format: pattern, wrap } = args;
  const textFormat = {
    bold: args["bold"],
    italic: args["italic"],
    fontSize: args["font_size"],
    foregroundColor: toColor("text_color", args["text_color"]),
  };
  const hasTextFormat = Object.values(textFormat).some((value) => value !== undefined);
  const format = {
    backgroundColor: toColor("background_color", args["background_color"]),
    horizontalAlignment: alignment,
    wrapStrategy: wrap === true ? "WRAP" : undefined,
    numberFormat: pattern === undefined ? undefined : { type: "NUMBER", pattern },
    textFormat: hasTextFormat ? textFormat : undefined,
  };
  return requestsBody({
    repeatCell: {
      range: parseCellRange(sheetId, cells),
      cell: { userEnteredFormat: format },
      fields: fieldMask({
        ...prefix("userEnteredFormat.", { ...format, textFormat: undefined }),
        ...prefix("userEnteredFormat.textFormat.", textFormat),
      }),
    },
  });
}

const toColor = (argument: string, value: unknown): object | undefined =>
  value === undefined ? undefined : parseColor(argument, value);

const prefix = (start: string, members: object): object =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [start + name, value]));

/** Sorts rows by a column, which is given by its letters. */
const googleSheetsSort = ({
  sheet_id: sheetId,
  cells,
  column,
  order = "ASCENDING",
}: BodyArguments): ComposedBody =>
  requestsBody({
    sortRange: {
      range: parseCellRange(sheetId, cells),
      sortSpecs: [{ dimensionIndex: columnNumber(String(column)) - 1, sortOrder: order }],
    },
  });

/** Finds in one sheet, or in all of them. */
const googleSheetsFind = ({
  find,
  replacement,
  sheet_id: sheetId,
  match_case: matchCase,
  match_entire_cell: matchEntireCell,
}: BodyArguments): ComposedBody =>
  requestsBody({
    findReplace: {
      find,
      replacement,
      matchCase,
      matchEntireCell,
      ...(sheetId === undefined ? { allSheets: true } : { sheetId }),
    },
  });

const googleSheetsMerge = ({ sheet_id: sheetId, cells }: BodyArguments): ComposedBody =>
  requestsBody({
    mergeCells: { range: parseCellRange(sheetId, cells), mergeType: "MERGE_ALL" },
  });

/** Cells in which a list offers values. Other values are rejected. */
const googleSheetsDropdown = ({ sheet_id: sheetId, cells, options }: BodyArguments): ComposedBody =>
  requestsBody({
    setDataValidation: {
      range: parseCellRange(sheetId, cells),
      rule: {
        condition: {
          type: "ONE_OF_LIST",
          values: (options as readonly string[]).map((userEnteredValue) => ({ userEnteredValue })),
        },
        showCustomUi: true,
        strict: true,
      },
    },
  });

/**
 * A chart beside its cells: their first column has the labels, each other column a series, and the
 * first row the names of the series.
 */
function googleSheetsChart({ sheet_id: sheetId, cells, type, title }: BodyArguments): ComposedBody {
  const range = parseCellRange(sheetId, cells);
  const { startRowIndex = 0, startColumnIndex: first, endColumnIndex: end } = range;
  if (first === undefined || end === undefined || end - first < 2)
    throw argumentError("cells", "columns", "Must have two columns or more, such as A1:B10.");
  const toSource = (column: number) => ({
    sourceRange: {
      sources: [{ ...range, startColumnIndex: column, endColumnIndex: column + 1 }],
    },
  });
  const series = Array.from({ length: end - first - 1 }, (_, index) => toSource(first + 1 + index));
  const chart =
    type === "PIE"
      ? {
          pieChart: {
            legendPosition: "RIGHT_LEGEND",
            domain: toSource(first),
            series: series[0],
          },
        }
      : {
          basicChart: {
            chartType: type,
            legendPosition: "BOTTOM_LEGEND",
            headerCount: 1,
            domains: [{ domain: toSource(first) }],
            series: series.map((each) => ({
              series: each,
              targetAxis: type === "BAR" ? "BOTTOM_AXIS" : "LEFT_AXIS",
            })),
          },
        };
  return requestsBody({
    addChart: {
      chart: {
        spec: { title, ...chart },
        position: {
          overlayPosition: {
            anchorCell: { sheetId, rowIndex: startRowIndex, columnIndex: end + 1 },
          },
        },
      },
    },
  });
}

/** A `ValueRange` of the Google Sheets API whose values are rows. */
const googleSheetsRows = ({ rows }: BodyArguments): ComposedBody =>
  jsonBody({ majorDimension: "ROWS", values: rows });

export const COMPOSERS: Composers = {
  google_sheets_chart: { compose: googleSheetsChart },
  google_sheets_dropdown: { compose: googleSheetsDropdown },
  google_sheets_find: { compose: googleSheetsFind },
  google_sheets_format: { compose: googleSheetsFormat },
  google_sheets_merge: { compose: googleSheetsMerge },
  google_sheets_rows: { compose: googleSheetsRows },
  google_sheets_sort: { compose: googleSheetsSort },
  google_sheets_spreadsheet: { compose: googleSheetsSpreadsheet },
};
