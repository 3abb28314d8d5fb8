import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@mondaydotcomorg/api"],
  open: (load) => new (load("@mondaydotcomorg/api").ApiClient)({ token: "secret" }).operations,
  method: "api_key",
  values: { api_key: "secret" },
  ignoredHeaders: { "api-version": "The catalog uses the current version." },
  lines: [
    [
      "monday.create_item",
      { board_id: "1", name: "n", group_id: "g" },
      (monday) => monday.createItemOp({ boardId: "1", groupId: "g", itemName: "n" }),
    ],
    ["monday.get_me", {}, (monday) => monday.getMeOp()],
    ["monday.list_items", { board_id: "1" }, (monday) => monday.getBoardItemsOp({ ids: ["1"] })],
    [
      "monday.update_item",
      { board_id: "1", item_id: "5", column_values: '{"status":"Done"}' },
      (monday) =>
        monday.changeMultipleColumnValuesOp({
          boardId: "1",
          itemId: "5",
          columnValues: '{"status":"Done"}',
        }),
    ],
    [
      "monday.set_column_text",
      { board_id: "1", item_id: "5", column_id: "text", value: "x" },
      (monday) =>
        monday.changeSimpleColumnValueOp({
          boardId: "1",
          itemId: "5",
          columnId: "text",
          value: "x",
        }),
    ],
  ],
} satisfies VendorClient;
