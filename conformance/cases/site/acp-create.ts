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

/** Checks that a session waits for the buyer to pay. */
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

/** Indexes a list of totals by type. */
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
    request: postRequest(SESSIONS_PATH, oneItemBody("reel-tape", PRIVATE)),
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
  {
    it: "treats equal JSON values as the same body, whatever their formatting",
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
    it: "treats null and a missing field as different bodies",
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
    it: "replays a client error for the same idempotency key",
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
    it: "executes a retry after a server error with the same idempotency key",
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
    it: "rejects an idempotency key whose first request is in progress",
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
    it: "creates one session for fifty concurrent requests with one idempotency key",
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
    it: "creates separate sessions for clients that use the same idempotency key",
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
    it: "scopes idempotency keys to the path",
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
  ...commonPostExchanges(
    () => SESSIONS_PATH,
    oneItemBody("reel-tape"),
    oneItemBody("desk-license"),
    201,
  ),
];
