import { expect, it } from "vitest";
import { titleFromPath } from "./path-title.ts";

it.each([
  ["GET", "/boards/{idBoard}/cards", "get_boards_cards_by_id_board", "List the cards of a board"],
  [
    "GET",
    "/actions/{idAction}/member",
    "get_actions_member_by_id_action",
    "Get the member of an action",
  ],
  ["GET", "/cards/{idCard}/list", "get_cards_list_by_id_card", "Get the list of a card"],
  [
    "GET",
    "/notifications/{idNotification}/{field}",
    "get_notifications_by_id_notification_by_field",
    "Get a field of a notification",
  ],
  [
    "GET",
    "/1/cards/{idCard}/list/{field}",
    "get_cards_list_by_id_card_by_field",
    "Get a field of the list of a card",
  ],
  [
    "GET",
    "/boards/{idBoard}/cards/{filter}",
    "get_boards_cards_by_id_board_by_filter",
    "List the cards of a board with a filter",
  ],
  ["POST", "/cards/{idCard}/labels", "add_cards_labels_by_id_card", "Add a label to a card"],
  [
    "PUT",
    "/boards/{idBoard}/idOrganization",
    "update_boards_id_organization_by_id_board",
    "Update the organization of a board",
  ],
  [
    "DELETE",
    "/cards/{idCard}/labels/{color}",
    "delete_cards_labels_by_id_card_by_color",
    "Delete a label of a card",
  ],
  ["POST", "/boards/{idBoard}/archive", "add_boards_archive_by_id_board", "Archive a board"],
])("describes %s %s", (method, path, name, title) =>
  expect(titleFromPath(method, path, name)).toBe(title),
);

it("returns undefined if the name says more than the path", () => {
  expect(titleFromPath("GET", "/pickups/{pickup_id}", "get_shipment_by_order")).toBeUndefined();
  expect(titleFromPath("GET", "/boards", "list_boards")).toBeUndefined();
});
