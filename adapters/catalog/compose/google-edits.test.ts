import { describe, expect, it } from "vitest";
import { catchInputError, composeJson } from "./testing.ts";

const requests = async (name: string, args: Record<string, unknown>) =>
  ((await composeJson(name, args)) as { requests: unknown }).requests;

// The expected requests follow Google's references.
describe("an edit of a Google document", () => {
  it("is at the end, or at an index", async () => {
    expect(await requests("google_docs_text", { text: "Hi\n" })).toEqual([
      { insertText: { text: "Hi\n", endOfSegmentLocation: {} } },
    ]);
    expect(await requests("google_docs_text", { text: "Hi", index: 1 })).toEqual([
      { insertText: { text: "Hi", location: { index: 1 } } },
    ]);
    expect(await requests("google_docs_page_break", { index: 7 })).toEqual([
      { insertPageBreak: { location: { index: 7 } } },
    ]);
    expect(await requests("google_docs_table", { rows: 2, columns: 3 })).toEqual([
      { insertTable: { rows: 2, columns: 3, endOfSegmentLocation: {} } },
    ]);
  });

  it("inserts an image in points", async () =>
    expect(
      await requests("google_docs_image", { url: "https://a.io/b.png", index: 1, width: 90 }),
    ).toEqual([
      {
        insertInlineImage: {
          uri: "https://a.io/b.png",
          objectSize: { width: { magnitude: 90, unit: "PT" } },
          location: { index: 1 },
        },
      },
    ]));

  it("changes only the styles that are passed", async () => {
    expect(
      await requests("google_docs_text_style", { start: 1, end: 5, bold: true, color: "#ff0000" }),
    ).toEqual([
      {
        updateTextStyle: {
          range: { startIndex: 1, endIndex: 5 },
          textStyle: {
            bold: true,
            foregroundColor: { color: { rgbColor: { red: 1, green: 0, blue: 0 } } },
          },
          fields: "bold,foregroundColor",
        },
      },
    ]);
    expect(
      await requests("google_docs_paragraph_style", { start: 1, end: 9, style: "HEADING_1" }),
    ).toEqual([
      {
        updateParagraphStyle: {
          range: { startIndex: 1, endIndex: 9 },
          paragraphStyle: { namedStyleType: "HEADING_1" },
          fields: "namedStyleType",
        },
      },
    ]);
  });

  it("replaces placeholders", async () =>
    expect(
      await requests("google_placeholders", { replacements: { "{{name}}": "Ada", "{{sum}}": 12 } }),
    ).toEqual([
      {
        replaceAllText: { containsText: { text: "{{name}}", matchCase: true }, replaceText: "Ada" },
      },
      { replaceAllText: { containsText: { text: "{{sum}}", matchCase: true }, replaceText: "12" } },
    ]));
});

describe("an edit of a Google presentation", () => {
  it("adds a slide whose placeholders have text", async () => {
    const [slide, title, text] = (await requests("google_slides_slide", {
      title: "Plan",
      text: "One\nTwo",
      position: 0,
    })) as [
      { createSlide: { placeholderIdMappings: { objectId: string }[] } },
      { insertText: { objectId: string } },
      { insertText: { objectId: string } },
    ];
    const ids = slide.createSlide.placeholderIdMappings.map(({ objectId }) => objectId);
    expect(slide.createSlide).toEqual({
      insertionIndex: 0,
      slideLayoutReference: { predefinedLayout: "TITLE_AND_BODY" },
      placeholderIdMappings: [
        { layoutPlaceholder: { type: "TITLE", index: 0 }, objectId: ids[0] },
        { layoutPlaceholder: { type: "BODY", index: 0 }, objectId: ids[1] },
      ],
    });
    expect(ids[0]).toMatch(/^[A-Za-z0-9_][\w:-]{4,49}$/);
    expect(title).toEqual({ insertText: { objectId: ids[0], text: "Plan" } });
    expect(text).toEqual({ insertText: { objectId: ids[1], text: "One\nTwo" } });
  });

  it("adds a text box", async () =>
    expect(await requests("google_slides_text_box", { slide_id: "p1", text: "Hi", x: 10 })).toEqual(
      [
        {
          createShape: {
            objectId: expect.any(String) as string,
            shapeType: "TEXT_BOX",
            elementProperties: {
              pageObjectId: "p1",
              size: {
                width: { magnitude: 300, unit: "PT" },
                height: { magnitude: 60, unit: "PT" },
              },
              transform: { scaleX: 1, scaleY: 1, translateX: 10, translateY: 50, unit: "PT" },
            },
          },
        },
        { insertText: { objectId: expect.any(String) as string, text: "Hi" } },
      ],
    ));
});

describe("an edit of a Google form", () => {
  it("adds questions in order", async () =>
    expect(
      await requests("google_forms_questions", {
        position: 2,
        questions: [
          { title: "Name", type: "text", required: true },
          { title: "Size", type: "choice", options: ["S", "M"] },
          { title: "How was it?", type: "scale", high: 10 },
        ],
      }),
    ).toEqual([
      {
        createItem: {
          item: {
            title: "Name",
            questionItem: { question: { required: true, textQuestion: { paragraph: false } } },
          },
          location: { index: 2 },
        },
      },
      {
        createItem: {
          item: {
            title: "Size",
            questionItem: {
              question: {
                required: false,
                choiceQuestion: { type: "RADIO", options: [{ value: "S" }, { value: "M" }] },
              },
            },
          },
          location: { index: 3 },
        },
      },
      {
        createItem: {
          item: {
            title: "How was it?",
            questionItem: { question: { required: false, scaleQuestion: { low: 1, high: 10 } } },
          },
          location: { index: 4 },
        },
      },
    ]));

  it("changes its title or description", async () =>
    expect(await requests("google_forms_info", { title: "Survey" })).toEqual([
      { updateFormInfo: { info: { title: "Survey" }, updateMask: "title" } },
    ]));
});

describe("an edit of a Google spreadsheet", () => {
  it("creates a spreadsheet with sheets", async () =>
    expect(
      await composeJson("google_sheets_spreadsheet", { title: "Budget", sheets: ["2026", "2027"] }),
    ).toEqual({
      properties: { title: "Budget" },
      sheets: [{ properties: { title: "2026" } }, { properties: { title: "2027" } }],
    }));

  it.each([
    ["B2", { startRowIndex: 1, endRowIndex: 2, startColumnIndex: 1, endColumnIndex: 2 }],
    ["A1:C10", { startRowIndex: 0, endRowIndex: 10, startColumnIndex: 0, endColumnIndex: 3 }],
    ["$A:AA", { startColumnIndex: 0, endColumnIndex: 27 }],
    ["2:5", { startRowIndex: 1, endRowIndex: 5 }],
    ["B3:B", { startRowIndex: 2, startColumnIndex: 1, endColumnIndex: 2 }],
  ])("merges %s", async (cells, range) =>
    expect(await requests("google_sheets_merge", { sheet_id: 0, cells })).toEqual([
      { mergeCells: { range: { sheetId: 0, ...range }, mergeType: "MERGE_ALL" } },
    ]),
  );

  it("formats cells", async () =>
    expect(
      await requests("google_sheets_format", {
        sheet_id: 7,
        cells: "1:1",
        bold: true,
        background_color: "#ffffff",
        number_format: "#,##0.00",
      }),
    ).toEqual([
      {
        repeatCell: {
          range: { sheetId: 7, startRowIndex: 0, endRowIndex: 1 },
          cell: {
            userEnteredFormat: {
              backgroundColor: { red: 1, green: 1, blue: 1 },
              numberFormat: { type: "NUMBER", pattern: "#,##0.00" },
              textFormat: { bold: true },
            },
          },
          fields:
            "userEnteredFormat.backgroundColor,userEnteredFormat.numberFormat,userEnteredFormat.textFormat.bold",
        },
      },
    ]));

  it("sorts by a column", async () =>
    expect(
      await requests("google_sheets_sort", {
        sheet_id: 0,
        cells: "A2:D",
        column: "C",
        order: "DESCENDING",
      }),
    ).toEqual([
      {
        sortRange: {
          range: { sheetId: 0, startRowIndex: 1, startColumnIndex: 0, endColumnIndex: 4 },
          sortSpecs: [{ dimensionIndex: 2, sortOrder: "DESCENDING" }],
        },
      },
    ]));

  it("replaces text in one sheet or in all", async () => {
    expect(await requests("google_sheets_find", { find: "a", replacement: "b" })).toEqual([
      { findReplace: { find: "a", replacement: "b", allSheets: true } },
    ]);
    expect(
      await requests("google_sheets_find", { find: "a", replacement: "b", sheet_id: 0 }),
    ).toEqual([{ findReplace: { find: "a", replacement: "b", sheetId: 0 } }]);
  });

  it("offers values in a list", async () =>
    expect(
      await requests("google_sheets_dropdown", {
        sheet_id: 0,
        cells: "B2",
        options: ["yes", "no"],
      }),
    ).toEqual([
      {
        setDataValidation: {
          range: {
            sheetId: 0,
            startRowIndex: 1,
            endRowIndex: 2,
            startColumnIndex: 1,
            endColumnIndex: 2,
          },
          rule: {
            condition: {
              type: "ONE_OF_LIST",
              values: [{ userEnteredValue: "yes" }, { userEnteredValue: "no" }],
            },
            showCustomUi: true,
            strict: true,
          },
        },
      },
    ]));

  it("draws a chart of columns, with the first one as labels", async () => {
    const [{ addChart }] = (await requests("google_sheets_chart", {
      sheet_id: 0,
      cells: "A1:B7",
      type: "COLUMN",
      title: "Sales",
    })) as [{ addChart: object }];
    const source = (startColumnIndex: number) => ({
      sourceRange: {
        sources: [
          {
            sheetId: 0,
            startRowIndex: 0,
            endRowIndex: 7,
            startColumnIndex,
            endColumnIndex: startColumnIndex + 1,
          },
        ],
      },
    });
    expect(addChart).toEqual({
      chart: {
        spec: {
          title: "Sales",
          basicChart: {
            chartType: "COLUMN",
            legendPosition: "BOTTOM_LEGEND",
            headerCount: 1,
            domains: [{ domain: source(0) }],
            series: [{ series: source(1), targetAxis: "LEFT_AXIS" }],
          },
        },
        position: {
          overlayPosition: { anchorCell: { sheetId: 0, rowIndex: 0, columnIndex: 3 } },
        },
      },
    });
  });
});

describe("a change of Google Calendar", () => {
  it("has only the fields that change", async () =>
    expect(
      await composeJson("google_calendar_change", { start: "2026-11-23", attendees: ["a@b.io"] }),
    ).toEqual({ start: { date: "2026-11-23" }, attendees: [{ email: "a@b.io" }] }));

  it("asks for the busy times of calendars", async () =>
    expect(
      await composeJson("google_calendar_free_busy", {
        calendars: ["primary", "a@b.io"],
        start: "2026-11-23T08:00:00Z",
        end: "2026-11-23T18:00:00Z",
      }),
    ).toEqual({
      timeMin: "2026-11-23T08:00:00Z",
      timeMax: "2026-11-23T18:00:00Z",
      items: [{ id: "primary" }, { id: "a@b.io" }],
    }));
});

it.each([
  ["google_docs_text_style", "/args", { start: 1, end: 2 }],
  ["google_docs_text_style", "/args/color", { start: 1, end: 2, color: "red" }],
  ["google_slides_slide", "/args/text", { layout: "TITLE_ONLY", text: "Hi" }],
  ["google_forms_questions", "/args/questions", { questions: [{ title: "A", type: "choice" }] }],
  ["google_sheets_merge", "/args/cells", { sheet_id: 0, cells: "Sheet1!A1" }],
  ["google_sheets_chart", "/args/cells", { sheet_id: 0, cells: "A1:A9", type: "LINE" }],
])("%s is rejected at %s: %j", async (name, pointer, args) =>
  expect(await catchInputError(composeJson(name, args))).toMatchObject({ pointer }),
);
