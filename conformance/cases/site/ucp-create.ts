import assert from "node:assert/strict";
import type { BindingCasesOf } from "../../case.ts";
import { SHOP_HEADER } from "../../fixtures/site.ts";
import { newIdempotencyKey } from "./checkout-callbacks.ts";
import { lineErrorExchanges } from "./ucp-lines.ts";
import {
  assertUcpErrorMessage,
  commonUcpExchanges,
  lineItems,
  parseResponse,
} from "./ucp-requests.ts";
import {
  AP2_BODY,
  assertOpenSession,
  assertPaymentDataRejected,
  CARD_BODY,
  createRequest,
  getRequest,
  idempotencyExchanges,
  idempotencyHeaders,
} from "./ucp-session.ts";

/** Creating a session over UCP. */
export const createUcpCheckout: BindingCasesOf<"createUcpCheckout">["createUcpCheckout"] = [
  ...commonUcpExchanges(() => createRequest(lineItems("reel-tape")), {
    takesBody: true,
    status: 201,
  }),
  {
    it: "returns the hosted payment page",
    requires: "fixture",
    request: createRequest(lineItems("desk-license")),
    status: 201,
    check: assertOpenSession,
  },
  {
    it: "accepts several items with the largest quantity",
    requires: "fixture",
    request: createRequest({
      line_items: [
        { item: { id: "reel-tape" }, quantity: 100 },
        { item: { id: "desk-license" }, quantity: 2 },
      ],
    }),
    status: 201,
    check(response) {
      assertOpenSession(response);
      const { line_items: lines, totals, messages } = parseResponse(response);
      assert.deepEqual(
        lines.map(({ id, item, quantity }: any) => [id, item.id, item.price, quantity]),
        [
          ["li_1", "reel-tape", 2490, 100],
          ["li_2", "desk-license", 18900, 2],
        ],
      );
      assert.equal(totals.at(-1).amount, 286_800);
      assert.deepEqual(
        messages.map(({ code }: any) => code),
        ["payment_required", "total_may_grow"],
      );
    },
  },
  {
    it: "has nothing due during a trial, and discloses the later price",
    requires: "fixture",
    request: createRequest(lineItems("desk-monthly")),
    status: 201,
    check(response) {
      assertOpenSession(response);
      const {
        line_items: [line],
        totals,
        messages,
      } = parseResponse(response);
      assert.deepEqual(
        totals.map(({ type, display_text: text, amount }: any) => [type, text, amount]),
        [
          ["subtotal", "Subtotal", 1200],
          ["discount", "Free trial of 14 days", -1200],
          ["total", "Due today", 0],
        ],
      );
      assert.equal(
        line.item.title,
        "Desk, by the month (EUR 12.00 a month, after a free trial of 14 days)",
      );
      const terms = messages.find(({ code }: any) => code === "subscription_terms");
      assert.deepEqual(
        [terms.type, terms.path, terms.presentation, terms.content],
        [
          "warning",
          "$.line_items[0]",
          "disclosure",
          "Desk, by the month: EUR 12.00 a month, after a free trial of 14 days.",
        ],
      );
    },
  },
  {
    it: "accepts buyer details without storing or repeating them",
    requires: "fixture",
    request: createRequest({
      ...lineItems("reel-tape"),
      buyer: { email: "reel.buyer@buyer.example", first_name: "Magneta" },
      context: { address_country: "FR" },
      signals: { "dev.ucp.buyer_ip": "192.0.2.1" },
      attribution: { source: "x" },
      fulfillment: {},
      whatever: [null],
    }),
    status: 201,
    async check(response, { send }) {
      const later = await send(getRequest(parseResponse(response).id));
      for (const { text } of [response, later])
        assert.ok(!/buyer\.example|Magneta|192\.0\.2\.1/.test(text));
    },
  },
  {
    it: "neither accepts nor repeats payment data, and explains this",
    requires: "fixture",
    request: createRequest({ ...lineItems("reel-tape"), ...CARD_BODY }),
    status: 201,
    check: assertPaymentDataRejected,
  },
  {
    it: "neither accepts nor repeats an AP2 mandate",
    requires: "fixture",
    request: createRequest({ ...lineItems("reel-tape"), ...AP2_BODY }),
    status: 201,
    check: assertPaymentDataRejected,
  },
  {
    it: "explains that it accepts no payment data, even for a sold-out item",
    requires: "fixture",
    request: createRequest({ ...lineItems("valve"), ...CARD_BODY }),
    status: 200,
    check: assertPaymentDataRejected,
  },
  {
    it: "doesn't mention payment instruments if the request has none",
    requires: "fixture",
    request: createRequest({ ...lineItems("reel-tape"), payment: { instruments: [] } }),
    status: 201,
    check: (response) => assert.ok(!response.text.includes("not_accepted")),
  },
  {
    it: "links to the page of a sold-out item",
    requires: "fixture",
    request: createRequest(lineItems("valve")),
    status: 200,
    check: (response, { urlFor }) =>
      assert.equal(parseResponse(response).continue_url, urlFor("/guide/tape-machines.html")),
  },
  ...lineErrorExchanges((_, body) => createRequest(body)),
  {
    it: "reports every item as unavailable if nothing is for sale",
    requires: "fixture",
    request: createRequest(lineItems("reel-tape"), { [SHOP_HEADER]: "empty" }),
    status: 200,
    check: assertUcpErrorMessage("item_unavailable", "$.line_items"),
  },
  ...idempotencyExchanges(
    async (_, key, other) =>
      createRequest(lineItems(other ? "desk-license" : "reel-tape"), idempotencyHeaders(key)),
    201,
  ),
  {
    it: "creates one checkout for fifty concurrent requests with one idempotency key",
    requires: "fixture",
    request: createRequest(lineItems("desk-license")),
    status: 201,
    async check(_, { send }) {
      const request = createRequest(
        lineItems("desk-license"),
        idempotencyHeaders(newIdempotencyKey()),
      );
      const all = await Promise.all(Array.from({ length: 50 }, () => send(request)));
      assert.deepEqual(
        [...new Set(all.map(({ status, text }) => `${status} ${parseResponse({ text }).id}`))]
          .length,
        1,
      );
    },
  },
  {
    it: "waits for the first of two requests with the same idempotency key",
    requires: "fixture",
    request: createRequest(lineItems("desk-license"), {
      ...idempotencyHeaders(newIdempotencyKey()),
      [SHOP_HEADER]: "slow",
    }),
    status: 201,
    async check(_, { send }) {
      const request = createRequest(lineItems("desk-license"), {
        ...idempotencyHeaders(newIdempotencyKey()),
        [SHOP_HEADER]: "slow",
      });
      const [one, two] = await Promise.all([send(request), send(request)]);
      assert.deepEqual([one.status, one.text], [two.status, two.text]);
    },
  },
  {
    it: "creates separate checkouts for clients that use the same idempotency key",
    requires: "fixture",
    request: createRequest(lineItems("reel-tape")),
    status: 201,
    async check(_, { send }) {
      const key = newIdempotencyKey();
      const createAs = async (authorization: string) =>
        parseResponse(
          await send(
            createRequest(lineItems("reel-tape"), { ...idempotencyHeaders(key), authorization }),
          ),
        ).id;
      assert.notEqual(await createAs("Bearer one"), await createAs("Bearer two"));
      assert.equal(await createAs("Bearer one"), await createAs("Bearer one"));
    },
  },
  {
    it: "executes a retry after a server error with the same idempotency key",
    requires: "fixture",
    fault: 503,
    request: createRequest(lineItems("reel-tape"), idempotencyHeaders("key-that-failed-once")),
    status: 503,
    check: async (_, { send }) =>
      assert.equal(
        (
          await send(
            createRequest(lineItems("reel-tape"), idempotencyHeaders("key-that-failed-once")),
          )
        ).status,
        201,
      ),
  },
];
