import assert from "node:assert/strict";
import type { BindingCasesOf } from "../../case.ts";
import { createOpenCheckout } from "./checkouts.ts";
import { commonUcpExchanges, createUcpSession, parseResponse } from "./ucp-requests.ts";
import {
  AP2_BODY,
  assertCardRefused,
  assertOpenSession,
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

/** What asking for its completion must do. */
export const completeUcpCheckout: BindingCasesOf<"completeUcpCheckout">["completeUcpCheckout"] = [
  ...commonUcpExchanges(
    async (context) =>
      completeRequest((await createUcpSession(context)).id, { payment: { instruments: [] } }),
    { takesBody: true },
  ),
  {
    it: "takes no payment, and says where the buyer pays",
    requires: "fixture",
    request: async (context) =>
      completeRequest((await createUcpSession(context)).id, { payment: { instruments: [] } }),
    status: 200,
    check: assertOpenSession,
  },
  {
    it: "needs no body",
    requires: "fixture",
    request: async (context) => completeRequest((await createUcpSession(context)).id),
    status: 200,
    check: assertOpenSession,
  },
  {
    it: "takes nothing to pay with, says so, and repeats none of it",
    requires: "fixture",
    request: async (context) => completeRequest((await createUcpSession(context)).id, CARD_BODY),
    status: 200,
    check: (response) => (assertOpenSession(response), assertCardRefused(response)),
  },
  {
    it: "keeps nothing of what was sent to pay with",
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
    it: "gives the order of one that is paid",
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
    it: "says that a payment is on its way",
    requires: "fixture",
    request: async (context) =>
      completeRequest((await createEndedSession(context, "processing")).id),
    status: 200,
    check: (response) => assert.equal(parseResponse(response).status, "complete_in_progress"),
  },
  {
    it: "says the same twice",
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

/** What calling it off must do. */
export const cancelUcpCheckout: BindingCasesOf<"cancelUcpCheckout">["cancelUcpCheckout"] = [
  ...commonUcpExchanges(
    async (context) => cancelRequest((await createUcpSession(context)).id, {}),
    { takesBody: true },
  ),
  {
    it: "calls off what is not paid yet",
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
    it: "calls off what was made without UCP",
    requires: "fixture",
    request: async (context) => cancelRequest((await createOpenCheckout(context, "reel-tape")).id),
    status: 200,
  },
  {
    it: "takes nothing to pay with",
    requires: "fixture",
    request: async (context) => cancelRequest((await createUcpSession(context)).id, CARD_BODY),
    status: 200,
    check: assertCardRefused,
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
