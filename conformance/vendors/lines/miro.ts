import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@mirohq/miro-api"],
  open: (load) => new (load("@mirohq/miro-api").MiroLowlevelApi)("token"),
  lines: [
    ["miro.create_board", { name: "n", description: "d" }, (miro, args) => miro.createBoard(args)],
    ["miro.get_board", { board_id: "uXj=" }, (miro) => miro.getSpecificBoard("uXj=")],
    ["miro.list_boards", { query: "a", limit: "5" }, (miro, args) => miro.getBoards(args)],
    [
      "miro.create_sticky_note",
      { board_id: "uXj=", content: "hi", color: "yellow" },
      (miro) =>
        miro.createStickyNoteItem("uXj=", {
          data: { content: "hi" },
          style: { fillColor: "yellow" },
        }),
    ],
    [
      "miro.list_items",
      { board_id: "uXj=", limit: "10", type: "text" },
      (miro, { board_id, ...query }) => miro.getItems(board_id, query),
    ],
  ],
} satisfies VendorClient;
