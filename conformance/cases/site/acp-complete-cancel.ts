import assert from "node:assert/strict";
import type { Exchange, SiteContext } from "../../case.ts";
import {
  assertAcpError,
  assertOpenSession,
  commonPostExchanges,
  createSession,
  parseResponse,
  postRequest,
  rejectedBodyExchanges,
  SESSIONS_PATH,
} from "./acp-common.ts";

const completeRequest = async (context: SiteContext, state?: string) =>
  `${SESSIONS_PATH}/${(await createSession(context, state)).id}/complete`;
const cancelRequest = async (context: SiteContext, state?: string) =>
  `${SESSIONS_PATH}/${(await createSession(context, state)).id}/cancel`;

const CARD = {
  handler_id: "card_tokenized",
  instrument: { type: "card", credential: { type: "spt", token: "spt_4242424242424242" } },
};

/** Bodies with payment data. Jackfield must neither accept nor repeat any of it. */
const PAYMENT_BODIES: Readonly<Record<string, object>> = {
  "a delegated payment token": { payment_data: CARD, buyer: { email: "zyzzyva@example.org" } },
  "a card number": { payment_data: { number: "4242424242424242", cvc: "424" } },
  "a card number instead of an object": { payment_data: "4242424242424242" },
  "a purchase order": {
    payment_data: { purchase_order_number: "4242424242424242", payment_terms: "net_30" },
  },
  "an AP2 mandate": {
    payment_data: {
      instrument: {
        type: "ap2.mandate",
        credential: { type: "ap2", token: "eyJ4242424242424242" },
      },
    },
  },
  "an x402 payment": {
    payment_data: {
      instrument: { type: "x402", credential: { type: "x402", token: "0x4242424242424242" } },
    },
  },
};

/** Completing a session returns its state and never pays. */
export const completeAcpCheckout: readonly [Exchange, ...Exchange[]] = [
  {
    it: "returns the payment page without charging anything",
    requires: "fixture",
    request: async (context) => postRequest(await completeRequest(context), {}),
    status: 200,
    check: assertOpenSession,
  },
  {
    it: "accepts a request without a body",
    requires: "fixture",
    request: async (context) => postRequest(await completeRequest(context)),
    status: 200,
    check: assertOpenSession,
  },
  ...Object.entries(PAYMENT_BODIES).map(
    ([what, body]): Exchange => ({
      it: `neither accepts nor repeats ${what}`,
      requires: "fixture",
      request: async (context) => postRequest(await completeRequest(context), body),
      status: 200,
      async check(response, { send }) {
        assertOpenSession(response);
        const { messages, id } = parseResponse(response);
        assert.deepEqual(
          [messages[0].type, messages[0].code, messages[0].param],
          ["error", "unsupported", "$.payment_data"],
        );
        assert.match(messages[0].content, /continue_url/);
        assert.doesNotMatch(response.text, /4242424242|zyzzyva/);
        const read = await send({ path: `/agent/commerce/checkouts/${id}` });
        assert.doesNotMatch(read.text, /4242424242|zyzzyva/);
      },
    }),
  ),
  {
    it: "returns the same order on each call once the buyer has paid, whatever the body",
    requires: "fixture",
    request: async (context) =>
      postRequest(await completeRequest(context, "paid"), { payment_data: CARD }),
    status: 200,
    async check(response, { send }) {
      const { status, order, id, messages } = parseResponse(response);
      assert.deepEqual(
        [status, order.checkout_session_id, messages[0].code],
        ["completed", id, "unsupported"],
      );
      assert.deepEqual(
        parseResponse(await send(postRequest(`${SESSIONS_PATH}/${id}/complete`))).order,
        order,
      );
    },
  },
  {
    it: "reports a payment that is still processing",
    requires: "fixture",
    request: async (context) => postRequest(await completeRequest(context, "processing"), {}),
    status: 200,
    check: (response) => assert.equal(parseResponse(response).status, "complete_in_progress"),
  },
  ...["failed", "closed"].map(
    (state): Exchange => ({
      it: `rejects a session whose payment is ${state}`,
      requires: "fixture",
      request: async (context) => postRequest(await completeRequest(context, state), {}),
      status: 409,
      check: assertAcpError("conflict"),
    }),
  ),
  {
    it: "rejects a canceled session",
    requires: "fixture",
    request: async (context) => {
      const { id } = await createSession(context);
      await context.send(postRequest(`${SESSIONS_PATH}/${id}/cancel`));
      return postRequest(`${SESSIONS_PATH}/${id}/complete`, {});
    },
    status: 409,
    check: assertAcpError("conflict"),
  },
  ...rejectedBodyExchanges(completeRequest, [
    ["a field that ACP doesn't define", { card: { number: 1 } }, "invalid", "$.card"],
  ]),
  {
    it: "rejects payment data in a field that ACP doesn't define, without repeating it",
    requires: "fixture",
    request: async (context) =>
      postRequest(await completeRequest(context), { card_number: "4242424242424242" }),
    status: 400,
    check: (response) => assert.doesNotMatch(response.text, /4242424242/),
  },
  {
    it: "returns 404 for an unknown ID",
    request: postRequest(`${SESSIONS_PATH}/chk_guessed/complete`, {}),
    status: 404,
    check: assertAcpError("not_found"),
  },
  ...commonPostExchanges(
    completeRequest,
    { payment_data: CARD },
    { payment_data: { ...CARD, handler_id: "another" } },
  ),
];

/** Canceling a session over ACP. */
export const cancelAcpCheckout: readonly [Exchange, ...Exchange[]] = [
  {
    it: "cancels an unpaid session for every API",
    requires: "fixture",
    request: async (context) => postRequest(await cancelRequest(context), {}),
    status: 200,
    async check(response, { call }) {
      const { status, continue_url, id } = parseResponse(response);
      assert.deepEqual([status, continue_url], ["canceled", undefined]);
      assert.equal((await call("getCheckout", { id })).value.status, "canceled");
    },
  },
  {
    it: "accepts a request without a body",
    requires: "fixture",
    request: async (context) => postRequest(await cancelRequest(context)),
    status: 200,
  },
  {
    it: "accepts a reason without repeating it",
    requires: "fixture",
    request: async (context) =>
      postRequest(await cancelRequest(context), {
        intent_trace: { reason_code: "other", trace_summary: "Zyzzyva" },
      }),
    status: 200,
    check: (response) => assert.doesNotMatch(response.text, /zyzzyva/i),
  },
  ...["paid", "failed", "closed"].map(
    (state): Exchange => ({
      it: `can't cancel a session whose payment is ${state}`,
      requires: "fixture",
      request: async (context) => postRequest(await cancelRequest(context, state), {}),
      status: 405,
      headers: { allow: "OPTIONS" },
      check: assertAcpError("not_cancelable"),
    }),
  ),
  {
    it: "can't cancel a session twice with different idempotency keys",
    requires: "fixture",
    request: async (context) => {
      const path = await cancelRequest(context);
      await context.send(postRequest(path));
      return postRequest(path);
    },
    status: 405,
    check: assertAcpError("not_cancelable"),
  },
  {
    it: "can't cancel a session whose payment is processing",
    requires: "fixture",
    request: async (context) => postRequest(await cancelRequest(context, "processing"), {}),
    status: 409,
    check: assertAcpError("conflict"),
  },
  {
    it: "returns 404 for an unknown ID",
    request: postRequest(`${SESSIONS_PATH}/chk_guessed/cancel`, {}),
    status: 404,
    check: assertAcpError("not_found"),
  },
  ...commonPostExchanges(cancelRequest, { intent_trace: { reason_code: "other" } }, {}),
];
