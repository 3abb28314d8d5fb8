import { PNP } from "../client-runs/pnp-client.ts";
import type { Client, VendorClient } from "../client-runs/vendor-client.ts";

const workbook = (drive: Client): Client => drive.getItemById("i1").workbook;
const range = (drive: Client): Client =>
  workbook(drive).worksheets.getById("Sheet1").getRange("A1:B2");

export default {
  ...PNP,
  lines: [
    ["excel.list_worksheets", { itemId: "i1" }, (drive) => workbook(drive).worksheets()],
    [
      "excel.get_range",
      { itemId: "i1", worksheetId: "Sheet1", address: "A1:B2" },
      (drive) => range(drive)(),
    ],
    [
      "excel.update_range",
      {
        itemId: "i1",
        worksheetId: "Sheet1",
        address: "A1:B2",
        values: [
          ["ü", 1],
          [null, true],
        ],
      },
      (drive, { values }) => range(drive).update({ values }),
    ],
    [
      "excel.clear_range",
      { itemId: "i1", worksheetId: "Sheet1", address: "A1:B2", applyTo: "Contents" },
      (drive) => range(drive).clear("Contents"),
    ],
    [
      "excel.delete_cells",
      { itemId: "i1", worksheetId: "Sheet1", address: "A1:B2", shift: "Up" },
      (drive) => range(drive).delete("Up"),
    ],
    [
      "excel.insert_cells",
      { itemId: "i1", worksheetId: "Sheet1", address: "A1:B2", shift: "Down" },
      (drive) => range(drive).insert("Down"),
    ],
    [
      "excel.fill_cells",
      { itemId: "i1", worksheetId: "Sheet1", address: "A1:B2", color: "#FF0000" },
      (drive, { color }) => range(drive).format.fill.update({ color }),
    ],
    [
      "excel.format_font",
      { itemId: "i1", worksheetId: "Sheet1", address: "A1:B2", bold: true, size: 12 },
      (drive, { bold, size }) => range(drive).format.font.update({ bold, size }),
    ],
    [
      "excel.create_table",
      { itemId: "i1", address: "Sheet1!A1:B2", hasHeaders: true },
      (drive) => workbook(drive).tables.add("Sheet1!A1:B2", true),
    ],
    ["excel.list_tables", { itemId: "i1" }, (drive) => workbook(drive).tables()],
    [
      "excel.list_table_rows",
      { itemId: "i1", tableId: "T1", top: 5, skip: 10 },
      (drive) => workbook(drive).tables.getById("T1").rows.top(5).skip(10)(),
    ],
    [
      "excel.rename_worksheet",
      { itemId: "i1", worksheetId: "Sheet1", name: "Übersicht" },
      (drive, { name }) => workbook(drive).worksheets.getById("Sheet1").update({ name }),
    ],
    [
      "excel.delete_worksheet",
      { itemId: "i1", worksheetId: "Sheet1" },
      (drive) => workbook(drive).worksheets.getById("Sheet1").delete(),
    ],
  ],
} satisfies VendorClient;
