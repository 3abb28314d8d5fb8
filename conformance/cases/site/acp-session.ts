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

/** A session whose payment has come to an end reads as such. */
const settledSession = (it: string, state: string, check: (session: any) => void): Exchange => ({
  it,
  requires: "fixture",
  request: async (context) => getRequest((await createSession(context, state)).id),
  status: 200,
  check: (response) => check(parseResponse(response)),
});

/** What reading a session by ACP must do. */
export const getAcpCheckout: readonly [Exchange, ...Exchange[]] = [
  {
    it: "says where to pay while nobody has",
    requires: "fixture",
    request: async (context) => getRequest((await createSession(context)).id),
    status: 200,
    check: assertOpenSession,
  },
  settledSession(
    "is complete once it is paid, and names the order",
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
    "waits for a payment that takes its time",
    "processing",
    ({ status, continue_url, order, messages }) => {
      assert.deepEqual(
        [status, continue_url, order, messages[0].type],
        ["complete_in_progress", undefined, undefined, "info"],
      );
    },
  ),
  settledSession(
    "is canceled where the payment did not arrive, and says so",
    "failed",
    ({ status, continue_url, messages }) => {
      assert.deepEqual(
        [status, continue_url, messages[0].type, messages[0].code],
        ["canceled", undefined, "error", "payment_declined"],
      );
    },
  ),
  settledSession("says that its time is over", "closed", ({ status, continue_url, messages }) => {
    assert.deepEqual(
      [status, continue_url, messages[0].type, messages[0].code],
      ["expired", undefined, "error", "expired"],
    );
  }),
  {
    it: "reads what the other interface has created",
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
    it: "gives back the request's own id",
    requires: "fixture",
    request: async (context) =>
      getRequest((await createSession(context)).id, {
        "request-id": "7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4",
      }),
    status: 200,
    headers: { "request-id": "7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4" },
  },
  {
    it: "is kept by no one",
    requires: "fixture",
    request: async (context) => getRequest((await createSession(context)).id),
    status: 200,
    headers: { "cache-control": "no-store" },
  },
  {
    it: "refuses a missing version",
    request: { path: `${SESSIONS_PATH}/chk_any` },
    status: 400,
    check: assertAcpError("missing_api_version"),
  },
  {
    it: "refuses a version that is not served",
    request: getRequest("chk_any", { "api-version": "unreleased" }),
    status: 400,
    check: assertAcpError("unsupported_api_version"),
  },
  {
    it: "refuses an id that no session could have",
    request: getRequest("a".repeat(201)),
    status: 400,
    check: assertAcpError("invalid"),
  },
  {
    it: "does not know an id that was guessed",
    request: getRequest("chk_guessed"),
    status: 404,
    check: assertAcpError("not_found"),
  },
  {
    it: "knows none where nothing is for sale",
    requires: "fixture",
    request: getRequest("chk_any", { "fixture-shop": "empty" }),
    status: 404,
    check: assertAcpError("not_found"),
  },
  {
    it: "refuses a client that has used up its rate",
    rateLimited: true,
    request: getRequest("chk_any"),
    status: 429,
    headers: { "retry-after": "1" },
    check: assertAcpError("rate_limited"),
  },
  {
    it: "tells nothing of an unexpected fault",
    fault: 500,
    request: async (context) => getRequest((await createSession(context)).id),
    status: 500,
    check: assertAcpError("internal"),
  },
  {
    it: "says when the payment provider can't be reached",
    fault: 503,
    request: async (context) => getRequest((await createSession(context)).id),
    status: 503,
    headers: { "retry-after": /^\d+$/ },
    check: assertAcpError("payments_unavailable"),
  },
];

const newSessionRequest = async (context: Parameters<typeof createSession>[0]) =>
  `${SESSIONS_PATH}/${(await createSession(context)).id}`;

/** What changing a session by ACP must do. */
export const updateAcpCheckout: readonly [Exchange, ...Exchange[]] = [
  {
    it: "changes what is bought, and gives another page to pay on",
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
        "what stays the same keeps its page",
      );
    },
  },
  {
    it: "leaves as it is what is left out",
    requires: "fixture",
    request: async (context) => postRequest(await newSessionRequest(context), {}),
    status: 200,
    check: (response) => (
      assertOpenSession(response),
      assert.equal(parseResponse(response).line_items[0].item.id, "reel-tape")
    ),
  },
  {
    it: "takes what ACP has of the buyer and of shipping, null too, and says none of it again",
    requires: "fixture",
    request: async (context) =>
      postRequest(await newSessionRequest(context), {
        buyer: null,
        fulfillment_details: { name: "Zyzzyva" },
        selected_fulfillment_options: [{ type: "shipping", option_id: "zyzzyva", item_ids: [] }],
        order_notes: "Zyzzyva",
      }),
    status: 200,
    check: (response) => (
      assertOpenSession(response), assert.doesNotMatch(response.text, /zyzzyva/i)
    ),
  },
  ...["paid", "processing", "failed", "closed"].map(
    (state): Exchange => ({
      it: `refuses a session that is ${state}`,
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
    ["lines that are null", { line_items: null }, "invalid", "$.line_items"],
    ["a list of no lines", { line_items: [] }, "invalid", "$.line_items"],
    [
      "a million",
      { line_items: [{ id: "reel-tape", quantity: 1_000_000 }] },
      "invalid",
      "$.line_items[0].quantity",
    ],
    ["a field that ACP does not have", { color: "red" }, "invalid", "$.color"],
    [
      "what is not for sale",
      { line_items: [{ item: { id: "no-such-offer" } }] },
      "invalid_item_id",
      "$.line_items[0].id",
    ],
    ["what is sold out", { line_items: [{ id: "valve" }] }, "out_of_stock", "$.line_items[0].id"],
    ["two currencies", { line_items: [{ id: "reel-tape" }, { id: "oscillator" }] }, "unsupported"],
    ["another currency", { currency: "usd" }, "invalid", "$.currency"],
  ]),
  {
    it: "does not know an id that was guessed",
    request: postRequest(`${SESSIONS_PATH}/chk_guessed`, {}),
    status: 404,
    check: assertAcpError("not_found"),
  },
  ...commonPostExchanges(newSessionRequest, { line_items: [{ id: "desk-license" }] }, {}),
];
