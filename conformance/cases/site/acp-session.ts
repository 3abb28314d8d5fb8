import assert from "node:assert/strict";
import type { Exchange } from "../../case.ts";
import { isOpen } from "./acp-create.ts";
import {
  fails,
  got,
  ofEveryPost,
  posted,
  refusals,
  SESSIONS,
  said,
  session,
} from "./acp-messages.ts";
import { created } from "./checkouts.ts";

/** A session whose payment has come to an end reads as such. */
const after = (it: string, state: string, check: (session: any) => void): Exchange => ({
  it,
  needs: "rig",
  ask: async (found) => got((await session(found, state)).id),
  status: 200,
  check: (answer) => check(said(answer)),
});

/** What reading a session by ACP must do. */
export const getAcpCheckout: readonly [Exchange, ...Exchange[]] = [
  {
    it: "says where to pay while nobody has",
    needs: "rig",
    ask: async (found) => got((await session(found)).id),
    status: 200,
    check: isOpen,
  },
  after(
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
  after(
    "waits for a payment that takes its time",
    "processing",
    ({ status, continue_url, order, messages }) => {
      assert.deepEqual(
        [status, continue_url, order, messages[0].type],
        ["complete_in_progress", undefined, undefined, "info"],
      );
    },
  ),
  after(
    "is canceled where the payment did not arrive, and says so",
    "failed",
    ({ status, continue_url, messages }) => {
      assert.deepEqual(
        [status, continue_url, messages[0].type, messages[0].code],
        ["canceled", undefined, "error", "payment_declined"],
      );
    },
  ),
  after("says that its time is over", "closed", ({ status, continue_url, messages }) => {
    assert.deepEqual(
      [status, continue_url, messages[0].type, messages[0].code],
      ["expired", undefined, "error", "expired"],
    );
  }),
  {
    it: "reads what the other interface has created",
    writes: true,
    ask: async (found) =>
      got(
        (
          await created(
            found,
            (await found.call("listProducts", {})).value.offers.find(({ available }) => available)!
              .id,
          )
        ).id,
      ),
    status: 200,
    check: isOpen,
  },
  {
    it: "gives back the request's own id",
    needs: "rig",
    ask: async (found) =>
      got((await session(found)).id, { "request-id": "7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4" }),
    status: 200,
    headers: { "request-id": "7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4" },
  },
  {
    it: "is kept by no one",
    needs: "rig",
    ask: async (found) => got((await session(found)).id),
    status: 200,
    headers: { "cache-control": "no-store" },
  },
  {
    it: "refuses a missing version",
    ask: { path: `${SESSIONS}/chk_any` },
    status: 400,
    check: fails("missing_api_version"),
  },
  {
    it: "refuses a version that is not served",
    ask: got("chk_any", { "api-version": "unreleased" }),
    status: 400,
    check: fails("unsupported_api_version"),
  },
  {
    it: "refuses an id that no session could have",
    ask: got("a".repeat(201)),
    status: 400,
    check: fails("invalid"),
  },
  {
    it: "does not know an id that was guessed",
    ask: got("chk_guessed"),
    status: 404,
    check: fails("not_found"),
  },
  {
    it: "knows none where nothing is for sale",
    needs: "rig",
    ask: got("chk_any", { "rig-sells": "nothing" }),
    status: 404,
    check: fails("not_found"),
  },
  {
    it: "refuses a client that has used up its rate",
    spent: true,
    ask: got("chk_any"),
    status: 429,
    headers: { "retry-after": "1" },
    check: fails("rate_limited"),
  },
  {
    it: "tells nothing of an unexpected fault",
    fault: 500,
    ask: async (found) => got((await session(found)).id),
    status: 500,
    check: fails("internal"),
  },
  {
    it: "says when the payment provider can't be reached",
    fault: 503,
    ask: async (found) => got((await session(found)).id),
    status: 503,
    headers: { "retry-after": /^\d+$/ },
    check: fails("payments_unavailable"),
  },
];

const anew = async (found: Parameters<typeof session>[0]) =>
  `${SESSIONS}/${(await session(found)).id}`;

/** What changing a session by ACP must do. */
export const updateAcpCheckout: readonly [Exchange, ...Exchange[]] = [
  {
    it: "changes what is bought, and gives another page to pay on",
    needs: "rig",
    ask: async (found) =>
      posted(await anew(found), { line_items: [{ id: "desk-licence", quantity: 2 }] }),
    status: 200,
    async check(answer, { ask }) {
      isOpen(answer);
      const { id, line_items, totals } = said(answer);
      assert.deepEqual(
        [line_items.length, line_items[0].item.id, totals.at(-1).amount],
        [1, "desk-licence", 37_800],
      );
      const again = said(
        await ask(posted(`${SESSIONS}/${id}`, { items: [{ id: "desk-licence", quantity: 2 }] })),
      );
      assert.equal(
        again.continue_url,
        said(answer).continue_url,
        "what stays the same keeps its page",
      );
    },
  },
  {
    it: "leaves as it is what is left out",
    needs: "rig",
    ask: async (found) => posted(await anew(found), {}),
    status: 200,
    check: (answer) => (
      isOpen(answer), assert.equal(said(answer).line_items[0].item.id, "reel-tape")
    ),
  },
  {
    it: "takes what ACP has of the buyer and of shipping, null too, and says none of it again",
    needs: "rig",
    ask: async (found) =>
      posted(await anew(found), {
        buyer: null,
        fulfillment_details: { name: "Zyzzyva" },
        selected_fulfillment_options: [{ type: "shipping", option_id: "zyzzyva", item_ids: [] }],
        order_notes: "Zyzzyva",
      }),
    status: 200,
    check: (answer) => (isOpen(answer), assert.doesNotMatch(answer.text, /zyzzyva/i)),
  },
  ...["paid", "processing", "failed", "closed"].map(
    (state): Exchange => ({
      it: `refuses a session that is ${state}`,
      needs: "rig",
      ask: async (found) =>
        posted(`${SESSIONS}/${(await session(found, state)).id}`, {
          line_items: [{ id: "desk-licence" }],
        }),
      status: 409,
      check: fails("conflict"),
    }),
  ),
  ...refusals(anew, [
    ["lines that are null", { line_items: null }, "invalid", "$.line_items"],
    ["a list of no lines", { line_items: [] }, "invalid", "$.line_items"],
    [
      "a million",
      { line_items: [{ id: "reel-tape", quantity: 1_000_000 }] },
      "invalid",
      "$.line_items[0].quantity",
    ],
    ["a field that ACP does not have", { colour: "red" }, "invalid", "$.colour"],
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
    ask: posted(`${SESSIONS}/chk_guessed`, {}),
    status: 404,
    check: fails("not_found"),
  },
  ...ofEveryPost(anew, { line_items: [{ id: "desk-licence" }] }, {}),
];
