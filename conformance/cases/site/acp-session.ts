import assert from "node:assert/strict";
import type { Exchange } from "../../case.ts";
import { assertOpenSession } from "./acp-create.ts";
import {
  assertAcpError,
  commonPostExchanges,
  createSession,
  getRequest,
  parseResponse,
  postRequest,
  refusalExchanges,
  SESSIONS_PATH,
} from "./acp-requests.ts";
import { createOpenCheckout } from "./checkouts.ts";

/** Reads a session whose payment has ended in a state. */
const settledSession = (it: string, state: string, check: (session: any) => void): Exchange => ({
  it,
  requires: "fixture",
  request: async (context) => getRequest((await createSession(context, state)).id),
  status: 200,
  check: (response) => check(parseResponse(response)),
});

/** Reading a session over ACP. */
export const getAcpCheckout: readonly [Exchange, ...Exchange[]] = [
  {
    it: "returns the payment page of an unpaid session",
    requires: "fixture",
    request: async (context) => getRequest((await createSession(context)).id),
    status: 200,
    check: assertOpenSession,
  },
  settledSession(
    "returns a paid session as completed, with its order",
    "paid",
    ({ status, continue_url, order, id, totals }) => {
      assert.deepEqual(
        [status, continue_url, order.checkout_session_id, totals.at(-1).display_text],
        ["completed", undefined, id, "Total"],
      );
      assert.ok(order.id.startsWith("ord_") && order.permalink_url.endsWith(`/checkout/${id}`));
    },
  ),
  settledSession(
    "reports a payment that is still processing",
    "processing",
    ({ status, continue_url, order, messages }) => {
      assert.deepEqual(
        [status, continue_url, order, messages[0].type],
        ["complete_in_progress", undefined, undefined, "info"],
      );
    },
  ),
  settledSession(
    "returns a session as canceled if its payment failed, with the reason",
    "failed",
    ({ status, continue_url, messages }) => {
      assert.deepEqual(
        [status, continue_url, messages[0].type, messages[0].code],
        ["canceled", undefined, "error", "payment_declined"],
      );
    },
  ),
  settledSession(
    "returns an expired session as expired",
    "closed",
    ({ status, continue_url, messages }) => {
      assert.deepEqual(
        [status, continue_url, messages[0].type, messages[0].code],
        ["expired", undefined, "error", "expired"],
      );
    },
  ),
  {
    it: "returns a session that was created without ACP",
    writes: true,
    request: async (context) =>
      getRequest(
        (
          await createOpenCheckout(
            context,
            (
              await context.call("listProducts", {})
            ).value.offers.find(({ available }) => available)!.id,
          )
        ).id,
      ),
    status: 200,
    check: assertOpenSession,
  },
  {
    it: "echoes the request ID",
    requires: "fixture",
    request: async (context) =>
      getRequest((await createSession(context)).id, {
        "request-id": "7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4",
      }),
    status: 200,
    headers: { "request-id": "7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4" },
  },
  {
    it: "forbids caching",
    requires: "fixture",
    request: async (context) => getRequest((await createSession(context)).id),
    status: 200,
    headers: { "cache-control": "no-store" },
  },
  {
    it: "rejects a missing version",
    request: { path: `${SESSIONS_PATH}/chk_any` },
    status: 400,
    check: assertAcpError("missing_api_version"),
  },
  {
    it: "rejects an unsupported version",
    request: getRequest("chk_any", { "api-version": "unreleased" }),
    status: 400,
    check: assertAcpError("unsupported_api_version"),
  },
  {
    it: "rejects an ID that is too long",
    request: getRequest("a".repeat(201)),
    status: 400,
    check: assertAcpError("invalid"),
  },
  {
    it: "returns 404 for an unknown ID",
    request: getRequest("chk_guessed"),
    status: 404,
    check: assertAcpError("not_found"),
  },
  {
    it: "returns 404 if nothing is for sale",
    requires: "fixture",
    request: getRequest("chk_any", { "fixture-shop": "empty" }),
    status: 404,
    check: assertAcpError("not_found"),
  },
  {
    it: "rejects a client that has exceeded its rate limit",
    rateLimited: true,
    request: getRequest("chk_any"),
    status: 429,
    headers: { "retry-after": "1" },
    check: assertAcpError("rate_limited"),
  },
  {
    it: "reveals nothing about an unexpected error",
    fault: 500,
    request: async (context) => getRequest((await createSession(context)).id),
    status: 500,
    check: assertAcpError("internal"),
  },
  {
    it: "returns 503 while the payment provider is unavailable",
    fault: 503,
    request: async (context) => getRequest((await createSession(context)).id),
    status: 503,
    headers: { "retry-after": /^\d+$/ },
    check: assertAcpError("payments_unavailable"),
  },
];

const newSessionRequest = async (context: Parameters<typeof createSession>[0]) =>
  `${SESSIONS_PATH}/${(await createSession(context)).id}`;

/** Updating a session over ACP. */
export const updateAcpCheckout: readonly [Exchange, ...Exchange[]] = [
  {
    it: "replaces the line items and returns a new payment page",
    requires: "fixture",
    request: async (context) =>
      postRequest(await newSessionRequest(context), {
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
    request: async (context) => postRequest(await newSessionRequest(context), {}),
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
      postRequest(await newSessionRequest(context), {
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
  ...refusalExchanges(newSessionRequest, [
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
  ...commonPostExchanges(newSessionRequest, { line_items: [{ id: "desk-license" }] }, {}),
];
