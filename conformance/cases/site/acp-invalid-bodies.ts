import assert from "node:assert/strict";
import type { Exchange } from "../../case.ts";
import {
  assertAcpError,
  oneItemBody,
  postRequest,
  rejectedBodyExchanges,
  SESSIONS_PATH,
} from "./acp-common.ts";

/** The exchanges of bodies that can't create a session over ACP. */
export const invalidBodyExchanges: readonly Exchange[] = [
  ...rejectedBodyExchanges(
    () => SESSIONS_PATH,
    [
      ["an empty body", undefined, "invalid", "$.line_items"],
      ["a missing list of line items", { capabilities: {} }, "invalid", "$.line_items"],
      ["an empty list of line items", { line_items: [] }, "invalid", "$.line_items"],
      [
        "more line items than a checkout may have",
        { line_items: Array.from({ length: 21 }, () => ({ id: "reel-tape" })) },
        "invalid",
        "$.line_items",
      ],
      [
        "both line_items and items",
        { line_items: [{ id: "reel-tape" }], items: [{ id: "reel-tape" }] },
        "invalid",
        "$.items",
      ],
      [
        "a line item without an ID",
        { line_items: [{ quantity: 1 }] },
        "invalid",
        "$.line_items[0].id",
      ],
      [
        "a line item with two IDs",
        { line_items: [{ id: "reel-tape", item: { id: "valve" } }] },
        "invalid",
        "$.line_items[0].item.id",
      ],
      [
        "a quantity of zero",
        { line_items: [{ id: "reel-tape", quantity: 0 }] },
        "invalid",
        "$.line_items[0].quantity",
      ],
      [
        "a negative quantity",
        { line_items: [{ id: "reel-tape", quantity: -1 }] },
        "invalid",
        "$.line_items[0].quantity",
      ],
      [
        "a fractional quantity",
        { line_items: [{ id: "reel-tape", quantity: 0.5 }] },
        "invalid",
        "$.line_items[0].quantity",
      ],
      [
        "a quantity that is a string",
        { line_items: [{ id: "reel-tape", quantity: "1" }] },
        "invalid",
        "$.line_items[0].quantity",
      ],
      [
        "a quantity of a million",
        { line_items: [{ id: "reel-tape", quantity: 1_000_000 }] },
        "invalid",
        "$.line_items[0].quantity",
      ],
      [
        "a field that ACP doesn't define",
        oneItemBody("reel-tape", { color: "red" }),
        "invalid",
        "$.color",
      ],
      [
        "a line item field that ACP doesn't define",
        { line_items: [{ id: "reel-tape", color: "red" }] },
        "invalid",
        "$.line_items[0].color",
      ],
      [
        "an unknown item",
        { line_items: [{ id: "reel-tape" }, { id: "no-such-offer" }] },
        "invalid_item_id",
        "$.line_items[1].id",
      ],
      ["a sold-out item", { items: [{ id: "valve" }] }, "out_of_stock", "$.items[0].id"],
      [
        "two currencies",
        { line_items: [{ id: "reel-tape" }, { id: "oscillator" }] },
        "unsupported",
      ],
      [
        "two billing intervals",
        { line_items: [{ id: "desk-monthly" }, { id: "desk-quarterly" }] },
        "unsupported",
      ],
      [
        "a currency that isn't the offer's",
        oneItemBody("reel-tape", { currency: "usd" }),
        "unsupported",
        "$.currency",
      ],
      [
        "an invalid currency code",
        oneItemBody("reel-tape", { currency: "euro" }),
        "invalid",
        "$.currency",
      ],
    ],
  ),
  {
    it: "rejects payment data without repeating it",
    requires: "fixture",
    request: postRequest(
      SESSIONS_PATH,
      oneItemBody("reel-tape", { payment_data: { token: "spt_4242424242424242" } }),
    ),
    status: 400,
    check(response) {
      assertAcpError("invalid", "$.payment_data")(response);
      assert.doesNotMatch(response.text, /4242424242/);
    },
  },
  {
    it: "rejects a body of 10 MiB",
    requires: "fixture",
    proxySkipReason: "Prism reads no body of this size",
    request: () => postRequest(SESSIONS_PATH, { order_notes: "a".repeat(10 << 20) }),
    status: 413,
    check: assertAcpError("body_too_large"),
  },
  {
    it: "rejects every item if nothing is for sale",
    requires: "fixture",
    request: postRequest(SESSIONS_PATH, oneItemBody("reel-tape"), { "fixture-shop": "empty" }),
    status: 400,
    check: assertAcpError("invalid_item_id"),
  },
];
