import assert from "node:assert/strict";
import type { BindingCasesOf, Exchange } from "../../case.ts";
import { SHOP_HEADER } from "../../fixtures/site.ts";
import { createOpenCheckout } from "./checkout-callbacks.ts";
import { lineErrorExchanges } from "./ucp-lines.ts";
import {
  assertUcpErrorMessage,
  commonUcpExchanges,
  createUcpSession,
  lineItems,
  parseResponse,
  SESSIONS_PATH,
  ucpRequest,
} from "./ucp-requests.ts";
import {
  assertOpenSession,
  assertPaymentDataRejected,
  assertTotals,
  CARD_BODY,
  createEndedSession,
  endedSessionExchanges,
  getRequest,
  idempotencyExchanges,
  idempotencyHeaders,
  unknownSessionExchanges,
  updateRequest,
} from "./ucp-session.ts";

const readSessionExchange = (
  it: string,
  state: string | undefined,
  status: string,
  code: string,
  more: (checkout: any) => void = () => {},
): Exchange => ({
  it,
  requires: "fixture",
  request: async (context) => getRequest((await createEndedSession(context, state)).id),
  status: 200,
  check(response) {
    const checkout = parseResponse(response);
    assert.deepEqual(
      [checkout.status, checkout.messages[0].code, "continue_url" in checkout, "order" in checkout],
      [status, code, status === "requires_escalation", status === "completed"],
    );
    assertTotals(checkout.totals);
    more(checkout);
  },
});

/** Reading a session over UCP. */
export const getUcpCheckout: BindingCasesOf<"getUcpCheckout">["getUcpCheckout"] = [
  ...commonUcpExchanges(async (context) => getRequest((await createUcpSession(context)).id), {
    takesBody: false,
  }),
  {
    it: "returns a session that was created before",
    requires: "fixture",
    request: async (context) => getRequest((await createUcpSession(context)).id),
    status: 200,
    check: assertOpenSession,
  },
  readSessionExchange(
    "returns the payment page of an unpaid session",
    undefined,
    "requires_escalation",
    "payment_required",
  ),
  readSessionExchange(
    "returns a paid session as completed, with its order",
    "paid",
    "completed",
    "paid",
    ({ order, id }) => {
      assert.match(order.id, /^ord_/);
      assert.ok(order.permalink_url.endsWith(`/checkout/${id}`));
    },
  ),
  readSessionExchange(
    "reports a payment that is still processing",
    "processing",
    "complete_in_progress",
    "payment_processing",
  ),
  readSessionExchange("reports a failed payment", "failed", "canceled", "payment_failed"),
  readSessionExchange("reports an expired session", "closed", "canceled", "expired"),
  readSessionExchange("reports a canceled session", "canceled", "canceled", "canceled"),
  {
    it: "returns a checkout that was created without UCP",
    requires: "fixture",
    request: async (context) => getRequest((await createOpenCheckout(context, "desk-license")).id),
    status: 200,
    check: assertOpenSession,
  },
  {
    it: "creates a session that getCheckout returns with the same state",
    requires: "fixture",
    request: async (context) => getRequest((await createUcpSession(context)).id),
    status: 200,
    async check(response, { call }) {
      const { id, continue_url: url } = parseResponse(response);
      const { value } = await call("getCheckout", { id });
      assert.deepEqual(
        [value.id, value.status, value.continue_url],
        [id, "requires_escalation", url],
      );
    },
  },
  ...unknownSessionExchanges(getRequest),
  {
    it: "reports any ID as not found if nothing is for sale",
    requires: "fixture",
    request: ucpRequest("GET", `${SESSIONS_PATH}/chk_any`, undefined, { [SHOP_HEADER]: "empty" }),
    status: 200,
    check: assertUcpErrorMessage("not_found"),
  },
];

/** Updating a session over UCP. */
export const updateUcpCheckout: BindingCasesOf<"updateUcpCheckout">["updateUcpCheckout"] = [
  ...commonUcpExchanges(
    async (context) =>
      updateRequest((await createUcpSession(context)).id, lineItems("desk-license")),
    {
      takesBody: true,
    },
  ),
  {
    it: "replaces the line items and returns a new payment page",
    requires: "fixture",
    request: async (context) =>
      updateRequest((await createUcpSession(context)).id, lineItems("desk-license")),
    status: 200,
    async check(response, context) {
      assertOpenSession(response);
      assert.deepEqual(
        parseResponse(response).line_items.map(({ item }: any) => item.id),
        ["desk-license"],
      );
      const before = await createUcpSession(context);
      const changed = parseResponse(
        await context.send(updateRequest(before.id, lineItems("desk-license", "reel-tape"))),
      );
      assert.deepEqual(
        [changed.id, changed.line_items.length, changed.expires_at],
        [before.id, 2, before.expires_at],
      );
      assert.notEqual(changed.continue_url, before.continue_url);
    },
  },
  {
    it: "keeps the session unchanged if the line items are the same",
    requires: "fixture",
    request: async (context) =>
      updateRequest((await createUcpSession(context)).id, lineItems("reel-tape")),
    status: 200,
    async check(_, context) {
      const before = await createUcpSession(context);
      assert.deepEqual(
        parseResponse(await context.send(updateRequest(before.id, lineItems("reel-tape")))),
        before,
      );
    },
  },
  {
    it: "keeps the session unchanged if the update fails",
    requires: "fixture",
    request: async (context) =>
      updateRequest((await createUcpSession(context)).id, lineItems("valve")),
    status: 200,
    async check(_, context) {
      const before = await createUcpSession(context);
      await context.send(updateRequest(before.id, lineItems("valve")));
      assert.deepEqual(parseResponse(await context.send(getRequest(before.id))), before);
    },
  },
  {
    it: "doesn't accept payment data",
    requires: "fixture",
    request: async (context) =>
      updateRequest((await createUcpSession(context)).id, {
        ...lineItems("desk-license"),
        ...CARD_BODY,
      }),
    status: 200,
    check: assertPaymentDataRejected,
  },
  ...lineErrorExchanges(async (context, body) =>
    updateRequest((await createUcpSession(context)).id, body),
  ),
  ...endedSessionExchanges(
    (id) => updateRequest(id, lineItems("desk-license")),
    ["paid", "processing", "failed", "closed", "canceled"],
  ),
  ...unknownSessionExchanges((id) => updateRequest(id, lineItems("reel-tape"))),
  ...idempotencyExchanges(
    async (context, key, other) =>
      updateRequest(
        (await createUcpSession(context)).id,
        lineItems(other ? "desk-monthly" : "desk-license"),
        idempotencyHeaders(key),
      ),
    200,
  ),
];
