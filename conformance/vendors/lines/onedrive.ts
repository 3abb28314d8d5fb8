import { PNP } from "../client-runs/pnp-client.ts";
import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  ...PNP,
  lines: [
    ["onedrive.get_drive", {}, (drive) => drive()],
    [
      "onedrive.list_root_items",
      { top: 5, select: "id,name", orderby: "name desc" },
      (drive) => drive.root.children.top(5).select("id", "name").orderBy("name", false)(),
    ],
    [
      "onedrive.list_folder_items",
      { itemId: "i1", top: 5, skip: 10, select: "id", filter: "name eq 'ü & b'" },
      (drive) =>
        drive.getItemById("i1").children.top(5).skip(10).select("id").filter("name eq 'ü & b'")(),
    ],
    ["onedrive.get_item", { itemId: "i1" }, (drive) => drive.getItemById("i1")()],
    ["onedrive.delete_item", { itemId: "i1" }, (drive) => drive.getItemById("i1").delete()],
    [
      "onedrive.rename_item",
      { itemId: "i1", name: "Übersicht.docx" },
      (drive, { name }) => drive.getItemById("i1").update({ name }),
    ],
    [
      "onedrive.move_item",
      { itemId: "i1", folder_id: "f1", name: "n" },
      (drive) => drive.getItemById("i1").moveItem({ parentReference: { id: "f1" }, name: "n" }),
    ],
    [
      "onedrive.copy_item",
      { itemId: "i1", folder_id: "f1", name: "n" },
      (drive) => drive.getItemById("i1").copyItem({ parentReference: { id: "f1" }, name: "n" }),
    ],
    [
      "onedrive.search_items",
      { query: "annual plan", top: 5 },
      (drive) => drive.root.search("annual plan").top(5)(),
    ],
    ["onedrive.list_versions", { itemId: "i1" }, (drive) => drive.getItemById("i1").versions()],
  ],
} satisfies VendorClient;
