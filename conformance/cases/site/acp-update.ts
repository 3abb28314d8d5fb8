import assert from "node:assert/strict";
import type { Exchange, SiteContext } from "../../case.ts";
import { assertAcpError, assertOpenSession } from "./acp-checks.ts";
import { commonPostExchanges, rejectedBodyExchanges } from "./acp-common.ts";
import { createSession, parseResponse, postRequest, SESSIONS_PATH } from "./acp-requests.ts";

const newSessionPath = async (context: SiteContext) =>
  `${SESSIONS_PATH}/${(await createSession(context)).id}`;

/** Updating a session over ACP. */
export const updateAcpCheckout: readonly [Exchange, ...Exchange[]] = [
  {
    it: "replaces the line items and returns a new payment page",
    requires: "fixture",
    request: async (context) =>
      postRequest(await newSessionPath(context), {
        line_items: [{ id: "desk-license", quantity: 2 }],
      }),
    status: 200,
    async check(response, { send }) {
      assertOpenSession(response);
      const { id, line_items, totals } = parseResponse(response);
      assert.deepEqual(
        [line_items.length, line_items[0].item.id, totals.at(-1).amount],
        [1, "desk-license", 37_800],
      );
      const again = parseResponse(
        await send(
          postRequest(`${SESSIONS_PATH}/${id}`, { items: [{ id: "desk-license", quantity: 2 }] }),
        ),
      );
      assert.equal(
        again.continue_url,
        parseResponse(response).continue_url,
        "an unchanged session keeps its payment page",
      );
    },
  },
  {
    it: "keeps the line items if the body omits them",
    requires: "fixture",
    request: async (context) => postRequest(await newSessionPath(context), {}),
    status: 200,
    check(response) {
      assertOpenSession(response);
      assert.equal(parseResponse(response).line_items[0].item.id, "reel-tape");
    },
  },
  {
    it: "accepts the buyer and shipping details that ACP defines, even null, without repeating them",
    requires: "fixture",
    request: async (context) =>
      postRequest(await newSessionPath(context), {
        buyer: null,
        fulfillment_details: { name: "Zyzzyva" },
        selected_fulfillment_options: [{ type: "shipping", option_id: "zyzzyva", item_ids: [] }],
        order_notes: "Zyzzyva",
      }),
    status: 200,
    check(response) {
      assertOpenSession(response);
      assert.doesNotMatch(response.text, /zyzzyva/i);
    },
  },
  ...["paid", "processing", "failed", "closed"].map(
    (state): Exchange => ({
      it: `rejects a session whose payment is ${state}`,
      requires: "fixture",
      request: async (context) =>
        postRequest(`${SESSIONS_PATH}/${(await createSession(context, state)).id}`, {
          line_items: [{ id: "desk-license" }],
        }),
      status: 409,
      check: assertAcpError("conflict"),
    }),
  ),
  ...rejectedBodyExchanges(newSessionPath, [
    ["null line items", { line_items: null }, "invalid", "$.line_items"],
    ["an empty list of line items", { line_items: [] }, "invalid", "$.line_items"],
    [
      "a quantity of a million",
      { line_items: [{ id: "reel-tape", quantity: 1_000_000 }] },
      "invalid",
      "$.line_items[0].quantity",
    ],
    ["a field that ACP doesn't define", { color: "red" }, "invalid", "$.color"],
    [
      "an unknown item",
      { line_items: [{ item: { id: "no-such-offer" } }] },
      "invalid_item_id",
      "$.line_items[0].id",
    ],
    ["a sold-out item", { line_items: [{ id: "valve" }] }, "out_of_stock", "$.line_items[0].id"],
    ["two currencies", { line_items: [{ id: "reel-tape" }, { id: "oscillator" }] }, "unsupported"],
    ["another currency", { currency: "usd" }, "invalid", "$.currency"],
  ]),
  {
    it: "returns 404 for an unknown ID",
    request: postRequest(`${SESSIONS_PATH}/chk_guessed`, {}),
    status: 404,
    check: assertAcpError("not_found"),
  },
  ...commonPostExchanges(newSessionPath, { line_items: [{ id: "desk-license" }] }, {}),
];
