import type { Exchange, SiteContext } from "../../case.ts";
import type { TestRequest } from "../../targets/target.ts";
import { assertUcpError, assertUcpErrorMessage, lineItems } from "./ucp-requests.ts";

const UNAVAILABLE_LINES: readonly [it: string, body: object, code: string, path: string][] = [
  [
    "an item that is not for sale",
    lineItems("reel-tape", "no-such-item"),
    "item_unavailable",
    "$.line_items[1].item.id",
  ],
  ["an item that is sold out", lineItems("reel-tape", "valve"), "out_of_stock", "$.line_items[1]"],
  [
    "a quantity of a million",
    { line_items: [{ item: { id: "reel-tape" }, quantity: 1_000_000 }] },
    "quantity_exceeded",
    "$.line_items[0].quantity",
  ],
  [
    "21 line items",
    lineItems(...Array.from({ length: 21 }, () => "reel-tape")),
    "too_many_line_items",
    "$.line_items",
  ],
  [
    "items in two currencies",
    lineItems("reel-tape", "oscillator"),
    "items_do_not_mix",
    "$.line_items",
  ],
  [
    "items with different billing intervals",
    lineItems("desk-monthly", "desk-quarterly"),
    "items_do_not_mix",
    "$.line_items",
  ],
];

const MALFORMED_LINES: readonly [it: string, body: object, content: RegExp][] = [
  ["a missing list of line items", {}, /^\$\.line_items: It is required/],
  ["an empty list of line items", { line_items: [] }, /^\$\.line_items: /],
  [
    "line items that aren't a list",
    { line_items: "4242424242424242" },
    /^\$\.line_items: (?!.*4242)/,
  ],
  [
    "an item without an ID",
    { line_items: [{ item: {}, quantity: 1 }] },
    /^\$\.line_items\[0\]\.item\.id: It is required/,
  ],
  [
    "a line item without a quantity",
    { line_items: [{ item: { id: "reel-tape" } }] },
    /^\$\.line_items\[0\]\.quantity: It is required/,
  ],
  [
    "a quantity of zero",
    { line_items: [{ item: { id: "reel-tape" }, quantity: 0 }] },
    /^\$\.line_items\[0\]\.quantity: /,
  ],
  [
    "a negative quantity",
    { line_items: [{ item: { id: "reel-tape" }, quantity: -1 }] },
    /^\$\.line_items\[0\]\.quantity: /,
  ],
  [
    "a fractional quantity",
    { line_items: [{ item: { id: "reel-tape" }, quantity: 0.5 }] },
    /^\$\.line_items\[0\]\.quantity: /,
  ],
  [
    "a quantity that is a string",
    { line_items: [{ item: { id: "reel-tape" }, quantity: "1" }] },
    /^\$\.line_items\[0\]\.quantity: /,
  ],
];

/** Returns the exchanges for unavailable and malformed line items. */
export const lineErrorExchanges = (
  request: (context: SiteContext, body: unknown) => TestRequest | Promise<TestRequest>,
): Exchange[] => [
  ...UNAVAILABLE_LINES.map(
    ([it, body, code, path]): Exchange => ({
      it: `doesn't sell ${it}`,
      requires: "fixture",
      request: (context) => request(context, body),
      status: 200,
      check: assertUcpErrorMessage(code, path),
    }),
  ),
  ...MALFORMED_LINES.map(
    ([it, body, content]): Exchange => ({
      it: `rejects ${it}`,
      requires: "fixture",
      request: (context) => request(context, body),
      status: 400,
      check: assertUcpError("invalid_request", content),
    }),
  ),
];
