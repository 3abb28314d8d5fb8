import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["smartsheet"],
  open: (load) => load("smartsheet").createClient({ accessToken: "token", logLevel: "error" }),
  lines: [
    [
      "smartsheet.add_rows",
      { sheetId: "1", body: [{ toTop: true, cells: [{ columnId: 7, value: "Grüße" }] }] },
      (smartsheet, { body }) => smartsheet.sheets.addRows({ sheetId: 1, body }),
    ],
    [
      "smartsheet.update_rows",
      { sheetId: "1", body: [{ id: 2, cells: [{ columnId: 7, value: true }] }] },
      (smartsheet, { body }) => smartsheet.sheets.updateRow({ sheetId: 1, body }),
    ],
    [
      "smartsheet.delete_rows",
      { sheetId: "1", ids: "2,3" },
      (smartsheet) =>
        smartsheet.sheets.deleteRows({ sheetId: 1, queryParameters: { ids: [2, 3] } }),
    ],
    [
      "smartsheet.move_rows",
      { sheetId: "1", rowIds: [2, 3], to: { sheetId: 4 } },
      (smartsheet, { rowIds, to }) =>
        smartsheet.sheets.moveRowToAnotherSheet({ sheetId: 1, body: { rowIds, to } }),
    ],
    [
      "smartsheet.get_sheet",
      { sheetId: "1", pageSize: 50, page: 2, rowsModifiedSince: "2026-11-01T00:00:00Z" },
      (smartsheet, { sheetId, ...queryParameters }) =>
        smartsheet.sheets.getSheet({ id: sheetId, queryParameters }),
    ],
    [
      "smartsheet.create_sheet",
      { name: "Plan", columns: [{ title: "Name", type: "TEXT_NUMBER", primary: true }] },
      (smartsheet, body) => smartsheet.sheets.createSheet({ body }),
    ],
    [
      "smartsheet.copy_sheet",
      {
        sheetId: "1",
        include: "data,attachments",
        destinationType: "folder",
        destinationId: 5,
        newName: "n",
      },
      (smartsheet, { include, sheetId, ...body }) =>
        smartsheet.sheets.copySheet({ sheetId, queryParameters: { include }, body }),
    ],
    [
      "smartsheet.update_sheet",
      { sheetId: "1", name: "n" },
      (smartsheet, { name }) => smartsheet.sheets.updateSheet({ sheetId: 1, body: { name } }),
    ],
    [
      "smartsheet.delete_sheet",
      { sheetId: "1" },
      (smartsheet) => smartsheet.sheets.deleteSheet({ sheetId: 1 }),
    ],
    [
      "smartsheet.add_columns",
      { sheetId: "1", body: [{ title: "t", type: "PICKLIST", options: ["a", "b"], index: 1 }] },
      (smartsheet, { body }) => smartsheet.sheets.addColumn({ sheetId: 1, body }),
    ],
    [
      "smartsheet.create_row_discussion",
      { sheetId: "1", rowId: "2", comment: { text: "hi" } },
      (smartsheet, { comment }) =>
        smartsheet.sheets.createRowDiscussion({ sheetId: 1, rowId: 2, body: { comment } }),
    ],
    [
      "smartsheet.attach_link",
      { sheetId: "1", rowId: "2", name: "n", url: "https://e.org/?a=b", attachmentType: "LINK" },
      (smartsheet, { sheetId, rowId, ...body }) =>
        smartsheet.sheets.addRowUrlAttachment({ sheetId, rowId, body }),
    ],
    [
      "smartsheet.search_everything",
      { query: "a b & ü" },
      (smartsheet, { query }) => smartsheet.search.searchAll({ queryParameters: { query } }),
    ],
    [
      "smartsheet.search_sheet",
      { sheetId: "1", query: "a b" },
      (smartsheet, { query }) =>
        smartsheet.search.searchSheet({ sheetId: 1, queryParameters: { query } }),
    ],
    [
      "smartsheet.list_sheets",
      { includeAll: true },
      (smartsheet, queryParameters) => smartsheet.sheets.listSheets({ queryParameters }),
    ],
    [
      "smartsheet.list_users",
      { email: "a@e.org,b@e.org" },
      (smartsheet, queryParameters) => smartsheet.users.listAllUsers({ queryParameters }),
    ],
  ],
} satisfies VendorClient;
