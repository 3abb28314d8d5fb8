import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["trello.js"],
  open: (load) => load("trello.js").createTrelloClient({ apiKey: "key", apiToken: "secret" }),
  values: { key: "key", token: "secret" },
  anyEncoding: "The service reads arguments from the query and from bodies.",
  lines: [
    [
      "trello.add_cards",
      { idList: "l", name: "n", desc: "d" },
      (trello, args) => trello.cards.createCard(args),
    ],
    ["trello.get_board", { idBoard: "b" }, (trello) => trello.boards.getBoard({ id: "b" })],
    [
      "trello.comment_on_card",
      { idCard: "c", text: "hi" },
      (trello) => trello.cards.createCardComment({ id: "c", text: "hi" }),
    ],
    [
      "trello.update_card",
      { idCard: "c", name: "n" },
      (trello) => trello.cards.updateCard({ id: "c", name: "n" }),
    ],
    [
      "trello.add_lists",
      { idBoard: "b", name: "n" },
      (trello, args) => trello.lists.createList(args),
    ],
  ],
} satisfies VendorClient;
