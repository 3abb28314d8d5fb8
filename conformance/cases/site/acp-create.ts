import assert from "node:assert/strict";
import type { Exchange } from "../../case.ts";
import type { TestResponse } from "../../targets/target.ts";
import {
  assertAcpError,
  commonPostExchanges,
  oneItemBody,
  parseResponse,
  postRequest,
  refusalExchanges,
  SESSIONS_PATH,
} from "./acp-requests.ts";
import { findOffer, newIdempotencyKey } from "./checkouts.ts";

/** That a session waits for the buyer to pay. */
export function assertOpenSession(response: TestResponse): void {
  const { status, continue_url, messages, order, protocol, capabilities } = parseResponse(response);
  assert.deepEqual(
    [status, order, protocol.version, capabilities.payment.handlers],
    ["requires_escalation", undefined, "2026-04-17", []],
  );
  assert.ok(URL.canParse(continue_url), continue_url);
  assert.deepEqual(
    [messages.at(-1).type, messages.at(-1).resolution],
    ["info", "requires_buyer_input"],
  );
  assert.match(messages.at(-1).content, /continue_url/);
}

/** The amounts of a list of totals, by their type. */
const amountsByType = (totals: { type: string; amount: number }[]): Record<string, number> =>
  Object.fromEntries(totals.map(({ type, amount }) => [type, amount]));

const PRIVATE = {
  buyer: { first_name: "Zyzzyva", email: "zyzzyva@example.org" },
  fulfillment_details: { name: "Zyzzyva", address: { line_one: "1 Zyzzyva Street" } },
  affiliate_attribution: { provider: "zyzzyva.example", token: "atp_zyzzyva" },
  coupons: ["ZYZZYVA"],
  metadata: { zyzzyva: true },
  order_notes: "Zyzzyva",
  locale: "en-US",
  timezone: "Europe/Paris",
};

/** What creating a session by ACP must do. */
export const createAcpCheckout: readonly [Exchange, ...Exchange[]] = [
  {
    it: "gives the page on which the buyer pays",
    writes: true,
    request: async (context) => postRequest(SESSIONS_PATH, oneItemBody(await findOffer(context))),
    status: 201,
    headers: { "idempotency-key": /^key-/ },
    check: assertOpenSession,
  },
  {
    it: "says what a line is, and what it costs",
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
    it: "has nothing due while a trial runs, and says what comes after it",
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
    it: "counts a currency without cents in its own units",
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
    it: "takes items, as older versions called them",
    requires: "fixture",
    request: postRequest(SESSIONS_PATH, { items: [{ id: "reel-tape", quantity: 3 }] }),
    status: 201,
    check: (response) => assert.equal(parseResponse(response).line_items[0].quantity, 3),
  },
  {
    it: "links to the terms, the privacy policy and the support",
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
    it: "takes what ACP has of the buyer, and says none of it again",
    requires: "fixture",
    request: postRequest(SESSIONS_PATH, oneItemBody("reel-tape", PRIVATE)),
    status: 201,
    check: (response) => assert.doesNotMatch(response.text, /zyzzyva/i),
  },
  {
    it: "gives back a request's own id, and a key of any printable kind",
    requires: "fixture",
    request: postRequest(SESSIONS_PATH, oneItemBody("reel-tape"), {
      "request-id": "request_id_123",
      "idempotency-key": `~!"${newIdempotencyKey()}`,
    }),
    status: 201,
    headers: { "request-id": "request_id_123", "idempotency-key": /^~!"key-/ },
  },
  {
    it: "can be read by the other interface, which says the same",
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
  {
    it: "takes for the same body what JSON takes for the same value",
    requires: "fixture",
    request: async ({ send }) => {
      const key = { "idempotency-key": newIdempotencyKey() };
      await send(
        postRequest(
          SESSIONS_PATH,
          '{"line_items":[{"id":"reel-tape","quantity":1}],"capabilities":{}}',
          key,
        ),
      );
      return postRequest(
        SESSIONS_PATH,
        ' { "capabilities": {}, "line_items": [ { "quantity": 1.0, "id": "reel-tape" } ] } ',
        key,
      );
    },
    status: 201,
    headers: { "idempotent-replayed": "true" },
  },
  {
    it: "takes null for something else than nothing",
    requires: "fixture",
    request: async ({ send }) => {
      const key = { "idempotency-key": newIdempotencyKey() };
      await send(postRequest(SESSIONS_PATH, oneItemBody("reel-tape"), key));
      return postRequest(SESSIONS_PATH, oneItemBody("reel-tape", { buyer: null }), key);
    },
    status: 422,
    check: assertAcpError("idempotency_conflict"),
  },
  {
    it: "gives the same refusal to the same key, though it was the client's fault",
    requires: "fixture",
    request: async ({ send }) => {
      const key = { "idempotency-key": newIdempotencyKey() };
      await send(postRequest(SESSIONS_PATH, oneItemBody("valve"), key));
      return postRequest(SESSIONS_PATH, oneItemBody("valve"), key);
    },
    status: 400,
    headers: { "idempotent-replayed": "true" },
    check: assertAcpError("out_of_stock", "$.line_items[0].id"),
  },
  {
    it: "does not hold a fault of its own against the next try",
    requires: "fixture",
    request: async ({ send }) => {
      const key = { "idempotency-key": newIdempotencyKey() };
      assert.equal(
        (
          await send(
            postRequest(SESSIONS_PATH, oneItemBody("reel-tape"), {
              ...key,
              "fixture-fault": "503",
            }),
          )
        ).status,
        503,
      );
      return postRequest(SESSIONS_PATH, oneItemBody("reel-tape"), key);
    },
    status: 201,
    check: ({ headers }) => assert.equal(headers["idempotent-replayed"], undefined),
  },
  {
    it: "refuses the same key while the first request is being carried out",
    requires: "fixture",
    request: async ({ send }) => {
      const request = postRequest(SESSIONS_PATH, oneItemBody("reel-tape"), {
        "fixture-shop": "slow",
      });
      void send(request).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 100));
      return request;
    },
    status: 409,
    headers: { "retry-after": /^[1-9]\d*$/, "idempotency-key": /^key-/ },
    check: assertAcpError("idempotency_in_flight"),
  },
  {
    it: "makes one session of fifty requests at once with one key",
    requires: "fixture",
    request: postRequest(SESSIONS_PATH, oneItemBody("desk-license")),
    status: 201,
    async check(_, { send }) {
      const request = postRequest(SESSIONS_PATH, oneItemBody("desk-license"));
      const all = await Promise.all(Array.from({ length: 50 }, () => send(request)));
      const created = all.filter(({ status }) => status === 201);
      assert.equal(new Set(created.map((response) => parseResponse(response).id)).size, 1);
      for (const response of all)
        if (response.status !== 201) assertAcpError("idempotency_in_flight")(response);
    },
  },
  {
    it: "makes a session of its own for each client, though their keys are the same",
    requires: "fixture",
    request: postRequest(SESSIONS_PATH, oneItemBody("desk-license"), {
      authorization: "Bearer one",
    }),
    status: 201,
    async check(_, { send }) {
      const key = newIdempotencyKey();
      const by = async (authorization: string) =>
        parseResponse(
          await send(
            postRequest(SESSIONS_PATH, oneItemBody("desk-license"), {
              authorization,
              "idempotency-key": key,
            }),
          ),
        ).id;
      assert.notEqual(await by("Bearer one"), await by("Bearer two"));
      assert.equal(await by("Bearer one"), await by("Bearer one"));
    },
  },
  {
    it: "takes the same key at another path for another request",
    requires: "fixture",
    request: async (context) => {
      const key = { "idempotency-key": newIdempotencyKey() };
      const { id } = parseResponse(
        await context.send(postRequest(SESSIONS_PATH, oneItemBody("reel-tape"), key)),
      );
      assert.equal(
        (await context.send(postRequest(`${SESSIONS_PATH}/${id}`, {}, key))).headers[
          "idempotent-replayed"
        ],
        undefined,
      );
      return postRequest(SESSIONS_PATH, oneItemBody("reel-tape"), key);
    },
    status: 201,
    headers: { "idempotent-replayed": "true" },
  },
  ...refusalExchanges(
    () => SESSIONS_PATH,
    [
      ["an empty body", undefined, "invalid", "$.line_items"],
      ["no lines", { capabilities: {} }, "invalid", "$.line_items"],
      ["a list of no lines", { line_items: [] }, "invalid", "$.line_items"],
      [
        "more lines than a checkout has",
        { line_items: Array.from({ length: 21 }, () => ({ id: "reel-tape" })) },
        "invalid",
        "$.line_items",
      ],
      [
        "lines said twice",
        { line_items: [{ id: "reel-tape" }], items: [{ id: "reel-tape" }] },
        "invalid",
        "$.items",
      ],
      ["a line of nothing", { line_items: [{ quantity: 1 }] }, "invalid", "$.line_items[0].id"],
      [
        "a line of two things",
        { line_items: [{ id: "reel-tape", item: { id: "valve" } }] },
        "invalid",
        "$.line_items[0].item.id",
      ],
      [
        "none of something",
        { line_items: [{ id: "reel-tape", quantity: 0 }] },
        "invalid",
        "$.line_items[0].quantity",
      ],
      [
        "less than none",
        { line_items: [{ id: "reel-tape", quantity: -1 }] },
        "invalid",
        "$.line_items[0].quantity",
      ],
      [
        "half a one",
        { line_items: [{ id: "reel-tape", quantity: 0.5 }] },
        "invalid",
        "$.line_items[0].quantity",
      ],
      [
        "a number as text",
        { line_items: [{ id: "reel-tape", quantity: "1" }] },
        "invalid",
        "$.line_items[0].quantity",
      ],
      [
        "a million",
        { line_items: [{ id: "reel-tape", quantity: 1_000_000 }] },
        "invalid",
        "$.line_items[0].quantity",
      ],
      [
        "a field that ACP does not have",
        oneItemBody("reel-tape", { color: "red" }),
        "invalid",
        "$.color",
      ],
      [
        "a field of a line that ACP does not have",
        { line_items: [{ id: "reel-tape", color: "red" }] },
        "invalid",
        "$.line_items[0].color",
      ],
      [
        "what is not for sale",
        { line_items: [{ id: "reel-tape" }, { id: "no-such-offer" }] },
        "invalid_item_id",
        "$.line_items[1].id",
      ],
      ["what is sold out", { items: [{ id: "valve" }] }, "out_of_stock", "$.items[0].id"],
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
        "another currency than the offer's",
        oneItemBody("reel-tape", { currency: "usd" }),
        "unsupported",
        "$.currency",
      ],
      [
        "a currency that is none",
        oneItemBody("reel-tape", { currency: "euro" }),
        "invalid",
        "$.currency",
      ],
    ],
  ),
  {
    it: "refuses a way to pay, and does not repeat it",
    requires: "fixture",
    request: postRequest(
      SESSIONS_PATH,
      oneItemBody("reel-tape", { payment_data: { token: "spt_4242424242424242" } }),
    ),
    status: 400,
    check: (response) => (
      assertAcpError("invalid", "$.payment_data")(response),
      assert.doesNotMatch(response.text, /4242424242/)
    ),
  },
  {
    it: "refuses a body of ten megabytes",
    requires: "fixture",
    proxySkipReason: "Prism reads no body of this size",
    request: () => postRequest(SESSIONS_PATH, { order_notes: "a".repeat(10 << 20) }),
    status: 413,
    check: assertAcpError("body_too_large"),
  },
  {
    it: "refuses everything where nothing is for sale",
    requires: "fixture",
    request: postRequest(SESSIONS_PATH, oneItemBody("reel-tape"), { "fixture-shop": "empty" }),
    status: 400,
    check: assertAcpError("invalid_item_id"),
  },
  ...commonPostExchanges(
    () => SESSIONS_PATH,
    oneItemBody("reel-tape"),
    oneItemBody("desk-license"),
    201,
  ),
];
