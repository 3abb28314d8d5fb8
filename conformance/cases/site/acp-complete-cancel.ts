import assert from "node:assert/strict";
import type { Exchange } from "../../case.ts";
import { assertOpenSession } from "./acp-create.ts";
import {
  assertAcpError,
  commonPostExchanges,
  createSession,
  parseResponse,
  postRequest,
  refusalExchanges,
  SESSIONS_PATH,
} from "./acp-requests.ts";

type SiteContext = Parameters<typeof createSession>[0];

const completeRequest = async (context: SiteContext, state?: string) =>
  `${SESSIONS_PATH}/${(await createSession(context, state)).id}/complete`;
const cancelRequest = async (context: SiteContext, state?: string) =>
  `${SESSIONS_PATH}/${(await createSession(context, state)).id}/cancel`;

const CARD = {
  handler_id: "card_tokenized",
  instrument: { type: "card", credential: { type: "spt", token: "spt_4242424242424242" } },
};

/** Everything to pay with that someone may think of: none of it is taken, and none of it comes back. */
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

/** What ACP's word for paying must do: say how the session stands, and never pay. */
export const completeAcpCheckout: readonly [Exchange, ...Exchange[]] = [
  {
    it: "says where the buyer pays, and pays nothing",
    requires: "fixture",
    request: async (context) => postRequest(await completeRequest(context), {}),
    status: 200,
    check: assertOpenSession,
  },
  {
    it: "needs no body",
    requires: "fixture",
    request: async (context) => postRequest(await completeRequest(context)),
    status: 200,
    check: assertOpenSession,
  },
  ...Object.entries(PAYMENT_BODIES).map(
    ([what, body]): Exchange => ({
      it: `does not take ${what}, and does not repeat it`,
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
    it: "names the order once the buyer has paid, twice too, whatever is sent",
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
    it: "waits for a payment that takes its time",
    requires: "fixture",
    request: async (context) => postRequest(await completeRequest(context, "processing"), {}),
    status: 200,
    check: (response) => assert.equal(parseResponse(response).status, "complete_in_progress"),
  },
  ...["failed", "closed"].map(
    (state): Exchange => ({
      it: `refuses a session that is ${state}`,
      requires: "fixture",
      request: async (context) => postRequest(await completeRequest(context, state), {}),
      status: 409,
      check: assertAcpError("conflict"),
    }),
  ),
  {
    it: "refuses a session that was called off",
    requires: "fixture",
    request: async (context) => {
      const { id } = await createSession(context);
      await context.send(postRequest(`${SESSIONS_PATH}/${id}/cancel`));
      return postRequest(`${SESSIONS_PATH}/${id}/complete`, {});
    },
    status: 409,
    check: assertAcpError("conflict"),
  },
  ...refusalExchanges(completeRequest, [
    ["a field that ACP does not have", { card: { number: 1 } }, "invalid", "$.card"],
  ]),
  {
    it: "refuses what pays under a name that ACP does not have, and does not repeat it",
    requires: "fixture",
    request: async (context) =>
      postRequest(await completeRequest(context), { card_number: "4242424242424242" }),
    status: 400,
    check: (response) => assert.doesNotMatch(response.text, /4242424242/),
  },
  {
    it: "does not know an id that was guessed",
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

/** What calling a session off by ACP must do. */
export const cancelAcpCheckout: readonly [Exchange, ...Exchange[]] = [
  {
    it: "calls off what nobody has paid, and everyone knows it",
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
    it: "needs no body",
    requires: "fixture",
    request: async (context) => postRequest(await cancelRequest(context)),
    status: 200,
  },
  {
    it: "takes a reason, and does not repeat it",
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
      it: `refuses a session that is ${state}: there is nothing left to call off`,
      requires: "fixture",
      request: async (context) => postRequest(await cancelRequest(context, state), {}),
      status: 405,
      headers: { allow: "OPTIONS" },
      check: assertAcpError("not_cancelable"),
    }),
  ),
  {
    it: "refuses to call off a second time, under another key",
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
    it: "refuses to call back a payment that is on its way",
    requires: "fixture",
    request: async (context) => postRequest(await cancelRequest(context, "processing"), {}),
    status: 409,
    check: assertAcpError("conflict"),
  },
  {
    it: "does not know an id that was guessed",
    request: postRequest(`${SESSIONS_PATH}/chk_guessed/cancel`, {}),
    status: 404,
    check: assertAcpError("not_found"),
  },
  ...commonPostExchanges(cancelRequest, { intent_trace: { reason_code: "other" } }, {}),
];
