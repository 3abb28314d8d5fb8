import assert from "node:assert/strict";
import type { BindingCasesOf } from "../../case.ts";
import { createOpenCheckout } from "./checkout-callbacks.ts";
import { commonUcpExchanges, createUcpSession, parseResponse } from "./ucp-requests.ts";
import {
  AP2_BODY,
  assertOpenSession,
  assertPaymentDataRejected,
  CARD_BODY,
  cancelRequest,
  completeRequest,
  createEndedSession,
  endedSessionExchanges,
  getRequest,
  idempotencyExchanges,
  idempotencyHeaders,
  unknownSessionExchanges,
} from "./ucp-session.ts";

/** Completing a session over UCP. */
export const completeUcpCheckout: BindingCasesOf<"completeUcpCheckout">["completeUcpCheckout"] = [
  ...commonUcpExchanges(
    async (context) =>
      completeRequest((await createUcpSession(context)).id, { payment: { instruments: [] } }),
    { takesBody: true },
  ),
  {
    it: "returns the payment page without charging anything",
    requires: "fixture",
    request: async (context) =>
      completeRequest((await createUcpSession(context)).id, { payment: { instruments: [] } }),
    status: 200,
    check: assertOpenSession,
  },
  {
    it: "accepts a request without a body",
    requires: "fixture",
    request: async (context) => completeRequest((await createUcpSession(context)).id),
    status: 200,
    check: assertOpenSession,
  },
  {
    it: "neither accepts nor repeats payment data, and explains this",
    requires: "fixture",
    request: async (context) => completeRequest((await createUcpSession(context)).id, CARD_BODY),
    status: 200,
    check(response) {
      assertOpenSession(response);
      assertPaymentDataRejected(response);
    },
  },
  {
    it: "stores no payment data",
    requires: "fixture",
    request: async (context) => {
      const { id } = await createUcpSession(context);
      await context.send(completeRequest(id, { ...CARD_BODY, ...AP2_BODY }));
      return getRequest(id);
    },
    status: 200,
    check: (response) => assert.ok(!response.text.includes("42424242")),
  },
  {
    it: "returns the order of a paid checkout",
    requires: "fixture",
    request: async (context) =>
      completeRequest((await createEndedSession(context, "paid")).id, { payment: {} }),
    status: 200,
    check: (response) =>
      assert.deepEqual(
        [
          parseResponse(response).status,
          "order" in parseResponse(response),
          "continue_url" in parseResponse(response),
        ],
        ["completed", true, false],
      ),
  },
  {
    it: "reports a payment that is still processing",
    requires: "fixture",
    request: async (context) =>
      completeRequest((await createEndedSession(context, "processing")).id),
    status: 200,
    check: (response) => assert.equal(parseResponse(response).status, "complete_in_progress"),
  },
  {
    it: "returns the same response to a repeated request",
    requires: "fixture",
    request: async (context) => completeRequest((await createUcpSession(context)).id),
    status: 200,
    check: async (response, { send }) =>
      assert.deepEqual(
        parseResponse(await send(completeRequest(parseResponse(response).id))),
        parseResponse(response),
      ),
  },
  ...endedSessionExchanges((id) => completeRequest(id), ["failed", "closed", "canceled"]),
  ...unknownSessionExchanges((id) => completeRequest(id, {})),
  ...idempotencyExchanges(
    async (context, key, other) =>
      completeRequest(
        (await createUcpSession(context)).id,
        { payment: { instruments: other ? [{ id: "another" }] : [] } },
        idempotencyHeaders(key),
      ),
    200,
  ),
];

/** Canceling a session over UCP. */
export const cancelUcpCheckout: BindingCasesOf<"cancelUcpCheckout">["cancelUcpCheckout"] = [
  ...commonUcpExchanges(
    async (context) => cancelRequest((await createUcpSession(context)).id, {}),
    { takesBody: true },
  ),
  {
    it: "cancels an unpaid session",
    requires: "fixture",
    request: async (context) => cancelRequest((await createUcpSession(context)).id),
    status: 200,
    async check(response, { send }) {
      const { id, status, messages, continue_url: url } = parseResponse(response);
      assert.deepEqual([status, messages[0].code, url], ["canceled", "canceled", undefined]);
      assert.deepEqual(parseResponse(await send(getRequest(id))), parseResponse(response));
    },
  },
  {
    it: "cancels a checkout that was created without UCP",
    requires: "fixture",
    request: async (context) => cancelRequest((await createOpenCheckout(context, "reel-tape")).id),
    status: 200,
  },
  {
    it: "doesn't accept payment data",
    requires: "fixture",
    request: async (context) => cancelRequest((await createUcpSession(context)).id, CARD_BODY),
    status: 200,
    check: assertPaymentDataRejected,
  },
  ...endedSessionExchanges(
    (id) => cancelRequest(id),
    ["paid", "processing", "failed", "closed", "canceled"],
  ),
  ...unknownSessionExchanges((id) => cancelRequest(id, {})),
  ...idempotencyExchanges(
    async (context, key, other) =>
      cancelRequest(
        (await createUcpSession(context)).id,
        other ? { reason: "other" } : {},
        idempotencyHeaders(key),
      ),
    200,
  ),
];
