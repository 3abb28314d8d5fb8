import assert from "node:assert/strict";
import type { Exchange } from "../../case.ts";
import {
  assertOpenSession,
  commonPostExchanges,
  oneItemBody,
  parseResponse,
  postRequest,
  SESSIONS_PATH,
} from "./acp-common.ts";
import { idempotencyExchanges } from "./acp-idempotency.ts";
import { invalidBodyExchanges } from "./acp-invalid-bodies.ts";
import { findOffer, newIdempotencyKey } from "./checkout-callbacks.ts";

/** Indexes a list of totals by type. */
const amountsByType = (totals: { type: string; amount: number }[]): Record<string, number> =>
  Object.fromEntries(totals.map(({ type, amount }) => [type, amount]));

const BUYER_DETAILS = {
  buyer: { first_name: "Zyzzyva", email: "zyzzyva@example.org" },
  fulfillment_details: { name: "Zyzzyva", address: { line_one: "1 Zyzzyva Street" } },
  affiliate_attribution: { provider: "zyzzyva.example", token: "atp_zyzzyva" },
  coupons: ["ZYZZYVA"],
  metadata: { zyzzyva: true },
  order_notes: "Zyzzyva",
  locale: "en-US",
  timezone: "Europe/Paris",
};

/** Creating a session over ACP. */
export const createAcpCheckout: readonly [Exchange, ...Exchange[]] = [
  {
    it: "returns the hosted payment page",
    writes: true,
    request: async (context) => postRequest(SESSIONS_PATH, oneItemBody(await findOffer(context))),
    status: 201,
    headers: { "idempotency-key": /^key-/ },
    check: assertOpenSession,
  },
  {
    it: "returns each line item with its amounts",
    requires: "fixture",
    request: postRequest(SESSIONS_PATH, {
      line_items: [{ id: "reel-tape", quantity: 2 }, { item: { id: "desk-license" } }],
      currency: "EUR",
      capabilities: {},
    }),
    status: 201,
    check(response) {
      const { line_items, totals, currency, fulfillment_options } = parseResponse(response);
      assert.deepEqual(
        line_items.map(({ id, item, quantity }: any) => [id, item.id, quantity]),
        [
          ["li_1", "reel-tape", 2],
          ["li_2", "desk-license", 1],
        ],
      );
      assert.deepEqual(amountsByType(line_items[0].totals), {
        items_base_amount: 4980,
        subtotal: 4980,
        total: 4980,
      });
      assert.deepEqual(amountsByType(totals), {
        items_base_amount: 23_880,
        subtotal: 23_880,
        total: 23_880,
      });
      assert.deepEqual(
        [currency, fulfillment_options, totals.at(-1).display_text],
        ["eur", [], "Total (before tax and shipping)"],
      );
    },
  },
  {
    it: "has nothing due during a trial, and discloses the later price",
    requires: "fixture",
    request: postRequest(SESSIONS_PATH, oneItemBody("desk-monthly", { currency: "eur" })),
    status: 201,
    check(response) {
      const { line_items, totals } = parseResponse(response);
      assert.deepEqual(amountsByType(totals), {
        items_base_amount: 1200,
        discount: 1200,
        subtotal: 0,
        total: 0,
      });
      assert.equal(
        line_items[0].disclosures[0].content,
        "EUR 12.00 a month, after a free trial of 14 days",
      );
    },
  },
  {
    it: "uses whole units for a currency without minor units",
    requires: "fixture",
    request: postRequest(SESSIONS_PATH, oneItemBody("oscillator", { currency: "jpy" })),
    status: 201,
    check: (response) =>
      assert.deepEqual(
        [parseResponse(response).currency, amountsByType(parseResponse(response).totals)["total"]],
        ["jpy", 50_000],
      ),
  },
  {
    it: "accepts items, the older name of line_items",
    requires: "fixture",
    request: postRequest(SESSIONS_PATH, { items: [{ id: "reel-tape", quantity: 3 }] }),
    status: 201,
    check: (response) => assert.equal(parseResponse(response).line_items[0].quantity, 3),
  },
  {
    it: "links to the terms, the privacy policy and the support page",
    requires: "fixture",
    request: postRequest(SESSIONS_PATH, oneItemBody("reel-tape")),
    status: 201,
    check: (response, { urlFor }) =>
      assert.deepEqual(parseResponse(response).links, [
        { type: "terms_of_use", url: urlFor("/guide/") },
        { type: "privacy_policy", url: urlFor("/notes/plain-words.md") },
        { type: "support", url: urlFor("/support") },
      ]),
  },
  {
    it: "accepts the buyer details that ACP defines without repeating them",
    requires: "fixture",
    request: postRequest(SESSIONS_PATH, oneItemBody("reel-tape", BUYER_DETAILS)),
    status: 201,
    check: (response) => assert.doesNotMatch(response.text, /zyzzyva/i),
  },
  {
    it: "echoes the request ID and an idempotency key of any printable characters",
    requires: "fixture",
    request: postRequest(SESSIONS_PATH, oneItemBody("reel-tape"), {
      "request-id": "request_id_123",
      "idempotency-key": `~!"${newIdempotencyKey()}`,
    }),
    status: 201,
    headers: { "request-id": "request_id_123", "idempotency-key": /^~!"key-/ },
  },
  {
    it: "creates a checkout that getCheckout returns with the same state",
    requires: "fixture",
    request: postRequest(SESSIONS_PATH, oneItemBody("reel-tape")),
    status: 201,
    async check(response, { call }) {
      const { value } = await call("getCheckout", { id: parseResponse(response).id });
      assert.deepEqual(
        [value.status, value.continue_url, value.totals.total],
        [parseResponse(response).status, parseResponse(response).continue_url, 2490],
      );
    },
  },
  ...idempotencyExchanges,
  ...invalidBodyExchanges,
  ...commonPostExchanges(
    () => SESSIONS_PATH,
    oneItemBody("reel-tape"),
    oneItemBody("desk-license"),
    201,
  ),
];
